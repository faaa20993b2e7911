//! Logs with one fault each.

use duiyi_connect6::{Board, Rules};
use duiyi_engine::{Diagnosis, EnginePlayer, FindingKind, Player, RandomPlayer, Setup, diagnose};
use duiyi_game::Notation;
use duiyi_xiangqi::{Xiangqi, player::parts};

fn setup<G: Notation>(start: G, player: impl Fn() -> Box<dyn Player<G>> + 'static) -> Setup<G> {
    Setup { start, player: Box::new(player), bench: Vec::new(), protocol: None, turn_time: None, on_game_end: None }
}

fn examined(log: &str) -> Diagnosis {
    diagnose(|| setup(Xiangqi::default(), || Box::new(EnginePlayer::new(parts().into()))), log).unwrap()
}

/// The findings of a log of xiangqi.
fn found(log: &str) -> Vec<(usize, FindingKind, String)> {
    let findings = examined(log).findings;
    findings.into_iter().map(|finding| (finding.line, finding.kind, finding.text)).collect()
}

/// Requires one finding.
fn assert_found(log: &str, line: usize, kind: FindingKind, text: &str) {
    let found = found(log);
    assert!(matches!(&found[..], [(at, of, words)] if (*at, *of) == (line, kind) && words.contains(text)), "{found:?}");
}

const UCI: &str = "uci\nid name x\nuciok\nisready\nreadyok\n";
const UCCI: &str = "ucci\nid name x\nucciok\n";

#[test]
fn a_sound_log_has_no_finding() {
    for log in [
        format!("{UCI}ucinewgame\nposition startpos moves h2e2 h9g7\ngo wtime 1000 btime 1000\nbestmove h0g2\nquit\n"),
        format!("{UCI}position startpos\ngo infinite\ninfo depth 1\nstop\nbestmove h2e2 ponder h9g7\n"),
        format!("{UCI}position startpos\ngo ponder wtime 9 btime 9\nstop\nposition startpos\nbestmove h2e2\nquit\n"),
        format!(
            "{UCI}setoption name UCI_Variant value xiangqi\nposition startpos moves h3e3\ngo depth 1\nbestmove h10g8\n"
        ),
        format!("{UCI}position startpos\ngo movetime 10\nquit\n"),
        format!("{UCCI}setoption hashsize 0\nposition startpos\ngo time 300 increment 0\nnobestmove\nquit\nbye\n"),
        // The engine of the log has an option that this one lacks, and a log may lack its engine.
        format!("option name Contempt type spin\n{UCI}setoption name Contempt value 3\nquit\n"),
        "uci\nisready\nposition startpos\ngo depth 3\nposition startpos\ngo depth 3\n".to_owned(),
    ] {
        assert_eq!(found(&log), [], "{log}");
    }
    let diagnosis = examined("game 1\n\n> uci\n< uciok\n> quit\n");
    assert_eq!((diagnosis.commands, diagnosis.answers, diagnosis.others), (2, 1, 1));
}

#[test]
fn text_without_a_conversation_is_an_error() {
    let nothing =
        |log| diagnose(|| setup(Xiangqi::default(), || Box::new(EnginePlayer::new(parts().into()))), log).unwrap_err();
    assert!(nothing("a letter\nto you\n").to_string().ends_with("in 2 lines"));
    nothing("");
    nothing("bestmove h2e2\n");
}

#[test]
fn lines_of_another_protocol_are_found() {
    use FindingKind::WrongProtocol;
    assert_found("uci\nposition startpos\ngo time 300000 increment 0\n", 3, WrongProtocol, "belongs to UCCI");
    assert_found("uci\nsetoption usemillisec true\nbanmoves h2e2\n", 2, WrongProtocol, "the session is in UCI");
    assert_found("ucci\nposition startpos\ngo wtime 3 btime 3\n", 3, WrongProtocol, "belongs to UCI,");
    assert_found("xboard\nprotover 2\n", 1, WrongProtocol, "belongs to XBoard's protocol");
    assert_found("ucci\nuciok\n", 2, WrongProtocol, "answers 'uciok'");
    // The first line selects the protocol, whatever follows.
    assert_found("isready\nreadyok\nucci\n", 3, WrongProtocol, "'ucci' belongs to UCCI");
    // A log without a beginning.
    assert_eq!(found("setoption usemillisec true\nposition startpos\ngo time 5\n"), []);
}

#[test]
fn ranks_of_the_other_numbering_are_found() {
    use FindingKind::Spelling;
    assert_found(
        "uci\nposition startpos moves h3e3 h8e8\n",
        2,
        Spelling,
        "legal with Ranks 1-10, but are read with Ranks 0-9",
    );
    assert_found("uci\nposition startpos moves h0g2 h10g8\n", 2, Spelling, "'h10g8' has Ranks 1-10");
    assert_found("ucci\nposition startpos\nbanmoves h3e3\n", 3, Spelling, "legal with Ranks 1-10");
    let answered = format!("{UCI}position startpos moves h2e2 h9g7 h0g2\ngo depth 1\nbestmove i10h10\n");
    assert_found(&answered, 8, Spelling, "'i10h10' is a move with Ranks 1-10, but the front end uses Ranks 0-9");
}

#[test]
fn illegal_moves_are_found() {
    use FindingKind::IllegalMove;
    assert_found("uci\nposition startpos moves h2e2 a0a9\n", 2, IllegalMove, "move 2 of the list: ");
    assert_found("ucci\nposition startpos\nbanmoves a0a9\n", 3, IllegalMove, "banmoves: ");
    assert_found(
        &format!("{UCI}position startpos\ngo depth 1\nbestmove a0a9\n"),
        8,
        IllegalMove,
        "'bestmove' is not legal",
    );
    // After a position that was refused, the engine's move is not judged.
    assert_found(&format!("{UCI}position startpos moves a0a9\ngo depth 1\nbestmove a0a9\n"), 6, IllegalMove, "a0a9");
}

#[test]
fn positions_that_cannot_be_read_are_found() {
    use FindingKind::Position;
    assert_found("uci\nposition fen 9/9/9 w\n", 2, Position, "position not set");
    assert_found("uci\nfen 9/9/9 w moves h2e2\n", 2, Position, "position not set");
    assert_found("ucci\nposition fen rnbakabnr/9/9/9/9/9/9/9/9/9 w\n", 2, Position, "position not set");
    assert_found("uci\nposition h2e2\n", 2, FindingKind::Command, "expected startpos or fen");
}

#[test]
fn unknown_options_values_and_files_are_found() {
    use FindingKind::{File, OptionValue, UnknownOption};
    assert_found("uci\nsetoption name Contempt value 3\n", 2, UnknownOption, "unknown option 'Contempt'");
    assert_found("ucci\nsetoption contempt 3\n", 2, UnknownOption, "there is no option 'contempt'");
    assert_found("uci\nsetoption name Threads value many\n", 2, OptionValue, "does not take 'many'");
    assert_found("ucci\nsetoption usebook perhaps\n", 2, OptionValue, "'perhaps'");
    assert_found("uci\nsetoption name EvalFile value /no/such.network\n", 2, File, "/no/such.network");
    assert_found("uci\nsetoption Hash\n", 2, FindingKind::WrongProtocol, "belongs to UCCI");
}

#[test]
fn the_order_of_commands_is_checked() {
    use FindingKind::{DuringSearch, NoAnswer, NoPosition, NotReady};
    assert_found(&format!("{UCI}go depth 1\nbestmove h2e2\n"), 6, NoPosition, "the engine searches the start position");
    assert_found(
        "uci\nuciok\nposition startpos\nisready\ngo depth 1\nreadyok\nbestmove h2e2\n",
        5,
        NotReady,
        "of line 4",
    );
    assert_found(
        &format!("{UCI}position startpos\ngo depth 9\nposition startpos\nbestmove h2e2\n"),
        8,
        DuringSearch,
        "send 'stop'",
    );
    assert_found(&format!("{UCI}position startpos\ngo depth 9\ninfo depth 1\n"), 7, NoAnswer, "before the log ends");
    assert_found(&format!("{UCI}position startpos\ngo infinite\nstop\n"), 7, NoAnswer, "no answer");
    assert_found(
        &format!("{UCI}position startpos\ngo depth 1\ngo depth 2\nbestmove h2e2\n"),
        7,
        NoAnswer,
        "before 'go' of line 8",
    );
    assert_found("uci\nposition startpos\ninfo string hello\n", 1, NoAnswer, "never answered by 'uciok'");
    for line in ["position startpos moves h2e2", "ucinewgame\nposition startpos moves h2e2"] {
        // The answer is a move in the position before.
        let log = format!("{UCI}position startpos\ngo depth 9\n{line}\nbestmove h2e2\n");
        assert_found(&log, 7 + line.lines().count(), DuringSearch, "before its end");
    }
    assert_found("uci\nposition startpos\ngo depth 2 nodes x\n", 3, FindingKind::Command, "'x' in 'go'");
}

#[test]
fn overruns_of_the_time_are_found() {
    use FindingKind::Time;
    let log = |go: &str, times: [u64; 2]| {
        let [begun, ended] = times;
        format!(
            "1 >a(0): uci\n2 <a(0): uciok\n3 >a(0): position startpos\n{begun} >a(0): {go}\n{ended} <a(0): bestmove h2e2\n"
        )
    };
    assert_found(
        &log("go movetime 500", [10, 700]),
        5,
        Time,
        "used 690 ms after 'go' of line 4; the time of this move was 500 ms",
    );
    assert_found(&log("go wtime 300 btime 9000", [10, 500]), 5, Time, "on its clock was 300 ms");
    for (go, times) in
        [("go movetime 500", [10, 605]), ("go wtime 9000 btime 3", [10, 5000]), ("go ponder wtime 300", [10, 5000])]
    {
        assert_eq!(found(&log(go, times)), [], "{go}");
    }
    // Whole seconds may differ by one.
    let seconds = |end: &str| {
        found(&format!(
            "[23:59:59] > uci\n[23:59:59] < uciok\n[23:59:59] position startpos\n[23:59:59] go movetime 900\n{end} bestmove h2e2\n"
        ))
    };
    assert_eq!((seconds("[00:00:00]").len(), seconds("[00:00:04]").len()), (0, 1));
    let pondered = "1 > uci\n2 < uciok\n3 > position startpos\n4 > go ponder wtime 200\n5000 > ponderhit\n";
    assert_eq!(found(&format!("{pondered}5100 < bestmove h2e2\n")), []);
    assert_found(&format!("{pondered}5500 < bestmove h2e2\n"), 6, Time, "used 500 ms");
}

/// After `ponderhit` a search with limits must answer, one without limits need not.
#[test]
fn a_pondering_search_must_answer_after_its_hit() {
    use FindingKind::NoAnswer;
    for (go, hit, missed) in [
        ("go ponder wtime 200 btime 200", true, true),
        ("go ponder movetime 200", true, true),
        ("go ponder depth 3", true, true),
        ("go ponder nodes 9", true, true),
        ("go ponder", true, false),
        ("go ponder infinite", true, false),
        ("go ponder wtime 200 btime 200", false, false),
        ("go infinite", true, false),
    ] {
        let hit = if hit { "ponderhit\n" } else { "" };
        let log = format!("{UCI}position startpos\n{go}\n{hit}info depth 1\n");
        let expected = if missed { vec![(7, NoAnswer)] } else { Vec::new() };
        assert_eq!(found(&log).iter().map(|one| (one.0, one.1)).collect::<Vec<_>>(), expected, "{log}");
        assert_eq!(found(&format!("{log}bestmove h2e2\n")), [], "{log}");
    }
}

#[test]
fn errors_of_the_engine_are_repeated_once() {
    use FindingKind::{IllegalMove, Reported};
    assert_found(&format!("{UCI}info string error: no memory\n"), 6, Reported, "the engine reports: no memory");
    let refused = format!("{UCI}position startpos moves a0a9\ninfo string error: position not set\n");
    assert_found(&refused, 6, IllegalMove, "a0a9");
}

#[test]
fn engines_of_one_log_are_separate_sessions() {
    let log = "1 >a(0): uci\n1 >b(1): ucci\n2 <a(0): uciok\n2 <b(1): ucciok\n3 >b(1): position startpos moves a0a9\n\
               4 >a(0): position fen x\n";
    let found = found(log);
    let expected = [(5, FindingKind::IllegalMove, "b(1): "), (6, FindingKind::Position, "a(0): ")];
    assert_eq!(found.len(), 2, "{found:?}");
    for ((line, kind, text), (at, of, name)) in found.iter().zip(expected) {
        assert!((*line, *kind) == (at, of) && text.starts_with(name), "{found:?}");
    }
    assert_eq!(examined(log).findings[0].to_string(), format!("line 5: {}", found[0].2));
}

#[test]
fn logs_of_other_games_are_examined() {
    let board = || setup(Board::new(Rules::CONNECT6), || Box::new(RandomPlayer::new(1)));
    let log = "uci\nuciok\nposition startpos moves J10 J10\ngo depth 1\nbestmove A1-B1\n";
    let findings = diagnose(board, log).unwrap().findings;
    assert_eq!(
        findings.iter().map(|found| (found.line, found.kind)).collect::<Vec<_>>(),
        [(3, FindingKind::IllegalMove)]
    );
}
