//! What an evolution is told.

use super::thinking::ByGames;
use crate::shards::ShardArgs;
use clap::{Args, ValueEnum};
use duiyi_tune::genetic::{Crossover, RateFormula, Rates, Selection, Settings};
use std::path::PathBuf;

/// How to evolve.
#[derive(Clone, Debug, Args)]
pub(crate) struct EvolveArgs {
    #[command(flatten)]
    pub(super) by: ByGames,
    /// What the values are. With shapes and lines positions are judged by them, too, and the start is the printed
    /// values.
    #[arg(long, value_enum, default_value = "stones")]
    pub(super) genes: Genes,
    /// How many lines at most; they are those that are met most often in games of the start with itself.
    #[arg(long, default_value_t = 4000)]
    pub(super) codes: usize,
    /// So many such games.
    #[arg(long, default_value_t = 60)]
    pub(super) watch: u64,
    /// The first generation: the start and others like it, or genes by the toss of a coin. The values of positions
    /// are the start's in either case.
    #[arg(long, value_enum, default_value = "scattered")]
    pub(super) initial: Initial,
    /// How many generations.
    #[arg(long, default_value_t = 30)]
    pub(super) generations: u64,
    /// Individuals of a generation.
    #[arg(long, default_value_t = 20)]
    pub(super) individuals: usize,
    /// Groups, and so champions.
    #[arg(long, default_value_t = 5)]
    pub(super) groups: usize,
    /// How far the first individuals are scattered: each value times or divided by up to 1 + this.
    #[arg(long, default_value_t = 1.0)]
    pub(super) spread: f64,
    #[command(flatten)]
    pub(super) breeding: Breeding,
    /// Every so many generations its champion plays against the first one, for the curve: against the start, or
    /// where there is none, against all its individuals in turn.
    #[arg(long, default_value_t = 5)]
    pub(super) check: u64,
    /// So many games.
    #[arg(long, default_value_t = 60)]
    pub(super) check_games: u64,
    /// And so many, of other openings, when all generations are over.
    #[arg(long, default_value_t = 0)]
    pub(super) final_games: u64,
    /// Where to write: NAME.txt, NAME.xml and NAME-values.json (the champion), NAME.json (state), NAME.csv and
    /// NAME.svg (its Elo against generation 0). With a state there it goes on.
    #[arg(long, value_name = "NAME")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
}

impl EvolveArgs {
    /// What all shards have in common; they may go on for more generations.
    pub(super) fn work(&self) -> String {
        let (out, shard) = (PathBuf::new(), ShardArgs::default());
        format!("{:?}", EvolveArgs { out, shard, generations: 0, final_games: 0, ..self.clone() })
    }
}

/// How a generation has children.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Breeding {
    /// Who lives on and has children: the champions of groups, the fittest of all, those whom a wheel draws by their
    /// fitness, or champions of neighbours in a ring.
    #[arg(long, value_enum, default_value = "tournament")]
    selection: Way,
    /// Which values two parents exchange: each by itself, or parts between places at random.
    #[arg(long, value_enum, default_value = "uniform")]
    crossover: Exchange,
    /// How many places, of crossover at several.
    #[arg(long, default_value_t = 2)]
    points: u16,
    /// The rate of crossover of pairs whose better one is at most average.
    #[arg(long, default_value_t = Rates::default().crossover_high)]
    pc1: f64,
    /// And of those with the fittest of all.
    #[arg(long, default_value_t = Rates::default().crossover_low)]
    pc2: f64,
    /// The rate of mutation below average.
    #[arg(long, default_value_t = Rates::default().mutation_high)]
    pm1: f64,
    /// And at the other end.
    #[arg(long, default_value_t = Rates::default().mutation_low)]
    pm2: f64,
    /// How many genes of a value a mutation may turn, from the lowest.
    #[arg(long, default_value_t = Settings::default().low_genes)]
    low_genes: u32,
    /// The formula of the rate of mutation.
    #[arg(long, value_enum, default_value = "corrected")]
    formula: Formula,
}

impl Breeding {
    /// The settings of a population.
    pub(super) fn settings(self, individuals: usize, groups: usize, seed: u64) -> Settings {
        let selection = match self.selection {
            Way::Tournament => Selection::Tournament,
            Way::Roulette => Selection::Roulette,
            Way::Local => Selection::Local,
            Way::Truncation => Selection::Truncation,
        };
        let crossover = match self.crossover {
            Exchange::Uniform => Crossover::Uniform,
            Exchange::OnePoint => Crossover::OnePoint,
            Exchange::MultiPoint => Crossover::MultiPoint(self.points),
        };
        let rates = Rates {
            crossover_high: self.pc1,
            crossover_low: self.pc2,
            mutation_high: self.pm1,
            mutation_low: self.pm2,
            formula: match self.formula {
                Formula::Printed => RateFormula::Printed,
                Formula::Corrected => RateFormula::Corrected,
            },
        };
        Settings { individuals, groups, rates, selection, crossover, low_genes: self.low_genes, seed }
    }
}

/// Who lives on.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    Tournament,
    Roulette,
    Local,
    Truncation,
}

/// Which values are exchanged.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Exchange {
    Uniform,
    OnePoint,
    MultiPoint,
}

/// Which formula.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Formula {
    Printed,
    Corrected,
}

/// What the values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Genes {
    /// The 24 values of stones, which order the candidates.
    Stones,
    /// The same, which make the table of all lines of the thesis's evaluation.
    Shapes,
    /// A gain and a block for each of the lines that games reach.
    Codes,
}

/// How generation 0 comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Initial {
    Scattered,
    Chance,
}
