//! Certificates made false, each with a proof that it is.

use duiyi_game::{History, Notation};
use duiyi_proof::{Certificate, Claim, End, Node};
use duiyi_xiangqi::{Move, Piece, PieceKind, Position, Setup, Square, Xiangqi, kit::MateSearch};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};

/// The ways to make a certificate false.
pub(super) const WAYS: [&str; 5] = ["move", "leaf", "length", "position", "path"];

/// The most positions of a search of all moves.
const NODES: u64 = 2_000_000;
/// The most turns of a mate that is made false.
const MAX_TURNS: u32 = 3;

/// A number below `n`.
fn below(random: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    (random.next_u64() % n.max(1) as u64) as usize
}

/// Makes the certificate of a win false in one of the [`WAYS`]. `None` if that is not possible, or if no search
/// of all moves, within its limit, shows that the result is false.
pub(super) fn falsified(
    way: &str,
    game: &History<Xiangqi>,
    text: &str,
    random: &mut Xoshiro256PlusPlus,
) -> Option<String> {
    let certificate = Certificate::read(text).ok()?;
    let turns = match certificate.claim {
        Claim::Mate(turns) if turns <= MAX_TURNS => turns,
        Claim::Win if way == "path" => return without_a_cycle(game, &certificate, random),
        _ => return None,
    };
    match way {
        "move" => other_move(game, certificate, turns, random),
        "leaf" => early_end(game, certificate, random),
        "length" => {
            let none = MateSearch::new(NODES, &|| false).distance(game.now().position(), turns - 1).ok()?.is_none();
            (turns > 1 && none).then(|| written(&Certificate { claim: Claim::Mate(turns - 1), ..certificate }))
        }
        "position" => other_position(game.now().position(), certificate, turns, random),
        _ => None,
    }
}

/// The text of a certificate with one move a line.
fn written(certificate: &Certificate) -> String {
    let Certificate { game, rules, position, claim, nodes } = certificate;
    let mut text = format!("duiyi-proof 1\ngame: {game}\nrules: {rules}\nposition: {position}\nclaim: {claim}\n\n");
    for node in nodes {
        text += &"  ".repeat(node.depth - 1);
        text += &node.mv;
        if let Some(end) = &node.end {
            text += &format!(" {end}");
        }
        text.push('\n');
    }
    text
}

/// A random move of the winner in the tree: its index, and the position before it.
fn winners_move(game: &History<Xiangqi>, nodes: &[Node], random: &mut Xoshiro256PlusPlus) -> Option<(usize, Position)> {
    let own: Vec<usize> = (0..nodes.len()).filter(|&at| nodes[at].depth % 2 == 1).collect();
    let at = *own.get(below(random, own.len()))?;
    let mut line = Vec::new();
    for node in &nodes[..at] {
        line.truncate(node.depth - 1);
        line.push(&*node.mv);
    }
    line.truncate(nodes[at].depth - 1);
    let mut before = game.clone();
    before.read_turns(line).ok()?;
    Some((at, *before.now().position()))
}

/// The number of nodes after a node in its tree.
fn below_node(nodes: &[Node], at: usize) -> usize {
    nodes[at + 1..].iter().take_while(|node| node.depth > nodes[at].depth).count()
}

/// The winner plays another move, after which the other side escapes. Every reply is listed as if the winner's
/// next move mated.
fn other_move(
    game: &History<Xiangqi>,
    mut certificate: Certificate,
    turns: u32,
    random: &mut Xoshiro256PlusPlus,
) -> Option<String> {
    let (at, before) = winners_move(game, &certificate.nodes, random)?;
    let nodes = &mut certificate.nodes;
    let depth = nodes[at].depth;
    let left = turns - (depth as u32 - 1) / 2;
    let others: Vec<Move> = before.legal_moves().into_iter().filter(|mv| mv.to_string() != nodes[at].mv).collect();
    let mv = *others.get(below(random, others.len()))?;
    let after = before.play(mv).ok()?;
    MateSearch::new(NODES, &|| false).escape(&after, left - 1).ok()??;
    let node =
        |depth, mv: Move, mated: bool| Node { line: 0, depth, mv: mv.to_string(), end: mated.then_some(End::Mated) };
    let mut tree = vec![node(depth, mv, left == 1)];
    if left > 1 {
        for reply in after.legal_moves() {
            let next = after.play(reply).ok()?.legal_moves();
            let Some(&last) = next.get(below(random, next.len())) else { continue };
            tree.extend([node(depth + 1, reply, false), node(depth + 2, last, true)]);
        }
    }
    let end = at + 1 + below_node(nodes, at);
    nodes.splice(at..end, tree);
    Some(written(&certificate))
}

/// A line ends with a mate before it does: the other side has legal moves there.
fn early_end(game: &History<Xiangqi>, mut certificate: Certificate, random: &mut Xoshiro256PlusPlus) -> Option<String> {
    let (at, before) = winners_move(game, &certificate.nodes, random)?;
    let nodes = &mut certificate.nodes;
    let after = before.play(nodes[at].mv.parse().ok()?).ok()?;
    if after.count_legal() == 0 {
        return None;
    }
    let end = at + 1 + below_node(nodes, at);
    nodes.drain(at + 1..end);
    nodes[at].end = Some(End::Mated);
    Some(written(&certificate))
}

/// A piece is taken away, replaced or moved, so that there is no mate in time.
fn other_position(
    position: &Position,
    mut certificate: Certificate,
    turns: u32,
    random: &mut Xoshiro256PlusPlus,
) -> Option<String> {
    let mut setup = Setup::of(position);
    let pieces: Vec<(Square, Piece)> = position.pieces().filter(|(_, piece)| piece.kind != PieceKind::King).collect();
    let &(square, piece) = pieces.get(below(random, pieces.len()))?;
    setup.board[square.index()] = None;
    if below(random, 2) == 0 {
        let free: Vec<Square> = Square::all().filter(|&at| position.piece_at(at).is_none()).collect();
        setup.board[free.get(below(random, free.len()))?.index()] = Some(piece);
    }
    let changed = Position::from_setup(&setup).ok()?;
    if MateSearch::new(NODES, &|| false).distance(&changed, turns).ok()?.is_some() {
        return None;
    }
    certificate.position = changed.to_fen();
    Some(written(&certificate))
}

/// The path of a ruling without its first cycles: the position before the claim has occurred less often, and
/// replayed, the last move of the claim does not end the game.
fn without_a_cycle(
    game: &History<Xiangqi>,
    certificate: &Certificate,
    random: &mut Xoshiro256PlusPlus,
) -> Option<String> {
    let positions: Vec<Xiangqi> = game.positions().collect();
    let now = game.now().position().key();
    let occurs: Vec<usize> = (0..positions.len()).filter(|&at| positions[at].position().key() == now).collect();
    let from = *occurs.get(1..)?.get(below(random, occurs.len() - 1))?;
    let start = Xiangqi::begin(&certificate.rules).ok()?;
    let mut alone = History::new(start.read_position(&positions[from].write_position()).ok()?);
    for &mv in &game.moves()[from..] {
        alone.play(mv).ok()?;
    }
    let position = alone.write();
    alone.read_turns(certificate.nodes.iter().map(|node| &*node.mv)).ok()?;
    alone.outcome().is_none().then(|| written(&Certificate { position, ..certificate.clone() }))
}
