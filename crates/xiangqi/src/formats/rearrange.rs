//! Removing and reordering the variations of a record, and comparing records.

use super::record::{GameRecord, NodeId, Tag};

impl GameRecord {
    /// Removes a move with everything after it; returns false at the root. [`GameRecord::node`] returns `None` for
    /// removed nodes.
    ///
    /// ```
    /// use duiyi_xiangqi::formats::pgn;
    ///
    /// let mut record = pgn::read("1. h2e2 (1. b2e2 h9g7) b9c7 *")?;
    /// let main = record.main_nodes().next().unwrap();
    /// assert!(record.remove(main) && !record.remove(main));
    /// assert_eq!(record.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["b2e2", "h9g7"]);
    /// assert_eq!(record.len(), 2);
    /// # Ok::<(), pgn::PgnError>(())
    /// ```
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).and_then(|node| node.parent()) else { return false };
        let rest: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        self.link(parent, &rest);
        let mut removed = vec![id];
        while let Some(id) = removed.pop() {
            removed.extend(self.children(id));
            self.discard(id);
        }
        true
    }

    /// Moves a variation to another place among the moves after the same position: 0 is that of the main line, and
    /// a larger place than the last is the last. Returns false at the root and for a removed node.
    pub fn reorder(&mut self, id: NodeId, place: usize) -> bool {
        let Some(parent) = self.node(id).and_then(|node| node.parent()) else { return false };
        let mut children: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        children.insert(place.min(children.len()), id);
        self.link(parent, &children);
        true
    }

    /// The tags in the order of their names.
    fn sorted_tags(&self) -> Vec<&Tag> {
        let mut tags: Vec<&Tag> = self.tags().iter().collect();
        tags.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        tags
    }
}

/// Records are equal if they have the same result, start, tags in any order, and moves with the same comments and
/// glyphs in the same order of variations.
impl PartialEq for GameRecord {
    fn eq(&self, other: &GameRecord) -> bool {
        let heads = self.result == other.result && self.start() == other.start() && self.len() == other.len();
        if !heads || self.sorted_tags() != other.sorted_tags() {
            return false;
        }
        let mut rest = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((one, two)) = rest.pop() {
            let same = match (self.node(one), other.node(two)) {
                (Some(one), Some(two)) => {
                    one.mv() == two.mv()
                        && one.comment_before == two.comment_before
                        && one.comment == two.comment
                        && one.glyphs == two.glyphs
                }
                _ => false,
            };
            if !same || self.children(one).count() != other.children(two).count() {
                return false;
            }
            rest.extend(self.children(one).zip(other.children(two)));
        }
        true
    }
}

impl Eq for GameRecord {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{formats::pgn, notation::Notation};

    fn record() -> GameRecord {
        pgn::read("1. h2e2 h9g7 (1... h7e7 2. h0g2) (1... b9c7) (1... i9i8) 2. h0g2 *").unwrap()
    }

    fn replies(record: &GameRecord) -> Vec<String> {
        let first = record.root().first_child().unwrap();
        record.children(first).map(|id| record.node(id).unwrap().mv().unwrap().to_string()).collect()
    }

    #[test]
    fn variations_are_reordered() {
        let mut record = record();
        let first = record.root().first_child().unwrap();
        let last = record.children(first).last().unwrap();
        for (place, order) in [
            (2, "h9g7 h7e7 i9i8 b9c7"),
            (0, "i9i8 h9g7 h7e7 b9c7"),
            (9, "h9g7 h7e7 b9c7 i9i8"),
            (3, "h9g7 h7e7 b9c7 i9i8"),
        ] {
            assert!(record.reorder(last, place));
            assert_eq!(replies(&record).join(" "), order);
        }
        assert!(!record.reorder(NodeId::ROOT, 0));
    }

    #[test]
    fn removed_nodes_are_gone() {
        let mut record = record();
        let first = record.root().first_child().unwrap();
        let variations: Vec<NodeId> = record.children(first).collect();
        let below = record.node(variations[1]).unwrap().first_child().unwrap();
        assert!(record.remove(variations[1]) && record.len() == 5);
        for gone in [variations[1], below] {
            assert!(record.node(gone).is_none() && record.node_mut(gone).is_none() && record.position(gone).is_none());
            assert!(!record.remove(gone) && !record.reorder(gone, 0) && record.children(gone).next().is_none());
            assert!(!record.edit().go_to(gone));
        }
        assert_eq!(replies(&record), ["h9g7", "b9c7", "i9i8"]);
        // The same move can be added again.
        let mut editor = record.edit();
        assert!(editor.go_to(first));
        assert!(editor.read("h7e7").is_ok_and(|id| id != variations[1]));
        assert_eq!(replies(&record), ["h9g7", "b9c7", "i9i8", "h7e7"]);
        assert!(record.remove(first) && record.is_empty() && !record.remove(NodeId::ROOT));
        assert_eq!(record, GameRecord::default());
    }

    #[test]
    fn records_are_equal_if_nothing_differs() {
        let written = |record: &GameRecord| pgn::read(&pgn::write(record, Notation::Iccs)).unwrap();
        let mut one = record();
        assert_eq!(one, written(&one));
        one.set_tag("Red", "a");
        one.set_tag("Black", "b");
        let mut two = record();
        two.set_tag("Black", "b");
        assert_ne!(one, two);
        two.set_tag("Red", "a");
        assert_eq!(one, two);
        let first = one.root().first_child().unwrap();
        for comment in ["}", "a ", " a", "a\n"] {
            one.node_mut(first).unwrap().comment = comment.to_owned();
            assert_ne!(one, two);
            assert_ne!(one, written(&one), "{comment:?}");
        }
        one.node_mut(first).unwrap().comment.clear();
        assert_eq!(one, two);
        // Added in another order.
        let last = one.children(first).last().unwrap();
        let mv = one.node(last).unwrap().mv().unwrap();
        one.remove(last);
        assert_ne!(one, two);
        let mut editor = one.edit();
        assert!(editor.go_to(first) && editor.play(mv).is_ok());
        assert_eq!(one, two);
        one.reorder(one.children(first).last().unwrap(), 0);
        assert_ne!(one, two);
    }
}
