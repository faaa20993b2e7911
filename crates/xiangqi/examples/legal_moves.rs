//! The legal moves of positions, for comparisons with other programs.
//!
//! ```text
//! $ printf '%s\n' "" "moves h2e2" | cargo run --release -p duiyi-xiangqi \
//!     --features variants --example legal_moves -- xiangqi
//! ```
//!
//! Each line of the input is a position: a FEN, or nothing for the start position, and `moves` with
//! moves. The output has a line for each: the outcome, or `-` if the game goes on; a
//! tab; the legal moves, sorted. Rows are counted from 0 in xiangqi and from 1 in its variants.

use duiyi_game::{History, Notation, Reason, legal_moves};
use duiyi_xiangqi::{
    Xiangqi,
    variants::{Manchu, MiniXiangqi},
};
use std::io::{self, BufRead, Write};

/// The line of the output for a line of the input.
fn answer<G: Notation>(rules: &str, line: &str) -> Result<String, Reason> {
    let history = History::<G>::read(rules, line)?;
    let game = history.now();
    let mut moves: Vec<String> = legal_moves(game).into_iter().map(|mv| game.write_move(mv)).collect();
    moves.sort_unstable();
    let outcome = game.outcome().map_or_else(|| "-".to_owned(), |outcome| outcome.to_string());
    Ok(format!("{outcome}\t{}", moves.join(" ")))
}

fn main() -> Result<(), Reason> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [variant, rules @ ..] = arguments.as_slice() else {
        return Err("usage: legal_moves xiangqi|minixiangqi|manchu [RULES]".into());
    };
    let rules = rules.first().map_or("", String::as_str);
    let answer = match variant.as_str() {
        Xiangqi::NAME => answer::<Xiangqi>,
        MiniXiangqi::NAME => answer::<MiniXiangqi>,
        Manchu::NAME => answer::<Manchu>,
        other => return Err(format!("unknown variant '{other}': expected xiangqi, minixiangqi or manchu").into()),
    };
    let mut output = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        writeln!(output, "{}", answer(rules, &line).map_err(|error| format!("{line}: {error}"))?)?;
    }
    Ok(output.flush()?)
}
