//! Options of the training of a network.

use super::span::Span;
use clap::{Args, ValueEnum};
use duiyi_train::network::{Selection, TdTargets, TrainingSettings};
use std::path::PathBuf;

/// Options of the training.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Files of games: records of `lab generate`, or text with a game per line (position|r, b or d|move score move
    /// score …); `-` is the standard input.
    #[arg(required = true)]
    pub(super) games: Vec<PathBuf>,
    /// Where to write: NAME.nnue (the network), NAME.state (to resume), NAME.csv and NAME.svg (learning curve).
    #[arg(long, value_name = "NAME", required_unless_present = "error_of")]
    pub(super) out: Option<PathBuf>,
    /// Print the error of a network on the positions, with the scale stored in its file, without training.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "resume", "scale", "memory", "td_lambda"])]
    pub(super) error_of: Option<PathBuf>,
    /// Resume from NAME.state; its settings stay.
    #[arg(long)]
    pub(super) resume: bool,
    /// Start with the weights of this network, whose size and scale stay, for example to train on newer games with a
    /// lower rate [default: random weights].
    #[arg(long, value_name = "FILE", conflicts_with_all = ["error_of", "resume", "hidden", "scale", "td_lambda"])]
    pub(super) start: Option<PathBuf>,
    /// Train a symmetric network, which gives a position and its mirror image the same score: half of the weights are
    /// free, and no mirror images are added to the positions.
    #[arg(long, conflicts_with = "error_of")]
    pub(super) symmetric: bool,
    /// Hidden units per side.
    #[arg(long, default_value_t = 256)]
    pub(super) hidden: usize,
    /// Description of the games, stored in the file of the network.
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(super) provenance: String,
    #[command(flatten)]
    schedule: ScheduleArgs,
    #[command(flatten)]
    pub(super) positions: PositionArgs,
}

/// Options of the steps.
#[derive(Debug, Args)]
struct ScheduleArgs {
    /// Number of epochs.
    #[arg(long, default_value_t = 20)]
    epochs: u32,
    /// Positions per minibatch.
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// Highest AdamW step size; it falls to a hundredth of it along a cosine.
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Share of all steps in which the step size first rises linearly, from 0 to below 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    warm_up: f32,
    /// Weight decay per step, relative to the step size.
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// Weight of the result in the target, from 0 to 1; the score has the rest. With a range FIRST..LAST, the weight
    /// changes linearly from the first to the last epoch, and held-out errors have the last one.
    #[arg(long, value_name = "SHARE", default_value_t = Span::of(0.3))]
    result_share: Span<f32>,
    /// TD(λ) targets: blend the score of each position with those of the later positions of its game and the result,
    /// with this weight of the later ones, from 0 to 1 [default: the score alone].
    #[arg(long, value_name = "LAMBDA", value_parser = share)]
    td_lambda: Option<f32>,
    /// Score with an expected result of 0.731.
    #[arg(long, default_value_t = 400.0)]
    scale: f32,
    /// Stop after this number of epochs without a lower held-out error, and write the network of the best epoch [default:
    /// train all epochs and write the last network].
    #[arg(long, value_name = "EPOCHS")]
    patience: Option<u32>,
    /// Seed of the initial weights and the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Options of the positions.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// Hold out every Nth game, starting with the first.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,
    /// Skip positions with a score beyond this limit.
    #[arg(long, default_value_t = 2000)]
    limit: u16,
    /// Which positions to use.
    #[arg(long, value_enum, default_value_t = Positions::Quiet)]
    positions: Positions,
    /// Skip repeated positions and mirror images; the memory of their keys, 8 bytes per position. With less memory than
    /// that, some repetitions are missed [default: use all].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    unique: Option<u32>,
    /// Memory for positions: the files are read again in each epoch, in a random order of blocks of games, and positions
    /// are shuffled in a buffer of this size [default: all positions are kept in memory].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) memory: Option<u32>,
}

/// Which positions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Positions {
    /// Positions that a static evaluation can judge: in xiangqi, not in check and without a capture as the move played.
    Quiet,
    /// Positions in check and before captures as well.
    All,
}

/// The bytes of a number of MiB.
pub(super) fn mebibytes(number: u32) -> usize {
    (number as usize) << 20
}

/// Reads a share, from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

impl TrainArgs {
    pub(super) fn selection(&self) -> Selection {
        let PositionArgs { hold_out, limit, positions, unique, .. } = self.positions;
        let ScheduleArgs { td_lambda, scale, .. } = self.schedule;
        Selection {
            hold_out,
            limit,
            noisy: positions == Positions::All,
            repeats: unique.map_or(0, mebibytes),
            images: !self.symmetric,
            td: td_lambda.map(|lambda| TdTargets { lambda, scale }),
        }
    }

    pub(super) fn settings(&self) -> TrainingSettings {
        let ScheduleArgs { epochs, batch, rate, warm_up, decay, result_share, scale, patience, seed, .. } =
            self.schedule;
        let Span { first, last } = result_share;
        TrainingSettings {
            epochs,
            batch,
            rate,
            warm_up,
            decay,
            result_share: first,
            last_result_share: (last != first).then_some(last),
            scale,
            patience,
            seed,
            ..TrainingSettings::default()
        }
    }
}
