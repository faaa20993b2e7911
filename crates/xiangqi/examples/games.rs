//! Reads collections of games (PGN, DhtmlXQ, XQF; UTF-8, GB or Big5) as far as they go, reports what is wrong and was
//! left out, and counts the games. With `--to` it writes the games to the standard output
//! as PGN in a notation, as DhtmlXQ, or one game as XQF.
//!
//! ```text
//! cargo run --release -p duiyi-xiangqi --example games -- a.pgn b.xqf
//! cargo run --release -p duiyi-xiangqi --example games -- --to chinese old.pgn > new.pgn
//! cargo run --release -p duiyi-xiangqi --example games -- --to xqf game.pgn > game.xqf
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_xiangqi::{
    formats::{GameReader, GameRecord, TextEncoding, dhtmlxq, pgn, xqf},
    notation::{ChineseStyle, Notation, WxfSpelling},
};
use std::{
    env,
    error::Error,
    fs::File,
    io::{BufReader, Write, stdout},
};

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut to = None;
    let mut encoding = TextEncoding::Detect;
    let (mut games, mut moves, mut damaged, mut broken) = (0u64, 0u64, 0u64, 0u64);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--to" => to = Some(target_named(&arguments.next().unwrap_or_default())?),
            "--encoding" => encoding = encoding_named(&arguments.next().unwrap_or_default())?,
            path => {
                let input = BufReader::new(File::open(path).map_err(|error| format!("{path}: {error}"))?);
                let mut reader = GameReader::new(input).named(path).encoding(encoding).lenient();
                while let Some(game) = reader.next() {
                    match game {
                        Ok(record) => {
                            games += 1;
                            damaged += u64::from(!reader.faults().is_empty());
                            reader.faults().iter().for_each(|fault| eprintln!("{fault}"));
                            moves += record.len() as u64;
                            match to {
                                Some(To::Xqf) if games > 1 => return Err("an XQF file contains only one game".into()),
                                Some(to) => stdout().write_all(&to.write(&record))?,
                                None => {}
                            }
                        }
                        Err(error) => {
                            broken += 1;
                            eprintln!("{error}");
                        }
                    }
                }
            }
        }
    }
    eprintln!("{games} games with {moves} moves, {damaged} of them damaged; {broken} cannot be read");
    Ok(())
}

/// The output format.
#[derive(Clone, Copy)]
enum To {
    Pgn(Notation),
    DhtmlXq,
    Xqf,
}

impl To {
    fn write(self, record: &GameRecord) -> Vec<u8> {
        match self {
            To::Pgn(notation) => pgn::write(record, notation).into(),
            To::DhtmlXq => dhtmlxq::write(record).into(),
            To::Xqf => xqf::write(record),
        }
    }
}

fn target_named(name: &str) -> Result<To, String> {
    Ok(To::Pgn(match name {
        "dhtmlxq" => return Ok(To::DhtmlXq),
        "xqf" => return Ok(To::Xqf),
        "iccs" => Notation::Iccs,
        "coordinates" => Notation::Coordinates,
        "wxf" => Notation::Wxf(WxfSpelling::Axf),
        "xqbase" => Notation::Wxf(WxfSpelling::Xqbase),
        "chinese" => Notation::Chinese(ChineseStyle::default()),
        other => {
            return Err(format!("'{other}': expected iccs, coordinates, wxf, xqbase, chinese, dhtmlxq or xqf"));
        }
    }))
}

fn encoding_named(name: &str) -> Result<TextEncoding, String> {
    Ok(match name {
        "detect" => TextEncoding::Detect,
        "utf-8" => TextEncoding::Utf8,
        "gb18030" => TextEncoding::Gb18030,
        "big5" => TextEncoding::Big5,
        other => return Err(format!("'{other}': expected detect, utf-8, gb18030 or big5")),
    })
}
