//! The trees of records of xiangqi.

use duiyi_xiangqi::{
    Move,
    formats::{GameRecord, NodeId},
};

/// The nodes depth first: ply, move, comments and glyphs. The characters that writers replace by full-width ones
/// are not distinguished.
pub(crate) fn nodes(record: &GameRecord) -> Vec<(usize, Option<Move>, String, Vec<u8>)> {
    let mut nodes = Vec::new();
    let mut rest = vec![NodeId::ROOT];
    while let Some(id) = rest.pop() {
        if let Some(node) = record.node(id) {
            let comment = node.whole_comment().replace('［', "[").replace('｝', "}");
            nodes.push((node.ply(), node.mv(), comment, node.glyphs.clone()));
        }
        let children: Vec<_> = record.children(id).collect();
        rest.extend(children.into_iter().rev());
    }
    nodes
}
