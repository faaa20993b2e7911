//! Game records: SGF, CCGC, and the line of turns.

use super::{
    board::{Board, rules_of, turn_text},
    node::Node,
};
use crate::{
    error::refused,
    pickle::{Pickled, pickled},
    text::choose,
};
use duiyi_connect6::{
    BLACK, WHITE,
    formats::{Format, GameRecord, GameResult},
};
use duiyi_game::NodeId;
use pyo3::{prelude::*, types::PyBytes};

/// A game record: the players, the initial position, and the turns.
///
/// >>> from duiyi.connect6 import Game
/// >>> game = Game.read(b"(;FF[4]PB[A]PW[B]RE[B+];B[j10];W[i11k11];B[l11k12])")
/// >>> game.tag("black"), game.result, game.turns
/// ('A', '1-0', ['J10', 'I11-K11', 'L11-K12'])
/// >>> game.write("line")
/// b'J10 I11-K11 L11-K12\n'
#[pyclass(weakref, module = "duiyi.connect6")]
pub(crate) struct Game(pub(super) GameRecord);

/// A text field of a record.
type Text = fn(&mut GameRecord) -> &mut String;

/// The text fields of a record by name.
const TAGS: [(&str, Text); 5] = [
    ("black", |record| &mut record.black),
    ("white", |record| &mut record.white),
    ("event", |record| &mut record.event),
    ("place", |record| &mut record.place),
    ("date", |record| &mut record.date),
];

/// The comment and the marks of a node.
type Note = (String, Vec<u8>);

/// A pickled record: SGF, the rules, the text fields and the notes of the nodes.
type Fields<'py> = (Bound<'py, PyBytes>, String, Vec<String>, Vec<Note>);

/// The nodes of a record, each before its children.
fn nodes(record: &GameRecord) -> Vec<NodeId> {
    let (mut nodes, mut rest) = (Vec::new(), vec![NodeId::ROOT]);
    while let Some(id) = rest.pop() {
        nodes.push(id);
        rest.extend(record.tree.node(id).into_iter().flat_map(|node| node.children().iter().rev()));
    }
    nodes
}

#[pymethods]
impl Game {
    /// A record of the turns played on a board.
    #[new]
    fn new(board: &Board) -> Game {
        let mut start = board.0.start().clone();
        board.0.moves().iter().for_each(|&point| start.put(point));
        Game(GameRecord::new(&start))
    }

    /// Reads a game: SGF, CCGC in UTF-8 or GB 18030, or a line of turns of some rules. The format is
    /// detected unless it is given: "sgf", "ccgc" or "line".
    #[staticmethod]
    #[pyo3(signature = (data, *, format=None, rules=""))]
    fn read(data: Vec<u8>, format: Option<&str>, rules: &str) -> PyResult<Game> {
        let format = match format {
            Some(name) => name.parse().map_err(refused)?,
            None => Format::of_text(&data),
        };
        format.read(rules_of(rules)?, &data).map(Game).map_err(refused)
    }

    /// The game in a format: "sgf", "sgf-stones", "ccgc", "ccgc-gb" or "line".
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let format: Format = format.parse().map_err(refused)?;
        Ok(PyBytes::new(py, &format.write(&self.0).map_err(refused)?))
    }

    /// The result: "1-0" if Black has won, "0-1", "1/2-1/2" or "*".
    #[getter]
    fn result(&self) -> &'static str {
        match self.0.result {
            GameResult::Win(color) => ["1-0", "0-1"][color.index()],
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        let results = [
            ("1-0", GameResult::Win(BLACK)),
            ("0-1", GameResult::Win(WHITE)),
            ("1/2-1/2", GameResult::Draw),
            ("*", GameResult::Unknown),
        ];
        self.0.result = choose("result", result, &results)?;
        Ok(())
    }

    /// The position before the first turn.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> Node {
        Node { game: slf.unbind(), id: NodeId::ROOT }
    }

    /// The turns of the main line as text.
    #[getter]
    fn turns(&self) -> Vec<String> {
        self.0.turns().iter().map(|turn| turn_text(self.0.start().rules(), turn)).collect()
    }

    /// The board after the turns.
    fn end(&self) -> Board {
        Board(self.0.tree.history(self.0.tree.main_line().last().copied().unwrap_or(NodeId::ROOT)))
    }

    /// A text field of the record: "black", "white", "event", "place" or "date". A missing field is
    /// empty.
    fn tag(&mut self, name: &str) -> PyResult<String> {
        Ok(choose("tag", name, &TAGS)?(&mut self.0).clone())
    }

    /// Sets a text field.
    fn set_tag(&mut self, name: &str, value: String) -> PyResult<()> {
        *choose("tag", name, &TAGS)?(&mut self.0) = value;
        Ok(())
    }

    /// The board before the first turn.
    fn board(&self) -> Board {
        Board(self.0.tree.history(NodeId::ROOT))
    }

    /// The number of turns.
    fn __len__(&self) -> usize {
        self.0.turns().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __copy__(&self) -> Game {
        Game(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        Game(self.0.clone())
    }

    #[staticmethod]
    fn _restore(data: Vec<u8>, rules: &str, texts: Vec<String>, notes: Vec<Note>) -> PyResult<Game> {
        let Game(mut record) = Game::read(data, Some("sgf"), rules)?;
        TAGS.iter().zip(texts).for_each(|((_, field), text)| *field(&mut record) = text);
        let ids = nodes(&record);
        let mut editor = record.tree.edit();
        for (id, (comment, marks)) in ids.into_iter().zip(notes) {
            editor.go_to(id);
            if let Some(node) = editor.node_mut() {
                (node.comment, node.marks) = (comment, marks);
            }
        }
        Ok(Game(record))
    }

    /// SGF with the texts and the marks that it would change.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Fields<'py>>> {
        let mut record = self.0.clone();
        let texts = TAGS.iter().map(|(_, field)| std::mem::take(field(&mut record))).collect();
        let note = |id| self.0.tree.node(id).map(|node| (node.comment.clone(), node.marks.clone()));
        let notes = nodes(&self.0).into_iter().filter_map(note).collect();
        pickled::<Game, _>(py, (self.write(py, "sgf")?, self.0.start().rules().to_string(), texts, notes))
    }

    /// The game as SGF.
    fn __str__(&self) -> PyResult<String> {
        let written = Format::Sgf.write(&self.0).map_err(refused)?;
        Ok(String::from_utf8_lossy(&written).into_owned())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        let GameRecord { black, white, .. } = &self.0;
        format!("<Game '{black}' - '{white}', {} turns, {}>", self.0.turns().len(), self.result())
    }
}
