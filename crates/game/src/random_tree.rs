//! Random games with variations, for tests of formats.

use crate::{Game, GameTree, NodeId, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// A tree of up to 100 random legal moves with variations; about one node in five has a comment, and one in five has
/// one or two marks, from those given. The same seed gives the same tree.
///
/// ```
/// use duiyi_game::{kit::random_tree, nim::Nim};
///
/// let [tree, again] = [(), ()].map(|()| random_tree(&Nim::new(20), 7, &["good"], &[1, 2]));
/// assert!(tree == again && tree.ids().count() > tree.main_line().len() + 1);
/// ```
pub fn random_tree<G: Game + Clone>(start: &G, seed: u64, comments: &[&str], marks: &[u8]) -> GameTree<G> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |n: usize| (random.next_u64() % n.max(1) as u64) as usize;
    let mut tree = GameTree::new(start.clone());
    let mut editor = tree.edit();
    let mut ids = vec![NodeId::ROOT];
    for _ in 0..below(101) {
        if below(4) == 0 {
            editor.go_to(ids[below(ids.len())]);
        }
        let moves = legal_moves(editor.game().now());
        if let Some(&mv) = moves.get(below(moves.len()))
            && let Ok(id) = editor.play(mv)
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    for id in ids {
        let Some(node) = tree.node_mut(id) else { continue };
        if below(5) == 0 {
            node.comment = comments.get(below(comments.len())).copied().unwrap_or_default().to_owned();
        }
        if below(5) == 0 {
            let chosen = [(); 2].map(|()| marks.get(below(marks.len())).copied());
            node.marks.extend(chosen.into_iter().take(1 + below(2)).flatten());
            node.marks.dedup();
        }
    }
    tree
}
