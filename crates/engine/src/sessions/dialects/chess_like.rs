//! What UCI and UCCI have in common, with their different formats.

use crate::player::{Decision, TurnLimits};
use crate::sessions::{
    CommandError,
    session::{Answer, Session},
    spelling::Spelling,
    thread::ProgressFormatter,
};
use duiyi_game::{Game, Notation, Score, Verdict, in_usual_order, shortened};
use duiyi_search::{Bound, Report};
use std::{iter::Peekable, num::IntErrorKind, time::Duration};

/// The format of UCI or of UCCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Uci,
    Ucci,
}

impl Style {
    /// A message for the user.
    pub(super) fn message(self, text: impl std::fmt::Display) -> String {
        match self {
            Style::Uci => format!("info string {text}"),
            Style::Ucci => format!("info message {text}"),
        }
    }

    /// A score in the protocol's format.
    pub(super) fn score(self, score: Score) -> String {
        match self {
            Style::Uci => uci_score(score),
            Style::Ucci => ucci_score(score).to_string(),
        }
    }

    /// The `bestmove` line of a search: the turn and the expected reply.
    pub(super) fn best_turn<G: Notation>(
        self,
        now: &G,
        decision: Option<&Decision<G::Move>>,
        spelling: Spelling,
    ) -> String {
        let Some(decision) = decision else {
            return match self {
                Style::Uci => "bestmove (none)".to_owned(),
                Style::Ucci => "nobestmove".to_owned(),
            };
        };
        let mut text = format!("bestmove {}", spelling.write_turn(now, &decision.turn));
        if let Some(ponder) = expected_reply(now, decision, spelling) {
            text += " ponder ";
            text += &ponder;
        }
        text
    }
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
    pub(super) style: Style,
    /// The number of lines that are searched.
    pub(super) lines: usize,
    /// The spelling of moves.
    pub(super) spelling: Spelling,
}

impl<G: Notation> ProgressFormatter<G> for Infos {
    fn progress(&self, now: &G, report: &Report<'_, G::Move>) -> Option<String> {
        let line = if self.lines > 1 { format!(" multipv {}", report.line) } else { String::new() };
        let millis = report.elapsed.as_millis();
        let bound = match report.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            _ => "",
        };
        let (score, pv) = (self.style.score(report.score), self.spelling.write_line(now, report.pv));
        match self.style {
            Style::Uci => Some(format!(
                "info depth {} seldepth {}{line} score {score}{bound} nodes {} nps {} hashfull {} time {millis} pv {pv}",
                report.depth,
                report.selective_depth,
                report.nodes,
                report.nodes_per_second(),
                report.table_permille,
            )),
            // UCCI has no format for bounds: only exact scores are printed.
            Style::Ucci => (report.bound == Bound::Exact).then(|| {
                let (nodes, depth) = (report.nodes, report.depth);
                format!("info time {millis} nodes {nodes}\ninfo depth {depth}{line} score {score} pv {pv}")
            }),
        }
    }

    fn root_move(&self, now: &G, depth: u32, mv: G::Move, number: usize) -> Option<String> {
        let depth = if self.style == Style::Uci { format!("depth {depth} ") } else { String::new() };
        Some(format!("info {depth}currmove {} currmovenumber {number}", self.spelling.write_move(now, mv)))
    }

    fn ruling(&self, ruling: &str) -> Option<String> {
        Some(self.style.message(ruling))
    }

    fn decided(&self, now: &G, decision: &Decision<G::Move>) -> Option<String> {
        let line = if self.lines > 1 { " multipv 1" } else { "" };
        let (depth, nodes) = (decision.depth, decision.nodes);
        let score = self.style.score(decision.score.unwrap_or_default());
        let pv = self.spelling.write_line(now, line_of(now, decision));
        Some(match self.style {
            Style::Uci => format!("info depth {depth}{line} score {score} nodes {nodes} pv {pv}"),
            Style::Ucci => format!("info depth {depth}{line} score {score} pv {pv}"),
        })
    }

    fn known_mate(&self, now: &G, decision: &Decision<G::Move>) -> Option<String> {
        let score = decision.score?;
        let depth = score.mate_distance().map_or(0, i32::unsigned_abs);
        let line = self.spelling.write_line(now, &decision.line);
        Some(format!("info depth {depth} score {} pv {line}", self.style.score(score)))
    }
}

/// Begins a new game, and prints how time was used in the last one if debug output is on.
pub(super) fn new_game<G: Notation>(style: Style, session: &mut Session<G>) {
    if let Some(text) = session.time_by_phase() {
        session.print(style.message(text));
    }
    session.clear_game();
}

/// Prints `bestmove` and `tail`, and the score if there is no move.
pub(super) fn print_answer<G: Notation>(style: Style, session: &mut Session<G>, answer: &Answer<G::Move>, tail: &str) {
    let now = session.game.now();
    if let Some(fault) = &answer.fault {
        session.print(style.message(format_args!("error: {fault}")));
    }
    if let Some(outcome) = session.game.outcome().filter(|_| answer.decision.is_some()) {
        session.print(style.message(format_args!("the game is over: {outcome}")));
    }
    if answer.decision.is_none() {
        let score = match now.verdict(0) {
            Verdict::Exact(score, _) => score,
            _ => now.stuck(0),
        };
        session.print(format_args!("info depth 0 score {}", style.score(score)));
    }
    if let Some(clock) = session.node_clock() {
        // The front end charges the nodes of the whole search, also of an unfinished iteration.
        let nodes = answer.decision.as_ref().map_or(0, |decision| decision.nodes);
        session.print(format_args!("info time {} nodes {nodes}", clock.elapsed(nodes).as_millis()));
    }
    session.print(style.best_turn(now, answer.decision.as_ref(), session.spellings.current()) + tail);
}

/// The time of a search whose limits cannot be read: short enough for any clock.
pub(super) const UNREADABLE_TIME: Duration = Duration::from_millis(100);
/// The maximum number of errors that are printed for a line.
const MAX_ERRORS: usize = 10;

/// Prints errors for parts of a line.
pub(super) fn print_errors<G: Notation>(style: Style, session: &Session<G>, errors: &[CommandError]) {
    for error in errors.iter().take(MAX_ERRORS) {
        session.print(style.message(format_args!("error: {error}")));
    }
    if let Some(more) = errors.len().checked_sub(MAX_ERRORS).filter(|&more| more > 0) {
        session.print(style.message(format_args!("error: {more} more parts of the line are ignored")));
    }
}

/// The words after `go`. Words without a meaning are ignored, and there is an error for each group of them.
pub(super) struct GoWords<'a> {
    words: Peekable<std::slice::Iter<'a, &'a str>>,
    keywords: &'static [&'static str],
    ignored: Vec<CommandError>,
}

impl<'a> GoWords<'a> {
    pub(super) fn new(words: &'a [&'a str], keywords: &'static [&'static str]) -> GoWords<'a> {
        GoWords { words: words.iter().peekable(), keywords, ignored: Vec::new() }
    }

    /// The words up to the next keyword.
    pub(super) fn list(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.words.next_if(|word| !self.keywords.contains(*word)).copied()).collect()
    }

    /// The next keyword.
    pub(super) fn keyword(&mut self) -> Option<&'a str> {
        let unknown = self.list();
        if !unknown.is_empty() {
            let found = shortened(&unknown.join(" "));
            let expected = "a limit or the end of the line";
            self.ignored.push(CommandError::Unexpected { command: "go", found, expected });
        }
        self.words.next().copied()
    }

    /// Whether the next word is this one, which is then read.
    pub(super) fn is_next(&mut self, word: &str) -> bool {
        self.words.next_if(|next| **next == word).is_some()
    }

    /// The number after a keyword. Negative numbers, sent for an overdrawn clock, become 0, and larger numbers than
    /// the maximum the maximum.
    pub(super) fn number(&mut self, keyword: &str, expected: &'static str) -> Option<u64> {
        let Some(text) = self.words.next_if(|word| !self.keywords.contains(*word)) else {
            self.ignored.push(CommandError::Missing { command: keyword.to_owned(), expected });
            return None;
        };
        match text.parse::<i64>() {
            Ok(value) => Some(value.max(0) as u64),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(i64::MAX as u64),
            Err(error) if *error.kind() == IntErrorKind::NegOverflow => Some(0),
            Err(_) => {
                self.ignored.push(CommandError::Unexpected { command: "go", found: shortened(text), expected });
                None
            }
        }
    }

    /// Completes the limits at the end of the line and returns the errors: without limits, the search is infinite. But
    /// if limits may have been ignored, it takes a short time, since the front end may send no `stop`.
    pub(super) fn finish(mut self, limits: &mut TurnLimits) -> Vec<CommandError> {
        if !self.ignored.is_empty() && limits.is_unlimited() && !limits.go.infinite {
            limits.go.move_time = Some(UNREADABLE_TIME);
            let millis = UNREADABLE_TIME.as_millis();
            self.ignored.push(CommandError::refused(format!("'go' has no valid limit: the search takes {millis} ms")));
        }
        limits.go.infinite |= limits.is_unlimited() && !limits.go.ponder;
        self.ignored
    }
}

/// Milliseconds.
pub(super) fn millis(value: u64) -> Duration {
    Duration::from_millis(value)
}

/// `cp 35` or `mate -2` (in moves, not plies). A win by a rule is `cp 20000` minus its plies, and no
/// evaluation is above `cp 19000` ([`Score::centipawns`]).
fn uci_score(score: Score) -> String {
    match (score.centipawns(), score.mate_distance()) {
        (Some(centipawns), _) => format!("cp {centipawns}"),
        (None, Some(plies)) if score > Score::ZERO => format!("mate {}", ((plies + 1) / 2).max(1)),
        (None, plies) => format!("mate -{}", -plies.unwrap_or(0) / 2),
    }
}

/// A plain number. Mates are 10,000 minus the plies, as in ElephantEye and as its front ends expect;
/// wins by a rule are 9,850 minus the plies, below all mates; evaluations are at most 9,700.
pub(super) fn ucci_score(score: Score) -> i32 {
    const MATE: i32 = 10_000;
    const RULE: i32 = 9_850;
    const MOST: i32 = 9_700;
    let value = match (score.mate_distance(), score.rule_distance()) {
        (Some(plies), _) => MATE - plies.abs(),
        (None, Some(plies)) => (RULE - plies).max(MOST),
        (None, None) => score.get().abs().min(MOST),
    };
    score.get().signum() * value
}

/// The index of the side to move.
pub(super) fn mover<G: Game>(now: &G) -> usize {
    now.side_to_move().index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::History;
    use duiyi_search::{Limits, Observer, Searcher, Table};
    use duiyi_xiangqi::Xiangqi;

    #[test]
    fn scores_are_written_in_the_format_of_each_protocol() {
        assert_eq!(uci_score(Score::new(-35)), "cp -35");
        assert_eq!(uci_score(Score::mate_in(1)), "mate 1");
        assert_eq!(uci_score(Score::mate_in(5)), "mate 3");
        assert_eq!(uci_score(Score::mated_in(2)), "mate -1");
        assert_eq!(uci_score(Score::mated_in(0)), "mate -0");
        assert_eq!(ucci_score(Score::mate_in(3)), 9_997);
        assert_eq!(ucci_score(Score::mated_in(4)), -9_996);
        assert_eq!(ucci_score(Score::rule_loss(6)), -9_844);
        assert_eq!(ucci_score(Score::LIMIT), 9_700);
        assert_eq!(ucci_score(Score::new(12)), 12);
    }

    #[test]
    fn scores_at_their_limits_are_written() {
        assert_eq!([0, 1, -1, 900].map(|score| uci_score(Score::new(score))), ["cp 0", "cp 1", "cp -1", "cp 900"]);
        assert_eq!(
            [1, 2, 3, 4].map(|plies| uci_score(Score::mate_in(plies))),
            ["mate 1", "mate 1", "mate 2", "mate 2"]
        );
        assert_eq!(
            [1, 2, 3, 4].map(|plies| uci_score(Score::mated_in(plies))),
            ["mate -0", "mate -1", "mate -1", "mate -2"]
        );
        assert_eq!([0, -1, 9_700, -9_700].map(|score| ucci_score(Score::new(score))), [0, -1, 9_700, -9_700]);
        assert_eq!([Score::LIMIT, -Score::LIMIT].map(ucci_score), [9_700, -9_700]);
        assert_eq!([Score::mate_in(0), Score::mated_in(0)].map(ucci_score), [10_000, -10_000]);
        assert_eq!([Score::rule_loss(0), -Score::rule_loss(6)].map(ucci_score), [-9_850, 9_844]);
    }

    /// The place of a written UCI score in the order of scores: mates beyond all centipawns.
    fn place(text: &str) -> i32 {
        let (unit, number) = text.split_once(' ').expect("a unit");
        let value: i32 = number.parse().expect("a number");
        match unit {
            "cp" => value,
            _ if number.starts_with('-') => -100_000 - value,
            _ => 100_000 - value,
        }
    }

    #[test]
    fn no_written_score_is_out_of_range_or_out_of_order() {
        let scores = (-Score::INFINITE.get()..=Score::INFINITE.get()).map(Score::new);
        let (mut uci, mut ucci) = (i32::MIN, i32::MIN);
        for score in scores {
            let text = uci_score(score);
            let now = place(&text);
            assert!(now >= uci, "{score}: {text}");
            assert!(!text.starts_with("cp") || now.abs() <= 20_000, "{score}: {text}");
            assert_eq!(text.starts_with("mate"), score.is_mate(), "{score}: {text}");
            assert!(ucci_score(score) >= ucci && ucci_score(score).abs() <= 10_000, "{score}");
            (uci, ucci) = (now, ucci_score(score));
        }
        assert_eq!(uci_score(Score::rule_win(20)), "cp 19980");
        assert_eq!(uci_score(Score::rule_loss(20)), "cp -19980");
    }

    #[test]
    fn messages_and_best_moves_are_in_the_format_of_the_protocol() {
        let own = own();
        assert_eq!(Style::Uci.message("a"), "info string a");
        assert_eq!(Style::Ucci.message("a"), "info message a");
        let now = Xiangqi::default();
        assert_eq!(Style::Uci.best_turn(&now, None, own), "bestmove (none)");
        assert_eq!(Style::Ucci.best_turn(&now, None, own), "nobestmove");
        let decision = Decision { line: moves("h2e2 h9g7 h0g2"), ..Decision::new(moves("h2e2")) };
        for style in [Style::Uci, Style::Ucci] {
            assert_eq!(style.best_turn(&now, Some(&decision), own), "bestmove h2e2 ponder h9g7");
            // A line of another turn, a line that ends, and one that continues with an illegal move.
            for line in [moves("b2e2 h9g7"), moves("h2e2"), [moves("h2e2"), moves("h2e2")].concat(), Vec::new()] {
                let decision = Decision { line, ..decision.clone() };
                assert_eq!(style.best_turn(&now, Some(&decision), own), "bestmove h2e2");
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

    fn info_lines(style: Style, lines: usize) -> Vec<Option<String>> {
        let (now, mut printed) = (Xiangqi::default(), Vec::new());
        let infos = Infos { style, lines, spelling: own() };
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
                info_lines(Style::Uci, lines),
                [uci(line, " lowerbound"), uci(line, " upperbound"), uci(line, "")]
            );
            let ucci = format!("info time 2 nodes 90\ninfo depth 3{line} score -35 pv h2e2 h9g7");
            assert_eq!(info_lines(Style::Ucci, lines), [None, None, Some(ucci)]);
        }
    }

    #[test]
    fn root_moves_and_known_mates_are_printed() {
        let (now, first) = (Xiangqi::default(), moves("h2e2")[0]);
        let root = |style| Infos { style, lines: 1, spelling: own() }.root_move(&now, 8, first, 5);
        assert_eq!(root(Style::Uci).unwrap(), "info depth 8 currmove h2e2 currmovenumber 5");
        assert_eq!(root(Style::Ucci).unwrap(), "info currmove h2e2 currmovenumber 5");
        let known = |style, score| {
            let decision = Decision { score, line: moves("h2e2 h9g7"), ..Decision::new(moves("h2e2")) };
            Infos { style, lines: 1, spelling: own() }.known_mate(&now, &decision)
        };
        assert_eq!(known(Style::Uci, Some(Score::mate_in(3))).unwrap(), "info depth 3 score mate 2 pv h2e2 h9g7");
        assert_eq!(known(Style::Ucci, Some(Score::mated_in(4))).unwrap(), "info depth 4 score -9996 pv h2e2 h9g7");
        assert_eq!(known(Style::Uci, None), None);
    }

    #[test]
    fn all_moves_are_in_the_spelling_of_the_front_end() {
        let mut spellings = crate::sessions::spelling::Spellings::of::<Xiangqi>();
        spellings.prefer_second();
        let (now, spelling) = (Xiangqi::default(), spellings.current());
        let decision =
            Decision { score: Some(Score::mate_in(3)), line: moves("h2e2 h9g7"), ..Decision::new(moves("h2e2")) };
        for style in [Style::Uci, Style::Ucci] {
            let infos = Infos { style, lines: 1, spelling };
            assert_eq!(style.best_turn(&now, Some(&decision), spelling), "bestmove h3e3 ponder h10g8");
            let root = infos.root_move(&now, 8, decision.turn[0], 5).unwrap();
            assert!(root.ends_with("currmove h3e3 currmovenumber 5"), "{root}");
            let mate = infos.known_mate(&now, &decision).unwrap();
            assert!(mate.ends_with(" pv h3e3 h10g8"), "{mate}");
        }
    }

    #[test]
    fn numbers_are_integers_and_an_overdrawn_clock_is_zero() {
        let read = |text: &'static str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let mut words = GoWords::new(&words, &["wtime", "btime"]);
            let number = words.number("wtime", "milliseconds");
            number.ok_or_else(|| words.ignored.remove(0).to_string())
        };
        assert_eq!([read("5 x"), read("-5"), read("0")], [Ok(5), Ok(0), Ok(0)]);
        let digits = "99999999999999999999999";
        assert_eq!([read(digits), read(&*format!("-{digits}").leak())], [Ok(i64::MAX as u64), Ok(0)]);
        for text in ["", "btime 5"] {
            assert_eq!(read(text), Err("'wtime' lacks milliseconds".to_owned()));
        }
        assert_eq!(read("1.5"), Err("'1.5' in 'go': expected milliseconds".to_owned()));
        assert_eq!(millis(1_500), Duration::from_millis(1_500));
        let then = History::<Xiangqi>::read("", "moves h2e2").unwrap();
        assert_eq!([mover(&Xiangqi::default()), mover(then.now())], [0, 1]);
    }
}
