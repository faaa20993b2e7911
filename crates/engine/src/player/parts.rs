//! The parts of a game's player.

use crate::player::{
    EndgameOpener, MonteCarloPlayer, Opener, Player, RatingScale, SearchPlayer,
    learning::{LearnerOpener, learner_opener},
    usual_context,
};
use duiyi_clock::MoveContext;
use duiyi_game::{Game, History, Notation, Reason, Score};
use duiyi_search::{Evaluated, Evaluator, Heuristics, Playouts, Selection};
use std::sync::Arc;

/// The searches of [`searches_by`], the default first: alpha-beta, Monte Carlo tree search with
/// random playouts, and the same with evaluation and priors.
pub const SEARCHES: [&str; 3] = ["alpha_beta", "uct", "puct"];

/// An evaluation for searches.
pub trait Evaluating<G: Game>: Send + Sync {
    /// Creates a player with one of the game's [searches](PlayerParts::searches).
    fn player(&self, search: &str) -> Box<dyn Player<G>>;

    /// The static evaluation of a position, for the side to move.
    fn static_score(&self, game: &G) -> Score;
}

/// The [searches](SEARCHES) of a game with an evaluator; `make` creates one for each thread.
pub fn searches_by<G, E>(make: impl Fn() -> E + Send + Sync + 'static) -> Arc<dyn Evaluating<G>>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    by_evaluator(make, None, false)
}

/// The same for an evaluator with which the search may prune, or not, in a game that does not declare
/// itself [prunable](Heuristics::PRUNABLE).
pub fn pruning_searches_by<G, E>(prunes: bool, make: impl Fn() -> E + Send + Sync + 'static) -> Arc<dyn Evaluating<G>>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    by_evaluator(make, None, prunes)
}

/// The same for a game whose levels were measured: the alpha-beta search has `UCI_LimitStrength` and
/// `UCI_Elo`.
pub fn rated_searches_by<G, E>(
    scale: RatingScale,
    make: impl Fn() -> E + Send + Sync + 'static,
) -> Arc<dyn Evaluating<G>>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    by_evaluator(make, Some(scale), false)
}

fn by_evaluator<G, E>(
    make: impl Fn() -> E + Send + Sync + 'static,
    scale: Option<RatingScale>,
    prunes: bool,
) -> Arc<dyn Evaluating<G>>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    Arc::new(ByEvaluator { make: Arc::new(move || AnyEvaluator(Box::new(make()))), scale, prunes })
}

/// An evaluator that is chosen at run time, so that the searches of a game are compiled once and not for
/// each of its evaluators.
struct AnyEvaluator<G>(Box<dyn Evaluator<G> + Send>);

impl<G: Game> Evaluator<G> for AnyEvaluator<G> {
    fn reset(&mut self, game: &G) {
        self.0.reset(game);
    }

    #[inline]
    fn push(&mut self, game: &G, mv: G::Move) {
        self.0.push(game, mv);
    }

    #[inline]
    fn pop(&mut self) {
        self.0.pop();
    }

    #[inline]
    fn evaluate(&mut self, game: &G) -> Score {
        self.0.evaluate(game)
    }
}

struct ByEvaluator<G> {
    make: Arc<dyn Fn() -> AnyEvaluator<G> + Send + Sync>,
    scale: Option<RatingScale>,
    prunes: bool,
}

impl<G: Heuristics + Clone + Send + 'static> Evaluating<G> for ByEvaluator<G> {
    fn player(&self, search: &str) -> Box<dyn Player<G>> {
        let make = Arc::clone(&self.make);
        match search {
            "uct" => Box::new(MonteCarloPlayer::new(Selection::Uct, Playouts::<G>::new)),
            "puct" => Box::new(MonteCarloPlayer::new(Selection::Puct, move || Evaluated(make()))),
            _ => {
                let mut player = SearchPlayer::new(move || make());
                player.searcher.main.prunes = self.prunes;
                Box::new(match self.scale {
                    Some(scale) => player.rated(scale),
                    None => player,
                })
            }
        }
    }

    fn static_score(&self, game: &G) -> Score {
        let mut evaluator = (self.make)();
        evaluator.reset(game);
        evaluator.evaluate(game)
    }
}

/// The source of an evaluation.
#[derive(Clone, Copy, Debug)]
pub enum EvaluationSource<'a> {
    /// A file.
    File(&'a str),
    /// The text itself, for example weights in training.
    Text(&'a str),
}

type BuiltIn<G> = Arc<dyn Fn() -> Arc<dyn Evaluating<G>> + Send + Sync>;
type Reader<G> = Arc<dyn Fn(EvaluationSource<'_>) -> Result<Arc<dyn Evaluating<G>>, Reason> + Send + Sync>;

/// A named evaluation of a game.
#[derive(Clone)]
pub struct NamedEvaluation<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) hidden: bool,
    pub(crate) built_in: BuiltIn<G>,
    pub(crate) reader: Option<Reader<G>>,
    ending: Option<&'static str>,
}

impl<G: Game> NamedEvaluation<G> {
    /// A built-in evaluation.
    pub fn new(
        name: &'static str,
        built_in: impl Fn() -> Arc<dyn Evaluating<G>> + Send + Sync + 'static,
    ) -> NamedEvaluation<G> {
        NamedEvaluation { name, hidden: false, built_in: Arc::new(built_in), reader: None, ending: None }
    }

    /// Adds a reader for the file of the option `EvalFile`.
    pub fn from_files(
        self,
        read: impl Fn(EvaluationSource<'_>) -> Result<Arc<dyn Evaluating<G>>, Reason> + Send + Sync + 'static,
    ) -> NamedEvaluation<G> {
        NamedEvaluation { reader: Some(Arc::new(read)), ..self }
    }

    /// Sets the ending of its files (`.nnue`), by which a program finds the evaluation of a file.
    pub fn ending(self, ending: &'static str) -> NamedEvaluation<G> {
        NamedEvaluation { ending: Some(ending), ..self }
    }

    /// The ending of its files, if it has one of its own.
    pub fn file_ending(&self) -> Option<&'static str> {
        self.ending
    }

    /// Hides the evaluation from front ends, for comparisons.
    pub fn hidden(self) -> NamedEvaluation<G> {
        NamedEvaluation { hidden: true, ..self }
    }

    /// The name of the evaluation.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The built-in evaluation, or one read from a source.
    ///
    /// # Errors
    /// If the source cannot be read, or the evaluation has no files.
    pub fn make(&self, source: Option<EvaluationSource<'_>>) -> Result<Arc<dyn Evaluating<G>>, Reason> {
        match (source, &self.reader) {
            (None, _) => Ok((self.built_in)()),
            (Some(source), Some(read)) => read(source),
            (Some(_), None) => Err(format!("the evaluation {} is not read from files", self.name).into()),
        }
    }
}

/// The parts of a game's player, [`EnginePlayer`](crate::player::EnginePlayer).
#[derive(Clone)]
pub struct PlayerParts<G: Game> {
    /// The names of the searches, the default first.
    pub(crate) searches: &'static [&'static str],
    /// At least one, the default first.
    pub(crate) evaluations: Vec<NamedEvaluation<G>>,
    pub(crate) opener: Option<Opener<G>>,
    pub(crate) learner_opener: Option<LearnerOpener<G>>,
    pub(crate) endgames: Option<EndgameOpener<G>>,
    pub(crate) timing: fn(&History<G>) -> MoveContext,
}

impl<G: Game> PlayerParts<G> {
    /// The names of the searches, the default first, with an evaluation.
    pub fn new(searches: &'static [&'static str], usual: NamedEvaluation<G>) -> PlayerParts<G> {
        PlayerParts {
            searches,
            evaluations: vec![usual],
            opener: None,
            learner_opener: None,
            endgames: None,
            timing: usual_context,
        }
    }

    /// A player with one evaluator and all [searches](SEARCHES).
    pub fn by<E>(make: impl Fn() -> E + Send + Sync + Clone + 'static) -> PlayerParts<G>
    where
        G: Heuristics + Clone + Send + 'static,
        E: Evaluator<G> + Send + 'static,
    {
        PlayerParts::new(&SEARCHES, NamedEvaluation::new("usual", move || searches_by(make.clone())))
    }

    /// Adds an evaluation.
    pub fn evaluation(mut self, evaluation: NamedEvaluation<G>) -> PlayerParts<G> {
        self.evaluations.push(evaluation);
        self
    }

    /// Adds `OwnBook` and the other options of opening books. Results are learned for the board and
    /// keys of `start`.
    pub fn book(self, opener: Opener<G>, start: G) -> PlayerParts<G>
    where
        G: Notation,
    {
        PlayerParts { opener: Some(opener), learner_opener: Some(learner_opener(start)), ..self }
    }

    /// Adds `EndgamePath` and `UseEndgames`.
    pub fn endgames(self, opener: EndgameOpener<G>) -> PlayerParts<G> {
        PlayerParts { endgames: Some(opener), ..self }
    }

    /// Sets the function that returns the move context for the clock.
    pub fn timing(self, timing: fn(&History<G>) -> MoveContext) -> PlayerParts<G> {
        PlayerParts { timing, ..self }
    }

    /// The function that returns the move context for the clock.
    pub fn context(&self) -> fn(&History<G>) -> MoveContext {
        self.timing
    }

    /// The names of the searches, the default first.
    pub fn searches(&self) -> &'static [&'static str] {
        self.searches
    }

    /// The evaluations, the default first.
    pub fn evaluations(&self) -> &[NamedEvaluation<G>] {
        &self.evaluations
    }

    /// The evaluation that reads a file, by the ending of its name; other files belong to the first
    /// evaluation without its own ending.
    pub fn evaluation_of_file(&self, path: &str) -> Option<&NamedEvaluation<G>> {
        let readable = || self.evaluations.iter().filter(|known| known.reader.is_some());
        let ends = |known: &&NamedEvaluation<G>| known.ending.is_some_and(|ending| path.ends_with(ending));
        readable().find(ends).or_else(|| readable().find(|known| known.ending.is_none()))
    }

    /// The function that opens endgame tables, if the game has them.
    pub fn endgame_opener(&self) -> Option<&EndgameOpener<G>> {
        self.endgames.as_ref()
    }

    /// The function that opens books, if the player supports them.
    pub fn opener(&self) -> Option<&Opener<G>> {
        self.opener.as_ref()
    }
}
