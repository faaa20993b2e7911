//! Writing games.

use super::read::upside_down;
use super::{MARKS, NUMBERS, SgfStyle};
use crate::formats::record::order;
use crate::formats::{GameRecord, GameResult};
use crate::notation::Coordinates;
use crate::{BLACK, Board, Point, WHITE};
use duiyi_game::{History, NodeId};

/// Writes a record with its variations, comments and marks. It ends with a line break. Comments keep
/// their characters, except that the reader reads `\r` as a line break.
///
/// [`SgfStyle::StonePerNode`] has names for 26 columns and rows only; a larger board is written in
/// the other style. The same holds for a game whose last turn completes two separate rows, because
/// in single stones none may follow the first row. With [`SgfStyle::LittleGolem`], a node ends also
/// within a turn where there is a comment, a mark or a variation.
pub fn write(record: &GameRecord, style: SgfStyle) -> String {
    let rules = record.start().rules();
    let named = rules.width().max(rules.height()) <= 26;
    let style = if named && record.surplus.is_empty() { style } else { SgfStyle::LittleGolem };
    let mut writer = Writer { record, style, text: String::from("(;FF[4]CA[UTF-8]") };
    writer.headings();
    writer.set_up();
    writer.moves();
    writer.text + ")\n"
}

/// What is left to write.
enum Step {
    /// The nodes from this one on, in a variation of its own or not.
    Line(NodeId, bool),
    /// The end of a variation; the game returns to the position after this number of stones.
    Close(usize),
}

struct Writer<'a> {
    record: &'a GameRecord,
    style: SgfStyle,
    text: String,
}

impl Writer<'_> {
    fn headings(&mut self) {
        let GameRecord { result, event, place, date, black, white, source, .. } = self.record;
        let rules = self.record.start().rules();
        let side = match (rules.width(), rules.height()) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width}:{height}"),
        };
        self.push("SZ", &side);
        self.push("RU", &rules.formula());
        for (name, value) in [("EV", event), ("PC", place), ("DT", date), ("PB", black), ("PW", white), ("SO", source)]
        {
            if !value.is_empty() {
                self.push(name, value);
            }
        }
        match *result {
            GameResult::Win(BLACK) => self.push("RE", "B+"),
            GameResult::Win(WHITE) => self.push("RE", "W+"),
            GameResult::Draw => self.push("RE", "0"),
            GameResult::Unknown => {}
        }
    }

    fn set_up(&mut self) {
        let start = self.record.start();
        for (property, color) in [("AB", BLACK), ("AW", WHITE)] {
            let stones: Vec<Point> = start.stones().filter(|stone| stone.1 == color).map(|stone| stone.0).collect();
            for (index, point) in stones.into_iter().enumerate() {
                let name = self.name(point);
                self.push(if index == 0 { property } else { "" }, &name);
            }
        }
        if start.stone_count() > 0 || start.to_move() == WHITE {
            self.push("PL", if start.to_move() == BLACK { "B" } else { "W" });
        }
    }

    fn moves(&mut self) {
        self.notes(NodeId::ROOT);
        let last = self.record.tree.main_line().last().copied();
        let mut game = History::new(self.record.start().clone());
        let mut steps = Vec::new();
        self.push_children(&mut steps, NodeId::ROOT);
        while let Some(step) = steps.pop() {
            match step {
                Step::Line(first, is_variation) => {
                    if is_variation {
                        self.text.push('(');
                        steps.push(Step::Close(game.moves().len()));
                    }
                    let end = self.node(&mut game, first, last);
                    self.push_children(&mut steps, end);
                }
                Step::Close(ply) => {
                    self.text.push(')');
                    while game.moves().len() > ply {
                        game.undo();
                    }
                }
            }
        }
    }

    fn push_children(&self, steps: &mut Vec<Step>, id: NodeId) {
        let children = self.record.tree.node(id).map_or(&[][..], |node| node.children());
        steps.extend(children.iter().rev().map(|&child| Step::Line(child, children.len() > 1)));
    }

    /// Writes and plays the stones of one node of the text, from a node of the tree to the one that is returned;
    /// those after the end of the game follow its last stone.
    fn node(&mut self, game: &mut History<Board>, first: NodeId, last: Option<NodeId>) -> NodeId {
        let before = game.now().clone();
        let color = before.to_move();
        let (mut at, mut points) = (first, Vec::new());
        while let Some(node) = self.record.tree.node(at) {
            let Some(point) = node.mv() else { break };
            points.push(point);
            // The stone was legal when it was added.
            let _ = game.play(point);
            match *node.children() {
                [next]
                    if self.style == SgfStyle::LittleGolem
                        && game.now().to_move() == color
                        && node.comment.is_empty()
                        && node.marks.is_empty() =>
                {
                    at = next;
                }
                _ => break,
            }
        }
        let property = if color == BLACK { "B" } else { "W" };
        let surplus = if Some(at) == last { self.record.surplus.clone() } else { Vec::new() };
        let all = [&points[..], &surplus].concat();
        // A reader orders the stones of one node.
        let (own, rest) = if surplus.is_empty() || order(&before, &all) == (points.clone(), surplus) {
            (&all[..0], &all[..])
        } else {
            all.split_at(points.len() - 1)
        };
        for stones in [own, rest].into_iter().filter(|stones| !stones.is_empty()) {
            let names: String = stones.iter().map(|&point| self.name(point)).collect();
            self.text.push(';');
            self.push(property, &names);
        }
        self.notes(at);
        at
    }

    /// Writes the marks and the comment of a node.
    fn notes(&mut self, id: NodeId) {
        let Some(node) = self.record.tree.node(id) else { return };
        let standard = node.marks.first().and_then(|&mark| MARKS.get(usize::from(mark).checked_sub(1)?));
        // The properties for marks belong to moves.
        let standard = standard.filter(|_| id != NodeId::ROOT);
        if let Some((name, value)) = standard {
            self.push(name, value);
        }
        for (index, mark) in node.marks.iter().skip(usize::from(standard.is_some())).enumerate() {
            self.push(if index == 0 { NUMBERS } else { "" }, &mark.to_string());
        }
        if !node.comment.is_empty() {
            self.push("C", &node.comment);
        }
    }

    fn name(&self, point: Point) -> String {
        let rules = self.record.start().rules();
        match self.style {
            SgfStyle::LittleGolem => Coordinates::Letters.write(rules, point).to_lowercase(),
            SgfStyle::StonePerNode => Coordinates::LetterPairs.write(rules, upside_down(rules, point)).to_lowercase(),
        }
    }

    /// Writes a value of a property; without a name, a further value of the last one.
    fn push(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.text.push('[');
        for character in value.chars() {
            if matches!(character, ']' | '\\') {
                self.text.push('\\');
            }
            self.text.push(character);
        }
        self.text.push(']');
    }
}
