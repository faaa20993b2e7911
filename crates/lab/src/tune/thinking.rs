//! The search effort of both sides in Connect6 games for tuning. It is the same for every turn, so
//! that games are reproducible.

use crate::games::{EvaluationSpec, PlayerSpec};
use clap::Args;
use duiyi_arena::TimeControl;

/// Options of every tuning command that plays games.
#[derive(Clone, Debug, Args)]
pub(crate) struct ByGames {
    /// Initial weights: plain, tuned or a file.
    #[arg(long, default_value = "plain")]
    pub(crate) start: String,
    /// Random turns after the first stone.
    #[arg(long, default_value_t = 2)]
    pub(crate) random_turns: u32,
    #[command(flatten)]
    pub(crate) thinking: Thinking,
    /// Seed of the run.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Options of the search effort of both sides.
#[derive(Clone, Debug, Args)]
pub(crate) struct Thinking {
    /// Search depth in stones.
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Maximum number of nodes per turn.
    #[arg(long)]
    nodes: Option<u64>,
    /// Positions that the solver of double threats may search before the main search.
    #[arg(long, default_value_t = 300)]
    solver: i32,
    /// Positions that the solver may search for each turn considered at the root.
    #[arg(long, default_value_t = 20)]
    refutation: i32,
    /// Positions that the solver may search for each turn considered below the root.
    #[arg(long, default_value_t = 0)]
    inner_solver: i32,
    /// Use the player's own widths and solver efforts in the tree; of these options only depth, nodes and solver apply.
    #[arg(long)]
    full: bool,
    /// Points considered for each stone of the first turn.
    #[arg(long, default_value_t = 12)]
    width: u8,
    /// Points considered for each stone of later turns.
    #[arg(long, default_value_t = 8)]
    inner: u8,
}

impl Thinking {
    /// The time control of these games.
    pub(crate) fn control(&self) -> TimeControl {
        TimeControl::Depth(self.depth)
    }

    /// A player with this search effort and evaluation.
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
