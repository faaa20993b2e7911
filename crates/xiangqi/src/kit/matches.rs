//! The parts of the kit for matches, books and self-play.

use crate::{
    Move, Xiangqi,
    books::ElephantEyeBook,
    formats::{GameReader, GameRecord, GameResult},
    openings,
};
use duiyi_book::Source;
use duiyi_engine::{Decision, Player, Request};
use duiyi_game::{History, Reason, files};
use duiyi_kit::{
    Openings,
    matches::{CollectionGame, SeededPlayer, SimplePlayer, TakeGame},
};
use std::{io::BufRead, path::Path};

/// A player that captures whenever it can.
pub(super) const GREEDY: SimplePlayer<Xiangqi> = SimplePlayer {
    name: "greedy",
    description: "the best captures, otherwise random legal moves",
    make: |seed| Box::new(Greedy(SeededPlayer { seed })),
};

/// Wins at once if it can, otherwise captures the most valuable piece (a random one of several), otherwise plays any move.
pub(super) struct Greedy(pub(super) SeededPlayer);

impl Player<Xiangqi> for Greedy {
    fn decide(&mut self, request: &mut Request<'_, Xiangqi>) -> Option<Decision<Move>> {
        let position = request.game.now().position();
        let gain = |mv: Move| {
            let mut after = *position;
            after.make(mv);
            if after.legal_moves().is_empty() {
                return u32::MAX;
            }
            position.piece_at(mv.to()).map_or(0, |piece| CAPTURES[piece.kind.index()])
        };
        let gains: Vec<(Move, u32)> = position.legal_moves().into_iter().map(|mv| (mv, gain(mv))).collect();
        let most = gains.iter().filter(|&&(mv, _)| (request.allowed)(&[mv])).map(|&(_, gain)| gain).max();
        self.0.decide(&mut Request {
            game: request.game,
            allowed: &|turn| {
                (request.allowed)(turn) && gains.iter().any(|&(of, gain)| turn == [of] && Some(gain) == most)
            },
            control: &mut *request.control,
            observer: &mut *request.observer,
        })
    }
}

/// The value of a piece to a greedy player, by kind, in half pawns: table 4-1 of the thesis (row Z-D1 of docs/sources.md).
const CAPTURES: [u32; 7] = [0, 4, 4, 8, 18, 9, 2];

/// The openings: random ones, and their names along a game.
pub(super) fn openings() -> Openings<Xiangqi> {
    Openings {
        names: Some(|game| openings::course(game).into_iter().map(|(from, name)| (from, name.to_string())).collect()),
        export_book: Some(export_book),
        ..Openings::default()
    }
}

/// Writes a book in ElephantEye's format, `.dat`.
fn export_book(book: &dyn Source<Xiangqi>, start: &Xiangqi, path: &Path) -> Result<bool, Reason> {
    if path.extension().is_none_or(|end| !end.eq_ignore_ascii_case("dat")) {
        return Ok(false);
    }
    let bytes = ElephantEyeBook::of(book, start)?.write();
    // The format has no signature: the first record of an existing file must be the same.
    let own = |head: &[u8]| head.starts_with(bytes.get(..8).unwrap_or(b"no record"));
    files::replace(path, &bytes, own).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(true)
}

/// Reads PGN, DhtmlXQ and XQF; or, after a line that begins with `# id|`, one line for each game:
/// `id|result|…|moves`, with four characters for each move from the initial position.
pub(super) fn read_collection(
    rules: &Xiangqi,
    input: &mut dyn BufRead,
    take: TakeGame<'_, Xiangqi>,
) -> Result<bool, Reason> {
    if input.fill_buf()?.starts_with(b"# id|") {
        for (line, number) in input.lines().zip(1..) {
            let line = line?;
            if !line.starts_with('#') {
                take(read_line(rules, &line).map_err(|reason| format!("line {number}: {reason}").into()));
            }
        }
    } else {
        for record in GameReader::new(input) {
            take(record.map_err(Reason::from).and_then(|record| read_record(rules, &record)));
        }
    }
    Ok(true)
}

fn read_record(rules: &Xiangqi, record: &GameRecord) -> Result<CollectionGame<Xiangqi>, Reason> {
    let mut game = History::new(Xiangqi::new(*record.start()).with_rules(*rules.game_rules()));
    for mv in record.main_line() {
        game.play(mv)?;
    }
    let result = match record.result {
        GameResult::RedWins => Some(1.0),
        GameResult::BlackWins => Some(0.0),
        GameResult::Draw => Some(0.5),
        _ => None,
    };
    let name = record.tag("SourceFile").map(str::to_owned);
    let ratings = ["RedElo", "BlackElo"].map(|tag| record.tag(tag).and_then(|elo| elo.trim().parse().ok()));
    Ok(CollectionGame { name, game, result, ratings, scores: Vec::new() })
}

/// Reads the game of a line.
fn read_line(rules: &Xiangqi, line: &str) -> Result<CollectionGame<Xiangqi>, Reason> {
    let mut fields = line.split('|');
    let result = match fields.nth(1).ok_or("a line without fields")? {
        "1-0" => Some(1.0),
        "0-1" => Some(0.0),
        "1/2-1/2" => Some(0.5),
        _ => None,
    };
    let text = fields.next_back().unwrap_or_default().as_bytes();
    let mut game = History::new(rules.clone());
    for mv in text.chunks(4) {
        game.play(std::str::from_utf8(mv)?.parse()?)?;
    }
    Ok(CollectionGame { name: None, game, result, ratings: [None; 2], scores: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_games_are_read() {
        let start = Xiangqi::default();
        let game = read_line(&start, "C1|1-0|date|event|red|black|2|h2e2h9g7").expect("a game");
        assert_eq!((game.game.moves().len(), game.result), (2, Some(1.0)));
        assert_eq!(read_line(&start, "C1|*|h2e2").expect("a game").result, None);
        assert!(read_line(&start, "C1|1-0|h2e2h9").is_err());
    }
}
