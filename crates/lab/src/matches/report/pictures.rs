//! Games as sequences of pictures. An element of several pictures is stored once, and a picture is
//! stored as the difference from the previous one.

use duiyi_arena::GameRecord;
use duiyi_game::{
    Diagram, History, Notation, Reason, Square,
    svg::{self, Marks, SvgSettings},
};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// The elements of all pictures.
#[derive(Default)]
pub(super) struct Elements {
    /// The first line of a picture, which contains its size.
    pub(super) opening: String,
    /// Each element with its layer: higher layers are drawn later.
    pub(super) all: Vec<(u8, String)>,
    numbers: HashMap<String, usize>,
}

/// A displayed turn.
#[derive(Serialize)]
struct Shown {
    /// The turn.
    turn: String,
    /// The information reported by the player.
    note: String,
    /// Elements added in the picture after the turn.
    more: Vec<usize>,
    /// Elements removed in it.
    less: Vec<usize>,
}

/// A game as pictures.
#[derive(Serialize)]
pub(super) struct Film {
    /// The title of the game.
    title: String,
    /// Elements of the first picture.
    start: Vec<usize>,
    turns: Vec<Shown>,
}

impl Film {
    /// The pictures of a game.
    ///
    /// # Errors
    /// If the game is illegal under these rules.
    pub(super) fn new<G: Notation + Diagram>(
        rules: &G,
        game: &GameRecord,
        title: String,
        elements: &mut Elements,
    ) -> Result<Film, Reason> {
        let mut history = History::read_by(rules, &game.opening.position)?;
        let mut before = elements.of(history.now(), Vec::new());
        let start = before.iter().copied().collect();
        let mut turns = Vec::new();
        for played in game.moves.iter().filter(|played| !played.late) {
            let begin = history.now().clone();
            history.read_turns([played.mv.as_str()])?;
            let mut last = Vec::new();
            let mut now = begin.clone();
            for &mv in history.turns().last().unwrap_or_default() {
                last.extend(now.squares(mv));
                now.make(mv);
            }
            let after = elements.of(history.now(), last);
            let note = [
                played.score.map(|score| score.to_string()),
                played.depth.map(|depth| format!("depth {depth}")),
                played.nodes.map(|nodes| format!("{nodes} nodes")),
                Some(format!("{:.2} s", played.us as f64 / 1e6)),
            ];
            turns.push(Shown {
                turn: played.mv.clone(),
                note: note.into_iter().flatten().collect::<Vec<_>>().join(", "),
                more: after.difference(&before).copied().collect(),
                less: before.difference(&after).copied().collect(),
            });
            before = after;
        }
        Ok(Film { title, start, turns })
    }
}

impl Elements {
    /// The elements of the picture of a position.
    fn of<G: Notation + Diagram>(&mut self, now: &G, last: Vec<Square>) -> BTreeSet<usize> {
        let marks = Marks { last, threats: now.warnings(), ..Marks::default() };
        let picture = svg::draw(now, &marks, &SvgSettings::default());
        let mut lines = picture.lines().filter(|line| !line.starts_with("</svg") && !line.starts_with("<title"));
        if let Some(opening) = lines.next() {
            self.opening = opening.to_owned();
        }
        lines.map(|line| self.number(line)).collect()
    }

    fn number(&mut self, line: &str) -> usize {
        if let Some(&known) = self.numbers.get(line) {
            return known;
        }
        let class = line.split("class=\"").nth(1).unwrap_or_default();
        let layer = match class.split([' ', '"']).next().unwrap_or_default() {
            "last" => 1,
            "piece" => 2,
            "ring" => 3,
            "character" => 4,
            "threat" => 5,
            _ => 0,
        };
        self.all.push((layer, line.to_owned()));
        self.numbers.insert(line.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}
