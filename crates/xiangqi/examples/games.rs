//! Reads collections of games (PGN, DhtmlXQ, XQF; UTF-8, GB or Big5), names the
//! broken ones and counts the rest; with a notation it writes the games as PGN
//! to the standard output.
//!
//! ```text
//! cargo run --release -p duiyi-xiangqi --example games -- a.pgn b.xqf
//! cargo run --release -p duiyi-xiangqi --example games -- --to chinese old.pgn > new.pgn
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_xiangqi::{
    formats::{GameReader, TextEncoding, pgn},
    notation::{ChineseStyle, Notation, WxfSpelling},
};
use std::{env, error::Error, fs::File, io::BufReader};

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
    let mut notation = None;
    let mut encoding = TextEncoding::Detect;
    let (mut games, mut moves, mut broken) = (0u64, 0u64, 0u64);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--to" => notation = Some(notation_named(&arguments.next().unwrap_or_default())?),
            "--encoding" => encoding = encoding_named(&arguments.next().unwrap_or_default())?,
            path => {
                let input = BufReader::new(File::open(path).map_err(|error| format!("{path}: {error}"))?);
                for game in GameReader::new(input).named(path).encoding(encoding) {
                    match game {
                        Ok(record) => {
                            games += 1;
                            moves += record.len() as u64;
                            if let Some(notation) = notation {
                                println!("{}", pgn::write(&record, notation));
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
    eprintln!("{games} games with {moves} moves; {broken} broken");
    Ok(())
}

fn notation_named(name: &str) -> Result<Notation, String> {
    Ok(match name {
        "iccs" => Notation::Iccs,
        "coordinates" => Notation::Coordinates,
        "wxf" => Notation::Wxf(WxfSpelling::Axf),
        "xqbase" => Notation::Wxf(WxfSpelling::Xqbase),
        "chinese" => Notation::Chinese(ChineseStyle::default()),
        other => return Err(format!("'{other}': expected iccs, coordinates, wxf, xqbase or chinese")),
    })
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
