//! How hard both sides of Connect6 think in games that tune, the same at every turn,
//! so that games repeat.

use crate::games::{EvaluationSpec, PlayerSpec};
use clap::Args;
use duiyi_arena::TimeControl;

/// What every tuning by games is told.
#[derive(Clone, Debug, Args)]
pub(crate) struct ByGames {
    /// Where to set out: plain, tuned or a file.
    #[arg(long, default_value = "plain")]
    pub(crate) start: String,
    /// Turns at random after the first stone.
    #[arg(long, default_value_t = 2)]
    pub(crate) random_turns: u32,
    #[command(flatten)]
    pub(crate) thinking: Thinking,
    /// Seed of everything.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How hard both sides think.
#[derive(Clone, Debug, Args)]
pub(crate) struct Thinking {
    /// Depth of the search in stones.
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// At most so many nodes a turn.
    #[arg(long)]
    nodes: Option<u64>,
    /// How far the solver of double threats goes before the search, in positions.
    #[arg(long, default_value_t = 300)]
    solver: i32,
    /// The same for each turn at the root that is looked at.
    #[arg(long, default_value_t = 20)]
    refutation: i32,
    /// The same for each turn after it.
    #[arg(long, default_value_t = 0)]
    inner_solver: i32,
    /// Widths and the solver's efforts in the tree are the player's own; of this list depth, nodes and solver count.
    #[arg(long)]
    full: bool,
    /// How many points are looked at for each stone of the first turn.
    #[arg(long, default_value_t = 12)]
    width: u8,
    /// And for each stone after it.
    #[arg(long, default_value_t = 8)]
    inner: u8,
}

impl Thinking {
    /// The time control of such games.
    pub(crate) fn control(&self) -> TimeControl {
        TimeControl::Depth(self.depth)
    }

    /// A player that thinks so, with this evaluation.
    pub(crate) fn player(&self, evaluation: EvaluationSpec) -> PlayerSpec {
        let mut player = PlayerSpec { evaluation, nodes: self.nodes, ..PlayerSpec::default() };
        player.set_option("Hash", "1");
        let of_tree = [
            ("width_root", i32::from(self.width)),
            ("width_inner", i32::from(self.inner)),
            ("effort_principal", self.refutation),
            ("effort_root", self.refutation),
            ("effort_inner", self.inner_solver),
            ("effort_leaf", self.inner_solver),
        ];
        let of_tree = of_tree.iter().filter(|_| !self.full).copied();
        let constants = of_tree.chain([("root_effort", self.solver)]);
        player.parameters = constants.map(|(name, value)| (name.to_owned(), value)).collect();
        player
    }
}
