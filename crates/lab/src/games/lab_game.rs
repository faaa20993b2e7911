//! A game in the laboratory: its kit, and the protocols of its programs.

use super::scored;
use duiyi_arena::{ClockRules, Entrant, KnownWinner, Opening, StoneConfig, Watchdog};
use duiyi_book::OpenBook;
use duiyi_game::{Game, History, Notation, Placement, Reason, Score, Square, Verdict, files};
use duiyi_kit::{GameKit, Tuning, matches::TakeGame};
use std::{cmp::Ordering, io::BufRead, path::Path, sync::Arc, time::Duration};

/// Creates an entrant for a program that speaks a protocol of games with stones.
type StoneEntrant<G> = fn(StoneConfig, &Arc<Watchdog>) -> Entrant<G>;

/// The board of a game with stones, for protocols that name its squares.
pub(crate) struct StoneBoard<G: Game> {
    /// The columns and rows.
    pub(crate) size: fn(&G) -> (u8, u8),
    /// The squares of a move.
    pub(crate) squares: fn(&G, G::Move) -> Vec<Square>,
    /// The move that puts a stone on a square, if it is legal.
    pub(crate) move_on: fn(&G, Square) -> Option<G::Move>,
}

impl<G: Game> Clone for StoneBoard<G> {
    fn clone(&self) -> StoneBoard<G> {
        *self
    }
}

impl<G: Game> Copy for StoneBoard<G> {}

/// A game in the laboratory.
#[derive(Clone)]
pub(crate) struct LabGame<G: Notation> {
    kit: GameKit<G>,
    stones: Option<StoneEntrant<G>>,
    board: Option<StoneBoard<G>>,
}

impl<G: Notation> LabGame<G> {
    /// The game of a kit.
    pub(crate) fn new(kit: GameKit<G>) -> LabGame<G> {
        LabGame { kit, stones: None, board: None }
    }

    /// A game with stones, for which programs may also use the protocols of such games.
    pub(crate) fn with_stones(kit: GameKit<G>) -> LabGame<G>
    where
        G: Placement,
    {
        let board = StoneBoard {
            size: |now: &G| now.size(),
            squares: |now, mv| now.squares(mv).collect(),
            move_on: |now, at| now.move_on(&[at]),
        };
        let stones: StoneEntrant<G> = |config, watchdog| config.entrant(Some(Arc::clone(watchdog)));
        LabGame { kit, stones: Some(stones), board: Some(board) }
    }

    /// The same game with a rule set; the empty name is the default.
    pub(crate) fn by(&self, rules: &str) -> Result<LabGame<G>, Reason> {
        Ok(LabGame { kit: self.kit.with_rules(rules)?, ..self.clone() })
    }

    /// The kit.
    pub(crate) fn kit(&self) -> &GameKit<G> {
        &self.kit
    }

    /// The initial position.
    pub(crate) fn start(&self) -> &G {
        &self.kit.start
    }

    /// How clocks are kept in the game, with this tolerance per move.
    pub(crate) fn clock_rules(&self, margin: Duration) -> ClockRules<G> {
        ClockRules::new(margin).context(self.kit.parts.context())
    }

    /// The winner of a position, by the endgame tables in a folder.
    pub(crate) fn known_winner(&self, folder: &str) -> Result<KnownWinner<G>, Reason> {
        let name = self.kit.name;
        let open = self.kit.parts.endgame_opener().ok_or_else(|| format!("{name} has no endgame tables"))?;
        let tables = open(folder).map_err(|reason| format!("--endgames: {reason}"))?;
        Ok(Arc::new(move |position: &G| {
            let Verdict::Exact(score, _) = tables.verdict(position, 0) else { return None };
            let mover = position.side_to_move();
            Some(match score.cmp(&Score::ZERO) {
                Ordering::Greater => Some(mover),
                Ordering::Equal => None,
                Ordering::Less => Some(!mover),
            })
        }))
    }

    /// The tunable parts of the game.
    pub(crate) fn tuning(&self) -> &Tuning<G> {
        &self.kit.tuning
    }

    /// Whether programs may speak the protocols of games with stones.
    pub(crate) fn has_stones(&self) -> bool {
        self.stones.is_some()
    }

    /// The board, if programs may speak the protocols of games with stones.
    pub(crate) fn stone_board(&self) -> Option<StoneBoard<G>> {
        self.board
    }

    /// A program that speaks a protocol of games with stones.
    pub(crate) fn stone_program(&self, config: StoneConfig, watchdog: &Arc<Watchdog>) -> Result<Entrant<G>, Reason> {
        let make = self
            .stones
            .ok_or_else(|| format!("{} has no protocol {:?}; expected uci or ucci", self.kit.name, config.protocol))?;
        Ok(make(config, watchdog))
    }

    /// The openings of a set; `None` if there is no set of that name.
    pub(crate) fn opening_set(&self, name: &str) -> Option<Vec<Opening>> {
        let set = self.kit.openings.sets.iter().find(|set| set.name == name)?;
        Some((set.list)().into_iter().map(|(id, game)| Opening { id, position: opening_text(&game) }).collect())
    }

    /// A random opening of a number of turns.
    pub(crate) fn random_opening(&self, seed: u64, turns: u32) -> Result<Opening, Reason> {
        let game = (self.kit.openings.draw)(self.start(), seed, turns)?;
        Ok(Opening { id: format!("drawn {seed}"), position: opening_text(&game) })
    }

    /// The names of openings along a game.
    pub(crate) fn opening_names(&self, game: &History<G>) -> Vec<(usize, String)> {
        self.kit.openings.names.map_or_else(Vec::new, |names| names(game))
    }

    /// The text of an opening or a position: a text without a position is read as turns.
    pub(crate) fn with_moves(&self, text: String) -> String {
        // Only positions contain a slash: an error in one is reported for a position.
        let is_line = !text.is_empty()
            && !text.contains('/')
            && !text.split_whitespace().any(|word| word == "moves")
            && self.start().read_position(&text).is_err();
        if is_line { format!("moves {text}") } else { text }
    }

    /// Opens a book in any format of the game.
    pub(crate) fn open_book(&self, path: &Path) -> Result<OpenBook<G>, Reason> {
        let name = path.to_str().filter(|name| !name.is_empty());
        match self.kit.parts.opener().zip(name) {
            Some((open, name)) => Ok(open(name)?.ok_or_else(|| format!("{name}: unknown book"))?),
            None => Ok(duiyi_book::open(path, self.start())?),
        }
    }

    /// Reads a collection of games: records with scores, or a format of the game. Each game that cannot
    /// be read is passed on as an error.
    pub(crate) fn read_games(&self, input: &mut dyn BufRead, take: TakeGame<'_, G>) -> Result<(), Reason> {
        files::skip_mark(input)?;
        if scored::are_scored(input.fill_buf()?) {
            return scored::read(self.start(), input, &mut |game| take(game.and_then(scored::played)));
        }
        match self.kit.collections {
            Some(read) if read(self.start(), input, take)? => Ok(()),
            _ => {
                let name = self.kit.name;
                Err(format!("found no games of {name}; expected records of lab generate or of a match").into())
            }
        }
    }
}

/// An opening as stored in records: only the moves if the game starts at the usual position.
fn opening_text<G: Notation>(game: &History<G>) -> String {
    let start = game.start();
    let usual = G::begin(&start.rules()).is_ok_and(|usual| usual.write_position() == start.write_position());
    match usual {
        true => format!("moves {}", start.write_line(game.moves())),
        false => game.write(),
    }
}
