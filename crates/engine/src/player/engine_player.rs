//! The player of an engine, with options for book, evaluation and search.

use crate::player::{
    Decision, Evaluating, EvaluationSource, Inspect, NodeLimit, OptionError, OptionSpec, Player, PlayerParts,
    RandomPlayer, Request, options::read_choice, own_book::OwnBook, own_endgames::OwnEndgames,
};
use duiyi_clock::MoveContext;
use duiyi_game::{Game, History, Reason};
use std::sync::Arc;

/// The option that selects the search.
const SEARCH: &str = "Search";
/// The option that selects the evaluation.
const EVALUATION: &str = "Evaluation";
/// The option for the file of an evaluation.
const EVAL_FILE: &str = "EvalFile";

/// A player whose opening book, evaluation and search are options.
///
/// `Search` selects one of the searches and `Evaluation` one of the evaluations of its
/// [parts](PlayerParts). `EvalFile` names a file for the selected evaluation or, if that has no files,
/// for the first one that has; the empty name stands for the built-in evaluation. A new choice creates
/// a new search with all options set before.
///
/// ```
/// use duiyi_game::{History, Score, nim::Nim};
/// use duiyi_engine::{EnginePlayer, Player, PlayerParts, Request};
/// use duiyi_search::{LimitControl, Limits, StopHandle};
///
/// let parts = PlayerParts::by(|| |_: &Nim| Score::ZERO);
/// let mut player = EnginePlayer::new(parts.into());
/// player.set_option("Hash", "1")?;
/// player.set_option("Search", "uct")?;
/// let decision = player.decide(&mut Request {
///     game: &History::new(Nim::new(7)),
///     allowed: &|_| true,
///     control: &mut LimitControl::new(Limits::nodes(1000), StopHandle::new()),
///     observer: &mut (),
/// });
/// assert_eq!(decision.unwrap().turn, [1]);
/// # Ok::<(), duiyi_engine::OptionError>(())
/// ```
pub struct EnginePlayer<G: Game + Clone + 'static> {
    /// Additional limits of the search for a turn.
    pub most: MostSearched,
    parts: Arc<PlayerParts<G>>,
    chosen: Chosen<G>,
    player: Box<dyn Player<G>>,
    book: Option<OwnBook<G>>,
    endgames: Option<OwnEndgames<G>>,
    /// The options that were set, for the next search, in the order of their last setting: some change
    /// what others have set.
    set: Vec<(String, String)>,
    specs: Vec<OptionSpec>,
}

/// What the player of a search is made from.
struct Chosen<G: Game> {
    evaluation: usize,
    search: usize,
    /// Evaluations read from files, by the index of the evaluation.
    read: Vec<Option<Arc<dyn Evaluating<G>>>>,
}

// Not derived, since a game need not be `Clone`.
impl<G: Game> Clone for Chosen<G> {
    fn clone(&self) -> Chosen<G> {
        Chosen { evaluation: self.evaluation, search: self.search, read: self.read.clone() }
    }
}

/// Additional limits of the search for a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MostSearched {
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
}

impl<G: Game + Clone + 'static> EnginePlayer<G> {
    /// A player with default options.
    pub fn new(parts: Arc<PlayerParts<G>>) -> EnginePlayer<G> {
        let player = (parts.evaluations[0].built_in)().player(parts.searches.first().unwrap_or(&""));
        let specs = specs(&parts, &*player);
        let read = parts.evaluations.iter().map(|_| None).collect();
        let book = parts.opener.as_ref().zip(parts.learner_opener.as_ref());
        let book = book.map(|(opener, learner)| OwnBook::new(Arc::clone(opener), Arc::clone(learner)));
        let endgames = parts.endgames.as_ref().map(|opener| OwnEndgames::new(Arc::clone(opener)));
        EnginePlayer {
            most: MostSearched::default(),
            parts,
            chosen: Chosen { evaluation: 0, search: 0, read },
            player,
            book,
            endgames,
            set: Vec::new(),
            specs,
        }
    }

    /// Selects an evaluation by its name, read from a source if one is given.
    ///
    /// # Errors
    /// If there is no such evaluation, the source cannot be read, or the search refuses an option that was set, for
    /// example for lack of memory. Then nothing changes.
    pub fn take_evaluation(&mut self, name: &str, source: Option<EvaluationSource<'_>>) -> Result<(), Reason> {
        let names: Vec<&str> = self.parts.evaluations.iter().map(|evaluation| evaluation.name).collect();
        let evaluation = read_choice(EVALUATION, name, &names)?;
        let mut chosen = Chosen { evaluation, ..self.chosen.clone() };
        chosen.read[evaluation] =
            source.map(|source| self.parts.evaluations[evaluation].make(Some(source))).transpose()?;
        Ok(self.renew(chosen)?)
    }

    /// Reads the file of an evaluation.
    fn take_file(&mut self, path: &str) -> Result<(), OptionError> {
        let evaluations = &self.parts.evaluations;
        let has_files = |&at: &usize| evaluations[at].reader.is_some();
        let mut chosen = self.chosen.clone();
        let at = Some(chosen.evaluation).filter(has_files).or_else(|| (0..evaluations.len()).find(has_files));
        let at = at.ok_or_else(|| OptionError::unknown(EVAL_FILE, &self.specs))?;
        let source = Some(path).filter(|path| !path.is_empty() && *path != "<empty>").map(EvaluationSource::File);
        let failed = |reason: Reason| OptionError::File { name: EVAL_FILE.to_owned(), reason: reason.to_string() };
        chosen.read[at] = source.map(|source| evaluations[at].make(Some(source))).transpose().map_err(failed)?;
        if at == chosen.evaluation {
            return self.renew(chosen);
        }
        self.chosen = chosen;
        Ok(())
    }

    /// Creates a new search, or the previous one again if the new one refuses an option that was set.
    fn renew(&mut self, chosen: Chosen<G>) -> Result<(), OptionError> {
        let before = std::mem::replace(&mut self.chosen, chosen);
        self.make().inspect_err(|_| {
            self.chosen = before;
            // It accepted the options before.
            let _ = self.make();
        })
    }

    /// Creates the search that is chosen and sets its options.
    fn make(&mut self) -> Result<(), OptionError> {
        let Chosen { evaluation, search, ref read } = self.chosen;
        let known = read[evaluation].clone().unwrap_or_else(|| (self.parts.evaluations[evaluation].built_in)());
        // Drop the old search first, so that its memory is free for the new one.
        self.player = Box::new(RandomPlayer::new(0));
        self.player = known.player(self.parts.searches.get(search).unwrap_or(&""));
        self.player.set_endgames(self.endgames.as_ref().and_then(OwnEndgames::tables));
        let mut refused = None;
        for (name, value) in &self.set {
            match self.player.set_option(name, value) {
                // Another search may lack an option, a switch or a constant.
                Ok(()) | Err(OptionError::Unknown { .. } | OptionError::Constant { .. }) => {}
                Err(error) => _ = refused.get_or_insert(error),
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// Sets an option of the search.
    fn set_of_search(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.player.set_option(name, value).map_err(|error| match error {
            // The error for an unknown option lists the options of this search.
            OptionError::Unknown { .. } if !self.specs.iter().any(|spec| spec.is_named(name)) => {
                OptionError::unknown(name, &self.specs)
            }
            error => error,
        })?;
        self.set.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.set.push((name.to_owned(), value.to_owned()));
        Ok(())
    }
}

/// The options of the search, followed by the options for the available choices.
fn specs<G: Game + Clone + 'static>(parts: &PlayerParts<G>, player: &dyn Player<G>) -> Vec<OptionSpec> {
    let mut specs = player.options().to_vec();
    if let [usual, _, ..] = parts.searches {
        specs.push(OptionSpec::combo(SEARCH, usual, parts.searches.iter().copied()).ucci("search"));
    }
    let shown: Vec<&str> = parts.evaluations.iter().filter(|it| !it.hidden).map(|it| it.name).collect();
    if parts.evaluations.len() > 1 {
        specs.push(OptionSpec::combo(EVALUATION, parts.evaluations[0].name, shown).ucci("evaluation"));
    }
    if parts.evaluations.iter().any(|evaluation| evaluation.reader.is_some()) {
        specs.push(OptionSpec::text(EVAL_FILE).ucci("evalfile"));
    }
    if parts.opener.is_some() {
        specs.extend(OwnBook::<G>::specs());
    }
    if parts.endgames.is_some() {
        specs.extend(OwnEndgames::<G>::specs());
    }
    specs
}

impl<G: Game + Clone + 'static> Player<G> for EnginePlayer<G> {
    fn new_game(&mut self, start: &G) {
        if let Some(book) = &mut self.book {
            book.end_game(None);
        }
        self.player.new_game(start);
    }

    fn end_game(&mut self, game: &History<G>) {
        if let Some(book) = &mut self.book {
            book.end_game(Some(game));
        }
    }

    fn take_note(&mut self) -> Option<String> {
        self.book.as_mut().and_then(OwnBook::take_note)
    }

    fn options(&self) -> &[OptionSpec] {
        &self.specs
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case(SEARCH) {
            let search = read_choice(SEARCH, value, self.parts.searches)?;
            let chosen = Chosen { search, ..self.chosen.clone() };
            return if search == self.chosen.search { Ok(()) } else { self.renew(chosen) };
        }
        if name.eq_ignore_ascii_case(EVALUATION) {
            let evaluations = self.parts.evaluations.iter();
            let shown: Vec<&str> = evaluations.clone().filter(|it| !it.hidden).map(|it| it.name).collect();
            let named = self.parts.evaluations.iter().position(|it| it.name.eq_ignore_ascii_case(value));
            let evaluation = named.map_or_else(|| read_choice(EVALUATION, value, &shown), Ok)?;
            let chosen = Chosen { evaluation, ..self.chosen.clone() };
            return if evaluation == self.chosen.evaluation { Ok(()) } else { self.renew(chosen) };
        }
        if name.eq_ignore_ascii_case(EVAL_FILE) {
            return self.take_file(value);
        }
        if let Some(endgames) = &mut self.endgames
            && endgames.set_option(name, value)?
        {
            self.player.set_endgames(endgames.tables());
            return Ok(());
        }
        match self.book.as_mut().map(|book| book.set_option(name, value)).transpose()? {
            Some(true) => Ok(()),
            _ => self.set_of_search(name, value),
        }
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let decision = match self.book.as_mut().map_or_else(|| Err(Vec::new()), |book| book.advise(request)) {
            Ok(decision) => decision,
            Err(without) => {
                let MostSearched { depth, nodes } = self.most;
                let mut control = NodeLimit { inner: &mut *request.control, nodes, depth };
                let allowed = |turn: &[G::Move]| (request.allowed)(turn) && !turn.iter().all(|mv| without.contains(mv));
                let game = request.game;
                let observer = &mut *request.observer;
                self.player.decide(&mut Request { game, allowed: &allowed, control: &mut control, observer })?
            }
        };
        if let Some(book) = &mut self.book {
            book.record(request, &decision);
        }
        Some(decision)
    }

    fn context(&self, game: &History<G>) -> MoveContext {
        (self.parts.timing)(game)
    }

    fn inspect(&mut self) -> Option<&mut dyn Inspect<G>> {
        self.player.inspect()
    }
}
