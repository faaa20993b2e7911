//! Networks in the ONNX format as evaluations of any game that is drawn in planes.
//!
//! [`evaluation`] makes one for a kit; [`Network`] is the evaluator.
#![forbid(unsafe_code)]

use duiyi::{
    engine::{BatchPlayer, Evaluating, EvaluationSource, NamedEvaluation, Player},
    game::{Planes, Score},
    search::{BatchEvaluator, BatchLeaf, Heuristics, MonteCarloParameters},
};
use rten::{Dimension, Model, NodeId};
use rten_tensor::{AsView, Layout, Tensor};
use std::{error::Error, path::PathBuf, sync::Arc};

/// A network that counts the material of xiangqi; `material.py` writes it.
pub const MATERIAL: &[u8] = include_bytes!("material.onnx");

/// The search of these evaluations.
pub const SEARCHES: [&str; 1] = ["puct"];

/// Why a network cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// The bytes are not a network that the runtime supports.
    #[error("not a network in the ONNX format: {0}")]
    Format(Box<dyn Error + Send + Sync>),
    /// The network has other inputs or outputs.
    #[error("the network has {found}: expected one input and the output `value`, or the outputs `value` and `policy`")]
    Nodes {
        /// Its inputs and outputs.
        found: String,
    },
    /// The network fails on planes of the game.
    #[error("the network does not accept {shape:?} numbers: {error}")]
    Run {
        /// Positions, planes, rows and columns.
        shape: Vec<usize>,
        /// The reason.
        error: Box<dyn Error + Send + Sync>,
    },
    /// An output has another shape.
    #[error(
        "the output `{name}` has the shape {found:?}: expected {expected} numbers for each of {positions} positions"
    )]
    Output {
        /// The name of the output.
        name: &'static str,
        /// Its shape.
        found: Vec<usize>,
        /// The number of outputs of a position.
        expected: usize,
        /// The number of positions.
        positions: usize,
    },
}

/// A network with one input, planes as the side to move sees them (positions × planes × rows × columns), and one
/// or two outputs: `value`, from -1 (loss) to 1 (win), and `policy`, the logits of the moves; see [`Planes`].
#[derive(Clone)]
pub struct Network {
    model: Arc<Model>,
    input: NodeId,
    value: NodeId,
    policy: Option<NodeId>,
}

/// The outputs for some positions.
struct Answer {
    /// One value for each position.
    values: Vec<f32>,
    /// One row of logits for each position.
    logits: Option<Vec<f32>>,
}

impl Network {
    /// Reads a network for the game of `start`.
    ///
    /// # Errors
    /// If the bytes are not a network, or its inputs and outputs are not those of the game.
    pub fn read<G: Planes>(bytes: &[u8], start: &G) -> Result<Network, NetworkError> {
        let model = Model::load(bytes.to_vec()).map_err(|error| NetworkError::Format(error.into()))?;
        let output = |name| model.find_node(name).filter(|id| model.output_ids().contains(id));
        let (&[input], Some(value)) = (model.input_ids(), output("value")) else {
            return Err(NetworkError::Nodes { found: nodes(&model) });
        };
        let policy = output("policy");
        let network = Network { model: Arc::new(model), input, value, policy };
        // A network of another game is refused here, and not in the first search.
        network.answer(&[start])?;
        Ok(network)
    }

    /// Reads a file for the game of `start`.
    ///
    /// # Errors
    /// If the file cannot be read, and those of [`Network::read`].
    pub fn open<G: Planes>(path: &str, start: &G) -> Result<Network, NetworkError> {
        let bytes = std::fs::read(path).map_err(|error| NetworkError::File { path: path.into(), error })?;
        Network::read(&bytes, start)
    }

    /// The value of each position for its side to move, from -1 to 1, and the logits of its moves.
    fn answer<G: Planes>(&self, games: &[&G]) -> Result<Answer, NetworkError> {
        let [planes, rows, columns] = games[0].shape();
        let (shape, one) = ([games.len(), planes, rows, columns], planes * rows * columns);
        let mut input = vec![0.0_f32; games.len() * one];
        for (picture, game) in input.chunks_exact_mut(one).zip(games) {
            game.ones(game.side_to_move(), &mut |index| picture[index] = 1.0);
        }
        let input = Tensor::from_data(&shape[..], input);
        let wanted: Vec<NodeId> = [self.value].into_iter().chain(self.policy).collect();
        let outputs = self.model.run(vec![(self.input, input.into())], &wanted, None);
        let mut outputs = outputs
            .map_err(|error| NetworkError::Run { shape: shape.to_vec(), error: error.into() })?
            .into_iter()
            .map(|output| output.into_tensor::<f32>());
        let mut next = |name, expected| numbers(outputs.next().flatten(), name, games.len(), expected);
        let values = next("value", 1)?;
        let logits = self.policy.map(|_| next("policy", games[0].outputs())).transpose()?;
        Ok(Answer { values, logits })
    }
}

/// The numbers of an output with `expected` numbers for each position.
fn numbers(
    output: Option<Tensor<f32>>,
    name: &'static str,
    positions: usize,
    expected: usize,
) -> Result<Vec<f32>, NetworkError> {
    let found = output.as_ref().map(|output| output.shape().to_vec()).unwrap_or_default();
    output
        .filter(|_| found.first() == Some(&positions) && found.iter().product::<usize>() == positions * expected)
        .map(|output| output.to_vec())
        .ok_or(NetworkError::Output { name, found, expected, positions })
}

/// The inputs and outputs of a network, for error messages.
fn nodes(model: &Model) -> String {
    let list = |ids: &[NodeId]| {
        let names = ids.iter().map(|&id| {
            let node = model.node_info(id);
            let name = node.as_ref().and_then(|node| node.name()).unwrap_or("?").to_owned();
            let shape = node.and_then(|node| node.shape()).unwrap_or_default();
            let sizes: Vec<String> = shape.iter().map(size).collect();
            format!("`{name}` ({})", sizes.join(" × "))
        });
        names.collect::<Vec<String>>().join(", ")
    };
    format!("the inputs {} and the outputs {}", list(model.input_ids()), list(model.output_ids()))
}

/// A size, or the name of a variable one.
fn size(dimension: &Dimension) -> String {
    match dimension {
        Dimension::Fixed(size) => size.to_string(),
        Dimension::Symbolic(name) => name.clone(),
    }
}

impl<G: Heuristics + Planes> BatchEvaluator<G> for Network {
    type Error = NetworkError;

    fn evaluate(&mut self, leaves: &mut [BatchLeaf<G>]) -> Result<(), NetworkError> {
        let games: Vec<&G> = leaves.iter().map(BatchLeaf::game).collect();
        let Answer { values, logits } = self.answer(&games)?;
        let outputs = games[0].outputs();
        for (leaf, value) in leaves.iter_mut().zip(values) {
            leaf.result = f32::midpoint(1.0, value);
        }
        for (leaf, logits) in leaves.iter_mut().zip(logits.iter().flat_map(|logits| logits.chunks_exact(outputs))) {
            leaf.set_logits(|game, mv| logits[game.output(game.side_to_move(), mv)]);
        }
        Ok(())
    }
}

impl<G> Evaluating<G> for Network
where
    G: Heuristics + Planes + Clone + Send + 'static,
    G::Move: Send,
    G::Undo: Send,
{
    fn player(&self, _search: &str) -> Box<dyn Player<G>> {
        Box::new(BatchPlayer::new(self.clone()))
    }

    fn static_score(&self, game: &G) -> Score {
        let value = self.answer(&[game]).map_or(0.0, |answer| answer.values[0]);
        Score::new(MonteCarloParameters::default().units_of(f32::midpoint(1.0, value)))
    }
}

/// The evaluation of a game by networks in files (option `EvalFile`), and by `usual` without a file.
pub fn evaluation<G>(start: G, usual: Network) -> NamedEvaluation<G>
where
    G: Heuristics + Planes + Clone + Send + Sync + 'static,
    G::Move: Send,
    G::Undo: Send,
{
    let read = move |source: EvaluationSource<'_>| match source {
        EvaluationSource::File(path) => Ok(Arc::new(Network::open(path, &start)?) as Arc<dyn Evaluating<G>>),
        EvaluationSource::Text(_) => Err("a network is read from a file".into()),
    };
    NamedEvaluation::new("onnx", move || Arc::new(usual.clone())).from_files(read).ending(".onnx")
}
