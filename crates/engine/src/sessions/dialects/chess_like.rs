//! What UCI and UCCI have in common, with their different formats.

use crate::player::Decision;
use crate::protocol::CommandError;
use crate::protocol::{BestMove, ChessProtocol, Info, WrittenScore, effort};
use crate::sessions::{
    session::{Answer, Session},
    spelling::Spelling,
    thread::ProgressFormatter,
};
use duiyi_game::{Game, Notation, Score, Verdict, in_usual_order};
use duiyi_search::{Bound, Report};

/// The `bestmove` line of a search: the turn and the expected reply.
pub(super) fn best_turn<G: Notation>(
    protocol: ChessProtocol,
    now: &G,
    decision: Option<&Decision<G::Move>>,
    spelling: Spelling,
) -> String {
    let mv = decision.map(|decision| spelling.write_turn(now, &decision.turn));
    let ponder = decision.and_then(|decision| expected_reply(now, decision, spelling));
    BestMove { mv, ponder }.write(protocol)
}

/// The opponent's expected whole turn after a decision.
fn expected_reply<G: Notation>(now: &G, decision: &Decision<G::Move>, spelling: Spelling) -> Option<String> {
    let rest = &line_of(now, decision)[decision.turn.len()..];
    let mut then = now.clone();
    for &mv in &decision.turn {
        then.make(mv);
    }
    let (side, before) = (then.side_to_move(), then.clone());
    let mut length = 0;
    for &mv in rest {
        if length > 0 && then.side_to_move() != side || !then.is_legal(mv) {
            break;
        }
        then.make(mv);
        length += 1;
    }
    let whole = length > 0 && (then.side_to_move() != side || then.outcome().is_some());
    whole.then(|| spelling.write_turn(&before, &rest[..length]))
}

/// The line of a decision: the expected moves if they begin with the turn, otherwise the turn.
pub(super) fn line_of<'a, G: Game + Clone>(now: &G, decision: &'a Decision<G::Move>) -> &'a [G::Move] {
    let Decision { turn, line, .. } = decision;
    let begun = line.get(..turn.len()).map(|begun| in_usual_order(now, begun));
    if begun == Some(in_usual_order(now, turn)) { line } else { turn }
}

/// Formats `info` lines.
pub(super) struct Infos {
    pub(super) protocol: ChessProtocol,
    /// The number of lines that are searched.
    pub(super) lines: usize,
    /// The spelling of moves.
    pub(super) spelling: Spelling,
}

impl Infos {
    /// The number of the line, if there are several.
    fn line(&self, number: usize) -> Option<u32> {
        (self.lines > 1).then(|| u32::try_from(number).unwrap_or(u32::MAX))
    }

    fn score(&self, score: Score) -> Option<WrittenScore> {
        Some(WrittenScore::new(self.protocol, score))
    }
}

impl<G: Notation> ProgressFormatter<G> for Infos {
    fn progress(&self, now: &G, report: &Report<'_, G::Move>) -> Option<String> {
        let info = Info {
            depth: Some(report.depth),
            selective_depth: Some(report.selective_depth),
            line: self.line(report.line),
            score: self.score(report.score),
            bound: Some(report.bound).filter(|&bound| bound != Bound::Exact),
            nodes: Some(report.nodes),
            nodes_per_second: Some(report.nodes_per_second()),
            table_permille: Some(report.table_permille),
            time: Some(report.elapsed),
            pv: self.spelling.write_line(now, report.pv),
        };
        // UCCI has no format for bounds: only exact scores are printed.
        (self.protocol == ChessProtocol::Uci || info.bound.is_none()).then(|| info.write(self.protocol))
    }

    fn root_move(&self, now: &G, depth: u32, mv: G::Move, number: usize) -> Option<String> {
        let depth = if self.protocol == ChessProtocol::Uci { format!("depth {depth} ") } else { String::new() };
        Some(format!("info {depth}currmove {} currmovenumber {number}", self.spelling.write_move(now, mv)))
    }

    fn ruling(&self, ruling: &str) -> Option<String> {
        Some(self.protocol.message(ruling))
    }

    fn decided(&self, now: &G, decision: &Decision<G::Move>) -> Option<String> {
        let info = Info {
            depth: Some(decision.depth),
            line: self.line(1),
            score: self.score(decision.score.unwrap_or_default()),
            nodes: Some(decision.nodes),
            pv: self.spelling.write_line(now, line_of(now, decision)),
            ..Info::default()
        };
        Some(info.write(self.protocol))
    }

    fn known_mate(&self, now: &G, decision: &Decision<G::Move>) -> Option<String> {
        let score = decision.score?;
        let info = Info {
            depth: Some(score.mate_distance().map_or(0, i32::unsigned_abs)),
            score: self.score(score),
            pv: self.spelling.write_line(now, &decision.line),
            ..Info::default()
        };
        Some(info.write(self.protocol))
    }
}

/// Begins a new game, and prints how time was used in the last one if debug output is on.
pub(super) fn new_game<G: Notation>(protocol: ChessProtocol, session: &mut Session<G>) {
    if let Some(text) = session.time_by_phase() {
        session.print(protocol.message(text));
    }
    session.clear_game();
}

/// Prints `bestmove` and `tail`, and the score if there is no move.
pub(super) fn print_answer<G: Notation>(
    protocol: ChessProtocol,
    session: &mut Session<G>,
    answer: &Answer<G::Move>,
    tail: &str,
) {
    let now = session.game.now();
    if let Some(fault) = &answer.fault {
        session.print(protocol.message(format_args!("error: {fault}")));
    }
    if let Some(outcome) = session.game.outcome().filter(|_| answer.decision.is_some()) {
        session.print(protocol.message(format_args!("the game is over: {outcome}")));
    }
    if answer.decision.is_none() {
        let score = match now.verdict(0) {
            Verdict::Exact(score, _) => score,
            _ => now.stuck(0),
        };
        let score = Some(WrittenScore::new(protocol, score));
        session.print(Info { depth: Some(0), score, ..Info::default() }.write(protocol));
    }
    if let Some(clock) = session.node_clock() {
        // The front end charges the nodes of the whole search, also of an unfinished iteration.
        let nodes = answer.decision.as_ref().map_or(0, |decision| decision.nodes);
        session.print(effort(clock.elapsed(nodes), nodes));
    }
    session.print(best_turn(protocol, now, answer.decision.as_ref(), session.spellings.current()) + tail);
}

/// The maximum number of errors that are printed for a line.
const MAX_ERRORS: usize = 10;

/// Prints errors for parts of a line.
pub(super) fn print_errors<G: Notation>(protocol: ChessProtocol, session: &Session<G>, errors: &[CommandError]) {
    for error in errors.iter().take(MAX_ERRORS) {
        session.print(protocol.message(format_args!("error: {error}")));
    }
    if let Some(more) = errors.len().checked_sub(MAX_ERRORS).filter(|&more| more > 0) {
        session.print(protocol.message(format_args!("error: {more} more parts of the line are ignored")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::History;
    use duiyi_search::{Limits, Observer, Searcher, Table};
    use duiyi_xiangqi::Xiangqi;
    use std::time::Duration;

    #[test]
    fn messages_and_best_moves_are_in_the_format_of_the_protocol() {
        let own = own();
        assert_eq!(ChessProtocol::Uci.message("a"), "info string a");
        assert_eq!(ChessProtocol::Ucci.message("a"), "info message a");
        let now = Xiangqi::default();
        assert_eq!(best_turn(ChessProtocol::Uci, &now, None, own), "bestmove (none)");
        assert_eq!(best_turn(ChessProtocol::Ucci, &now, None, own), "nobestmove");
        let decision = Decision { line: moves("h2e2 h9g7 h0g2"), ..Decision::new(moves("h2e2")) };
        for protocol in [ChessProtocol::Uci, ChessProtocol::Ucci] {
            assert_eq!(best_turn(protocol, &now, Some(&decision), own), "bestmove h2e2 ponder h9g7");
            // A line of another turn, a line that ends, and one that continues with an illegal move.
            for line in [moves("b2e2 h9g7"), moves("h2e2"), [moves("h2e2"), moves("h2e2")].concat(), Vec::new()] {
                let decision = Decision { line, ..decision.clone() };
                assert_eq!(best_turn(protocol, &now, Some(&decision), own), "bestmove h2e2");
            }
        }
    }

    /// The game's own spelling.
    fn own() -> Spelling {
        crate::sessions::spelling::Spellings::of::<Xiangqi>().current()
    }

    fn moves(text: &str) -> Vec<<Xiangqi as Game>::Move> {
        History::<Xiangqi>::read("", &format!("moves {text}")).unwrap().moves().to_vec()
    }

    /// Replaces an iteration by three fixed reports, one for each bound.
    struct FixedReports<F>(F);

    impl<F: FnMut(&Report<'_, <Xiangqi as Game>::Move>)> Observer<<Xiangqi as Game>::Move> for FixedReports<F> {
        fn progress(&mut self, found: &Report<'_, <Xiangqi as Game>::Move>) {
            let line = moves("h2e2 h9g7");
            let mut report = found.with_line(2, &line);
            (report.depth, report.selective_depth, report.score, report.nodes) = (3, 14, Score::new(-35), 90);
            (report.elapsed, report.table_permille) = (Duration::from_millis(2), 7);
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                report.bound = bound;
                (self.0)(&report);
            }
        }
    }

    fn info_lines(protocol: ChessProtocol, lines: usize) -> Vec<Option<String>> {
        let (now, mut printed) = (Xiangqi::default(), Vec::new());
        let infos = Infos { protocol, lines, spelling: own() };
        let mut searcher = Searcher::new(|_: &Xiangqi| Score::ZERO);
        let mut fixed = FixedReports(|report: &Report<'_, _>| printed.push(infos.progress(&now, report)));
        searcher.search(&now).table(&Table::new(1)).limits(Limits::depth(1)).observer(&mut fixed).run();
        printed.truncate(3);
        printed
    }

    #[test]
    fn iterations_are_printed_with_the_number_of_their_line() {
        let uci = |line: &str, bound: &str| {
            let speed = "nodes 90 nps 45000 hashfull 7 time 2 pv h2e2 h9g7";
            Some(format!("info depth 3 seldepth 14{line} score cp -35{bound} {speed}"))
        };
        for (lines, line) in [(1, ""), (2, " multipv 2"), (0, "")] {
            assert_eq!(
                info_lines(ChessProtocol::Uci, lines),
                [uci(line, " lowerbound"), uci(line, " upperbound"), uci(line, "")]
            );
            let ucci = format!("info time 2 nodes 90\ninfo depth 3{line} score -35 pv h2e2 h9g7");
            assert_eq!(info_lines(ChessProtocol::Ucci, lines), [None, None, Some(ucci)]);
        }
    }

    #[test]
    fn root_moves_and_known_mates_are_printed() {
        let (now, first) = (Xiangqi::default(), moves("h2e2")[0]);
        let root = |protocol| Infos { protocol, lines: 1, spelling: own() }.root_move(&now, 8, first, 5);
        assert_eq!(root(ChessProtocol::Uci).unwrap(), "info depth 8 currmove h2e2 currmovenumber 5");
        assert_eq!(root(ChessProtocol::Ucci).unwrap(), "info currmove h2e2 currmovenumber 5");
        let known = |protocol, score| {
            let decision = Decision { score, line: moves("h2e2 h9g7"), ..Decision::new(moves("h2e2")) };
            Infos { protocol, lines: 1, spelling: own() }.known_mate(&now, &decision)
        };
        assert_eq!(
            known(ChessProtocol::Uci, Some(Score::mate_in(3))).unwrap(),
            "info depth 3 score mate 2 pv h2e2 h9g7"
        );
        assert_eq!(
            known(ChessProtocol::Ucci, Some(Score::mated_in(4))).unwrap(),
            "info depth 4 score -9996 pv h2e2 h9g7"
        );
        assert_eq!(known(ChessProtocol::Uci, None), None);
    }

    #[test]
    fn all_moves_are_in_the_spelling_of_the_front_end() {
        let mut spellings = crate::sessions::spelling::Spellings::of::<Xiangqi>();
        spellings.prefer_second();
        let (now, spelling) = (Xiangqi::default(), spellings.current());
        let decision =
            Decision { score: Some(Score::mate_in(3)), line: moves("h2e2 h9g7"), ..Decision::new(moves("h2e2")) };
        for protocol in [ChessProtocol::Uci, ChessProtocol::Ucci] {
            let infos = Infos { protocol, lines: 1, spelling };
            assert_eq!(best_turn(protocol, &now, Some(&decision), spelling), "bestmove h3e3 ponder h10g8");
            let root = infos.root_move(&now, 8, decision.turn[0], 5).unwrap();
            assert!(root.ends_with("currmove h3e3 currmovenumber 5"), "{root}");
            let mate = infos.known_mate(&now, &decision).unwrap();
            assert!(mate.ends_with(" pv h3e3 h10g8"), "{mate}");
        }
    }
}
