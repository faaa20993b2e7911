//! What the player of a game is made of.

use crate::{MonteCarloPlayer, Opener, Player, SearchPlayer, usual_context};
use duiyi_clock::MoveContext;
use duiyi_game::{Game, History, Reason, Score};
use duiyi_search::{Evaluated, Evaluator, Heuristics, Playouts, Selection};
use std::{marker::PhantomData, sync::Arc};

/// The searches that [`searches_by`] offers, the default first: alpha-beta, Monte Carlo tree search
/// by random play-outs, and the same by evaluation and priors.
pub const SEARCHES: [&str; 3] = ["alpha_beta", "uct", "puct"];

/// An evaluation that is ready to be searched with.
pub trait Evaluating<G: Game>: Send + Sync {
    /// A new player by one of the game's [searches](PlayerParts::searches).
    fn player(&self, search: &str) -> Box<dyn Player<G>>;

    /// What a position is worth without a search, for the side to move.
    fn static_score(&self, game: &G) -> Score;
}

/// The [searches](SEARCHES) of a game with an evaluator; each thread takes one that `make` makes.
pub fn searches_by<G, E>(make: impl Fn() -> E + Send + Sync + 'static) -> Arc<dyn Evaluating<G>>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    Arc::new(ByEvaluator { make: Arc::new(make), game: PhantomData })
}

struct ByEvaluator<G, E> {
    make: Arc<dyn Fn() -> E + Send + Sync>,
    game: PhantomData<fn(&G)>,
}

impl<G, E> Evaluating<G> for ByEvaluator<G, E>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    fn player(&self, search: &str) -> Box<dyn Player<G>> {
        let make = Arc::clone(&self.make);
        match search {
            "uct" => Box::new(MonteCarloPlayer::new(Selection::Uct, Playouts::<G>::new)),
            "puct" => Box::new(MonteCarloPlayer::new(Selection::Puct, move || Evaluated(make()))),
            _ => Box::new(SearchPlayer::new(move || make())),
        }
    }

    fn static_score(&self, game: &G) -> Score {
        let mut evaluator = (self.make)();
        evaluator.reset(game);
        evaluator.evaluate(game)
    }
}

/// Where an evaluation is read from.
#[derive(Clone, Copy, Debug)]
pub enum EvaluationSource<'a> {
    /// A file.
    File(&'a str),
    /// The text itself: weights under training, say.
    Text(&'a str),
}

type BuiltIn<G> = Box<dyn Fn() -> Arc<dyn Evaluating<G>> + Send + Sync>;
type Reader<G> = Box<dyn Fn(EvaluationSource<'_>) -> Result<Arc<dyn Evaluating<G>>, Reason> + Send + Sync>;

/// An evaluation of a game by its name, and how it is made.
pub struct NamedEvaluation<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) hidden: bool,
    pub(crate) built_in: BuiltIn<G>,
    pub(crate) reader: Option<Reader<G>>,
    ending: Option<&'static str>,
}

impl<G: Game> NamedEvaluation<G> {
    /// An evaluation that the program has.
    pub fn new(
        name: &'static str,
        built_in: impl Fn() -> Arc<dyn Evaluating<G>> + Send + Sync + 'static,
    ) -> NamedEvaluation<G> {
        NamedEvaluation { name, hidden: false, built_in: Box::new(built_in), reader: None, ending: None }
    }

    /// The same, which can also be read from the file of the option `EvalFile`.
    pub fn from_files(
        self,
        read: impl Fn(EvaluationSource<'_>) -> Result<Arc<dyn Evaluating<G>>, Reason> + Send + Sync + 'static,
    ) -> NamedEvaluation<G> {
        NamedEvaluation { reader: Some(Box::new(read)), ..self }
    }

    /// The same, whose files end so (`.nnue`): how a program finds the evaluation of a file.
    pub fn ending(self, ending: &'static str) -> NamedEvaluation<G> {
        NamedEvaluation { ending: Some(ending), ..self }
    }

    /// The same, but not announced to front ends: for comparisons.
    pub fn hidden(self) -> NamedEvaluation<G> {
        NamedEvaluation { hidden: true, ..self }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The evaluation that the program has, or that of a source.
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

/// What the player of a game is made of; [`EnginePlayer`](crate::EnginePlayer) plays by it.
pub struct PlayerParts<G: Game> {
    /// The searches by their names, the default first.
    pub(crate) searches: &'static [&'static str],
    /// At least one; the default first.
    pub(crate) evaluations: Vec<NamedEvaluation<G>>,
    pub(crate) opener: Option<Opener<G>>,
    pub(crate) timing: fn(&History<G>) -> MoveContext,
}

impl<G: Game> PlayerParts<G> {
    /// Searches by their names, the default first, with an evaluation.
    pub fn new(searches: &'static [&'static str], usual: NamedEvaluation<G>) -> PlayerParts<G> {
        PlayerParts { searches, evaluations: vec![usual], opener: None, timing: usual_context }
    }

    /// A player with one evaluator, by any of the [searches](SEARCHES).
    pub fn by<E>(make: impl Fn() -> E + Send + Sync + Clone + 'static) -> PlayerParts<G>
    where
        G: Heuristics + Clone + Send + 'static,
        E: Evaluator<G> + Send + 'static,
    {
        PlayerParts::new(&SEARCHES, NamedEvaluation::new("usual", move || searches_by(make.clone())))
    }

    /// One more evaluation.
    pub fn evaluation(mut self, evaluation: NamedEvaluation<G>) -> PlayerParts<G> {
        self.evaluations.push(evaluation);
        self
    }

    /// The option `OwnBook` and its like, with what opens books.
    pub fn book(self, opener: Opener<G>) -> PlayerParts<G> {
        PlayerParts { opener: Some(opener), ..self }
    }

    /// What the clock may know of a game.
    pub fn timing(self, timing: fn(&History<G>) -> MoveContext) -> PlayerParts<G> {
        PlayerParts { timing, ..self }
    }

    /// The searches by their names, the default first.
    pub fn searches(&self) -> &'static [&'static str] {
        self.searches
    }

    /// The evaluations, the default first.
    pub fn evaluations(&self) -> &[NamedEvaluation<G>] {
        &self.evaluations
    }

    /// The evaluation that reads a file, by the ending of its name; another file belongs to the first
    /// evaluation whose files have no ending of their own.
    pub fn evaluation_of_file(&self, path: &str) -> Option<&NamedEvaluation<G>> {
        let readable = || self.evaluations.iter().filter(|known| known.reader.is_some());
        let ends = |known: &&NamedEvaluation<G>| known.ending.is_some_and(|ending| path.ends_with(ending));
        readable().find(ends).or_else(|| readable().find(|known| known.ending.is_none()))
    }

    /// What opens books, if the player takes them.
    pub fn opener(&self) -> Option<&Opener<G>> {
        self.opener.as_ref()
    }
}
