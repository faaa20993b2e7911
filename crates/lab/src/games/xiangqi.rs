//! Xiangqi in the laboratory.

use super::{
    Choice, Chooser, EvaluationSpec, Judge, LabGame, OWN, PlayedGame, PlayerSpec, Sum, Tunable, monte_carlo,
    players::{Random, engine_player},
    scored,
};
use duiyi_book::{OpenBook, Source};
use duiyi_game::{History, Reason};
use duiyi_nnue::train::games::ScoredGame;
use duiyi_player::{Decision, EvaluationSource, Player, Request};
use duiyi_tune::texel::{Sample, Weight};
use duiyi_xiangqi::{
    Evaluation, FULL_PHASE, MAX_WEIGHT, Move, MoveKind, MoveList, Position, Weights, Xiangqi,
    books::{self, ElephantEyeBook},
    formats::{GameReader, GameRecord, GameResult},
    openings,
    player::{self, BY_HAND, NETWORK, THESIS, TUNED, read_weights},
};
use std::{fs, io::BufRead, path::Path, sync::Arc};

/// The scheme of parallel search unless a description says otherwise.
const SCHEME: &str = "ybw";

impl LabGame for Xiangqi {
    const BUILTINS: &'static [&'static str] = &[OWN, monte_carlo::UCT, monte_carlo::PUCT, "greedy", "random"];
    const WORDS: &'static [&'static str] = &["scheme", "driver"];

    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player<Xiangqi>>, Reason> {
        if spec.kind != OWN && !monte_carlo::is_named(&spec.kind) {
            let (random, greedy) = (Random { seed: spec.seed }, spec.kind == "greedy");
            return Ok(if greedy { Box::new(Greedy(random)) } else { Box::new(random) });
        }
        let mut player = engine_player(player::parts().book(self.opener()), spec)?;
        let (name, source) = evaluation(&spec.evaluation);
        player.take_evaluation(name, source)?;
        Ok(Box::new(player))
    }

    fn describe(spec: &PlayerSpec) -> String {
        if monte_carlo::is_named(&spec.kind) {
            return monte_carlo::describe(spec);
        }
        if spec.kind != OWN {
            let moves = if spec.kind == "greedy" { "the best captures, otherwise random" } else { "random" };
            return format!("{moves} legal moves, seed {}", spec.seed);
        }
        let hash = spec.option("Hash").unwrap_or_default();
        let mut text = format!("duiyi {} in this process, hash {hash} MiB", env!("CARGO_PKG_VERSION"));
        match &spec.evaluation {
            EvaluationSpec::Usual => text += " [eval=network]",
            // Nothing, as in records from before the network was the usual one.
            EvaluationSpec::Named(name) if name == "tuned" => {}
            EvaluationSpec::Named(name) => text += &format!(" [eval={name}]"),
            EvaluationSpec::Text(_) => text += " [eval=given]",
        }
        if let Some(threads) = spec.option("Threads").filter(|&threads| threads != "1") {
            text += &format!(" [threads={threads} {}]", spec.word("scheme").unwrap_or(SCHEME));
        }
        if let Some(level) = spec.option("Skill Level").filter(|&level| level != "20") {
            text += &format!(" [skill={level} seed={}]", spec.seed);
        }
        if let Some(driver) = spec.word("driver") {
            text += &format!(" [driver={driver}]");
        }
        text + &spec.other_options(&["Hash", "Threads", "Skill Level"]) + &spec.differences()
    }

    fn opening_names(game: &History<Xiangqi>) -> Vec<(usize, String)> {
        openings::course(game).into_iter().map(|(from, name)| (from, name.to_string())).collect()
    }

    fn open_book(&self, path: &Path) -> Result<OpenBook<Xiangqi>, Reason> {
        Ok(books::open(path)?)
    }

    /// ElephantEye's, `.dat`.
    fn write_foreign(&self, book: &dyn Source<Xiangqi>, path: &Path) -> Result<bool, Reason> {
        if path.extension().is_none_or(|end| !end.eq_ignore_ascii_case("dat")) {
            return Ok(false);
        }
        let bytes = ElephantEyeBook::of(book, self)?.write();
        fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(true)
    }

    /// Positions of three kinds: many moves, few moves, in check.
    fn latency_positions() -> Vec<String> {
        [
            "startpos",
            "fen 1rb1kabr1/4aR3/2n6/p1p1p3p/7n1/2P1P1p2/Pc4c1P/C1N1C1N1B/9/1RBAKA3 w - - 4 14",
            "fen 3k5/9/4R4/9/9/9/9/9/4p4/3RK4 w - - 0 1",
            "fen 3akab2/9/1c2b1n1c/r3p1p1p/1np6/p3P1P2/P1PR4P/N1C1C1N2/9/2BAKAB2 w - - 4 13",
        ]
        .map(str::to_owned)
        .to_vec()
    }
}

/// Wins at once if it can, otherwise takes the most valuable piece, by chance where there are several; any move if none.
struct Greedy(Random);

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
        let most = gains.iter().filter(|&&(mv, _)| (request.allowed)(mv)).map(|&(_, gain)| gain).max();
        self.0.decide(&mut Request {
            game: request.game,
            allowed: &|mv| (request.allowed)(mv) && gains.iter().any(|&(of, gain)| of == mv && Some(gain) == most),
            control: &mut *request.control,
            observer: &mut *request.observer,
        })
    }
}

/// What a greedy player gives for a piece, by kind, in half pawns: table 4-1 of the thesis (row Z-D1 of docs/sources.md).
const CAPTURES: [u32; 7] = [0, 4, 4, 8, 18, 9, 2];

/// The name of an evaluation, and its source if it is not the program's own: a file of a network
/// ends in `.nnue`, any other has weights.
fn evaluation(of: &EvaluationSpec) -> (&str, Option<EvaluationSource<'_>>) {
    match of {
        EvaluationSpec::Usual => (NETWORK, None),
        EvaluationSpec::Text(text) => (TUNED, Some(EvaluationSource::Text(text))),
        EvaluationSpec::Named(name) if [NETWORK, TUNED, THESIS, BY_HAND].contains(&name.as_str()) => (name, None),
        EvaluationSpec::Named(path) if path.ends_with(".nnue") => (NETWORK, Some(EvaluationSource::File(path))),
        EvaluationSpec::Named(path) => (TUNED, Some(EvaluationSource::File(path))),
    }
}

impl Tunable for Xiangqi {
    const SKIP: usize = 12;
    const PER_GAME: Option<usize> = Some(12);
    const FIRST_EVALUATION: &'static str = "hand";

    /// PGN and what else the crate reads; games with scores ([`scored`]); or a line a game:
    /// `id|result|…|moves` with four characters a move from the initial position, below a line that
    /// begins with `# id|`.
    fn read_games(
        &self,
        input: &mut dyn BufRead,
        take: &mut dyn FnMut(Result<PlayedGame<Xiangqi>, Reason>),
    ) -> Result<(), Reason> {
        if input.fill_buf()?.starts_with(b"# id|") {
            for (line, number) in input.lines().zip(1..) {
                let line = line?;
                if !line.starts_with('#') {
                    take(read_line(self, &line).map_err(|reason| format!("line {number}: {reason}").into()));
                }
            }
        } else if scored::are_scored(input.fill_buf()?) {
            scored::read(self, input, &mut |game| take(game.and_then(read_scored)))?;
        } else {
            for record in GameReader::new(input) {
                take(record.map_err(Reason::from).and_then(|record| read_record(self, &record)));
            }
        }
        Ok(())
    }

    fn chooser(&self, choice: Choice) -> Result<Box<dyn Chooser<Xiangqi>>, Reason> {
        match choice.solver {
            Some(_) => Err("xiangqi has no solver to leave out won positions".into()),
            None => Ok(Box::new(Quiet { threatened: choice.threatened })),
        }
    }

    fn judge(&self, evaluation: &EvaluationSpec) -> Result<Judge<Xiangqi>, Reason> {
        let (name, source) = self::evaluation(evaluation);
        let parts = player::parts();
        let known = parts.evaluations().iter().find(|known| known.name() == name);
        let known = known.ok_or_else(|| format!("unknown evaluation '{name}'"))?.make(source)?;
        Ok(Box::new(move |game| known.static_score(game).get()))
    }

    fn sum(&self, name: &str) -> Result<Box<dyn Sum<Xiangqi>>, Reason> {
        let weights = match evaluation(&EvaluationSpec::named(name)) {
            (TUNED, None) => Weights::tuned(),
            (BY_HAND, None) => Arc::new(Weights::by_hand()),
            (TUNED, Some(source)) => read_weights(source)?,
            _ => return Err(format!("{name}: this evaluation is not a sum of these features").into()),
        };
        Ok(Box::new(Terms { evaluation: Evaluation::with_weights(Arc::clone(&weights)), weights }))
    }
}

fn read_record(rules: &Xiangqi, record: &GameRecord) -> Result<PlayedGame<Xiangqi>, Reason> {
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
    Ok(PlayedGame { name, game, result, ratings, scores: Vec::new() })
}

fn read_scored(scored: ScoredGame<Xiangqi>) -> Result<PlayedGame<Xiangqi>, Reason> {
    let mut game = History::new(scored.start);
    for &(mv, _) in &scored.plies {
        game.play(mv)?;
    }
    let scores = scored.plies.iter().map(|ply| ply.1).collect();
    Ok(PlayedGame { name: None, game, result: scored.result, ratings: [None; 2], scores })
}

/// A game of a line.
fn read_line(rules: &Xiangqi, line: &str) -> Result<PlayedGame<Xiangqi>, Reason> {
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
    Ok(PlayedGame { name: None, game, result, ratings: [None; 2], scores: Vec::new() })
}

/// Chooses quiet positions.
struct Quiet {
    threatened: bool,
}

impl Chooser<Xiangqi> for Quiet {
    fn takes(&mut self, position: &Xiangqi) -> bool {
        self.threatened || is_quiet(position.position())
    }
}

/// Whether the side to move is not in check and wins nothing by a capture.
fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let mut captures = MoveList::new();
    position.generate(MoveKind::Captures, &mut captures);
    captures.iter().all(|&mv| !position.exchange_at_least(mv, 1))
}

/// The evaluation as a sum of its terms.
struct Terms {
    evaluation: Evaluation,
    weights: Arc<Weights>,
}

impl Sum<Xiangqi> for Terms {
    fn width(&self) -> usize {
        Weights::COUNT
    }

    fn weights(&self) -> Vec<Weight> {
        self.weights.values().map(|(full, bare)| [full as f64, bare as f64]).collect()
    }

    fn sample(&self, position: &Xiangqi, expected: f32) -> Sample {
        let trace = self.evaluation.trace(position.position());
        let phase = trace.phase as f32 / FULL_PHASE as f32;
        Sample { features: trace.features, phase, scale: trace.scale, target: expected }
    }

    fn write(&self, trained: &[Weight], _k: f64, _unit: Option<f64>) -> Result<String, Reason> {
        let rounded = |value: f64| value.round().clamp(-MAX_WEIGHT as f64, MAX_WEIGHT as f64) as i32;
        let weights = Weights::new(trained.iter().map(|weight| (rounded(weight[0]), rounded(weight[1]))))?;
        Ok(weights.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_arena::{Board, Outcome, OutcomeKind, Rules, Side, Told};
    use duiyi_game::Notation;
    use duiyi_search::{LimitControl, Limits, StopHandle};
    use duiyi_xiangqi::{NetworkEvaluation, ThesisEvaluation};

    /// Each evaluation by its name; the usual one is the network.
    #[test]
    fn evaluations_have_names() {
        let position: Position = "3k5/9/c8/9/9/R1n6/p8/9/9/4K4 w - - 0 1".parse().expect("a position");
        let (game, built_in) = (Xiangqi::new(position), NetworkEvaluation::built_in().of(&position));
        let of = |evaluation: &EvaluationSpec| game.judge(evaluation).expect("an evaluation")(&game);
        assert_eq!((of(&EvaluationSpec::Usual), of(&EvaluationSpec::named("network"))), (built_in, built_in));
        let weights = |weights| Evaluation::with_weights(weights).of(&position);
        let others = ["tuned", "hand", "thesis"].map(|name| of(&EvaluationSpec::named(name)));
        let tuned = weights(Weights::tuned());
        assert_eq!(others, [tuned, weights(Weights::by_hand().into()), ThesisEvaluation::new().of(&position)]);
        assert_eq!(of(&EvaluationSpec::Text(Weights::tuned().to_string().into())), tuned);
        assert!(others.iter().all(|&other| other != built_in), "{built_in} {others:?}");
    }

    #[test]
    fn a_greedy_player_takes_the_most_valuable_piece() {
        // The rook on a4 may take the cannon on a7, the horse on c4 and the pawn on a3.
        let position: Position = "3k5/9/c8/9/9/R1n6/p8/9/9/4K4 w - - 0 1".parse().expect("a position");
        let decide = |game: &History<Xiangqi>, seed, greedy| {
            let spec =
                PlayerSpec { kind: if greedy { "greedy" } else { "random" }.to_owned(), seed, ..PlayerSpec::default() };
            let mut player = LabGame::player(&Xiangqi::default(), &spec).expect("a player");
            let mut control = LimitControl::new(Limits::default(), StopHandle::new());
            let mut request = Request { game, allowed: &|_| true, control: &mut control, observer: &mut () };
            player.decide(&mut request).expect("a move").turn[0].to_string()
        };
        let game = History::new(Xiangqi::new(position));
        let moves = |greedy| (0..40).map(|seed| decide(&game, seed, greedy)).collect::<Vec<_>>();
        assert!(moves(true).iter().all(|mv| mv == "a4a7"), "{:?}", moves(true));
        assert!(moves(false).iter().any(|mv| mv != "a4a7"));
        // A mate is worth more than a rook.
        let mate: Position = "3k5/4R4/9/9/9/9/9/r8/8R/4K4 w - - 0 1".parse().expect("a position");
        let mate = History::new(Xiangqi::new(mate));
        assert_eq!(decide(&mate, 1, true), "i1i9");
        // Without a capture any move will do.
        let start = History::new(Xiangqi::default());
        assert_ne!(decide(&start, 1, true), decide(&start, 2, true));
    }

    #[test]
    fn a_hanging_piece_is_not_quiet() {
        assert!(is_quiet(&Position::start()));
        // The cannons look at horses that rooks protect.
        let hanging: Position = "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1".parse().expect("a position");
        assert!(!is_quiet(&hanging));
    }

    #[test]
    fn lines_of_games_are_read() {
        let start = Xiangqi::default();
        let game = read_line(&start, "C1|1-0|date|event|red|black|2|h2e2h9g7").expect("a game");
        assert_eq!((game.game.moves().len(), game.result), (2, Some(1.0)));
        assert_eq!(read_line(&start, "C1|*|h2e2").expect("a game").result, None);
        assert!(read_line(&start, "C1|1-0|h2e2h9").is_err());
    }

    fn play(rules: &str, opening: &str, moves: &str) -> Box<dyn Board> {
        let rules = Told::<Xiangqi>::new(rules).expect("known");
        let mut board = rules.start(opening).expect("a position");
        for mv in moves.split_whitespace() {
            assert_eq!(board.outcome(), None, "over before {mv}");
            board.play(mv).expect("legal");
        }
        board
    }

    fn start() -> String {
        Xiangqi::default().write_position()
    }

    /// The rules by their names in the records of matches.
    #[test]
    fn matches_are_refereed_by_the_named_rules() {
        let opening = "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1";
        let moves = format!("a2a9 {}", "d9d8 a9a8 d8d9 a8a9 ".repeat(2));
        let checks = play("check-only-120", opening, &moves);
        assert_eq!(checks.outcome(), Some(Outcome::win(Side::Second, "perpetual check").by(OutcomeKind::Ruling)));
        assert_eq!(
            play("none-120", opening, &moves).outcome(),
            Some(Outcome::draw("repetition").by(OutcomeKind::Repetition))
        );
        let chase = "i3a3 a5b7 a3b3 b7a5 b3a3 a5b7 a3b3 b7a5 b3a3";
        let chased = play("asian", "3k5/9/9/9/n8/9/8R/9/9/4K4 w - - 0 1", chase);
        assert_eq!(chased.outcome(), Some(Outcome::win(Side::Second, "perpetual chase").by(OutcomeKind::Ruling)));
        let long = |rules| play(rules, "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 99 60", "a2b2").outcome();
        assert_eq!(long("check-only-100"), Some(Outcome::draw("move limit").by(OutcomeKind::MoveLimit)));
        assert_eq!(long("check-only-120"), None);
        for (text, name) in [("asian", "asian-120"), ("check-only-100", "check-only-100"), ("", "asian-120")] {
            assert_eq!(Told::<Xiangqi>::new(text).map(|rules| rules.name().to_owned()).ok().as_deref(), Some(name));
        }
    }

    #[test]
    fn engines_hear_the_moves_since_the_last_capture() {
        let (position, plies) = play("", &start(), "b2b9 a9b9 h2e2").since_irreversible().expect("known");
        assert_eq!(plies, 2);
        assert_eq!(position, "1rbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 2");
    }

    #[test]
    fn illegal_moves_are_refused_with_the_reason() {
        let mut board = play("", &start(), "");
        for (mv, says) in [("h2h9x", "not a move"), ("a0a5", "cannot reach"), ("a9a8", "no piece"), ("☃", "not a move")]
        {
            let error = board.play(mv).expect_err("illegal").to_string();
            assert!(error.contains(says), "{error}");
        }
        let rules = Told::<Xiangqi>::new("").expect("known");
        assert_eq!(rules.record_move("h2e2"), "H2-E2");
        assert!(rules.start("rubbish").is_err());
    }

    /// What is measured is what ships: the player of a match and that of the engine search the same
    /// nodes, with the default evaluation and with another one.
    #[test]
    fn the_player_of_a_match_is_that_of_the_engine() {
        let positions = duiyi_xiangqi::kit::bench_positions();
        let nodes = |player: &mut dyn Player<Xiangqi>| {
            player.set_option("Hash", "16").expect("a size");
            duiyi_engine::bench(player, &positions[..6], 6, |_| {}).nodes
        };
        let mut of_engine = duiyi_xiangqi::kit::player();
        let measured = |evaluation: EvaluationSpec| {
            let spec = PlayerSpec { evaluation, ..PlayerSpec::default() };
            nodes(&mut *Xiangqi::default().player(&spec).expect("a player"))
        };
        let usual = nodes(&mut *of_engine);
        assert_eq!(measured(EvaluationSpec::Usual), usual);
        of_engine.set_option("Evaluation", TUNED).expect("an evaluation");
        let tuned = nodes(&mut *of_engine);
        assert_eq!(measured(EvaluationSpec::named(TUNED)), tuned);
        assert_ne!(usual, tuned);
    }

    /// A weakened player's mistakes follow from the seed and the position.
    #[test]
    fn mistakes_repeat() {
        use duiyi_player::Request;
        use duiyi_search::{LimitControl, Limits, StopHandle};
        let mut spec = PlayerSpec { seed: 7, ..PlayerSpec::default() };
        spec.set_option("Hash", "1");
        spec.set_option("Skill Level", "1");
        let rules = Xiangqi::default();
        let first_moves = |positions: &[&str]| {
            let mut player = rules.player(&spec).expect("a player");
            let moves = positions.iter().map(|moves| {
                let game = History::<Xiangqi>::read("", moves).expect("a game");
                player.new_game(&rules);
                let control = &mut LimitControl::new(Limits::nodes(500), StopHandle::new());
                let allowed = &|_| true;
                player.decide(&mut Request { game: &game, allowed, control, observer: &mut () }).expect("a move").turn
            });
            moves.collect::<Vec<_>>()
        };
        let texts = ["moves h2e2", "moves b0c2", "moves h0g2", "moves h2e2 h9g7"];
        let (forward, mut backward) = (
            first_moves(&texts),
            first_moves(&{
                let mut t = texts;
                t.reverse();
                t
            }),
        );
        backward.reverse();
        assert_eq!(forward, backward);
    }
}
