//! The options of an evolution.

use super::thinking::ByGames;
use crate::shards::ShardArgs;
use clap::{Args, ValueEnum, builder::RangedU64ValueParser};
use duiyi_train::genetic::{Crossover, GeneticSettings, RateFormula, Rates, Selection};
use std::path::PathBuf;

/// Options of an evolution.
#[derive(Clone, Debug, Args)]
pub(crate) struct EvolveArgs {
    #[command(flatten)]
    pub(super) by: ByGames,
    /// The values to tune. For shapes and lines, the values also evaluate positions, and evolution starts from the
    /// printed values.
    #[arg(long, value_enum, default_value = "stones")]
    pub(super) genes: Genes,
    /// Maximum number of lines: those that occur most often in self-play games of the initial values.
    #[arg(long, default_value_t = 4000)]
    pub(super) codes: usize,
    /// Number of these self-play games.
    #[arg(long, default_value_t = 60)]
    pub(super) watch: u64,
    /// The first generation: scattered around the initial values, or random genes. Position values always start from the
    /// initial ones.
    #[arg(long, value_enum, default_value = "scattered")]
    pub(super) initial: Initial,
    /// Number of generations.
    #[arg(long, default_value_t = 30)]
    pub(super) generations: u64,
    /// Individuals per generation.
    #[arg(long, default_value_t = 20, value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub(super) individuals: usize,
    /// Number of groups, each with a champion.
    #[arg(long, default_value_t = 5)]
    pub(super) groups: usize,
    /// Spread of the first generation: each value is multiplied or divided by up to 1 + this.
    #[arg(long, default_value_t = 1.0)]
    pub(super) spread: f64,
    #[command(flatten)]
    pub(super) breeding: Breeding,
    /// Every N generations the champion plays against the initial values for the curve, or against all individuals of
    /// generation 0 if there are none.
    #[arg(long, default_value_t = 5)]
    pub(super) check: u64,
    /// Number of games per measurement of a champion.
    #[arg(long, default_value_t = 60)]
    pub(super) check_games: u64,
    /// Number of games of the final measurement, with other openings.
    #[arg(long, default_value_t = 0)]
    pub(super) final_games: u64,
    /// Where to write: NAME.txt, NAME.xml and NAME-values.json (the champion), NAME.json (state), NAME.csv and
    /// NAME.svg (Elo against generation 0). An existing state is resumed.
    #[arg(long, value_name = "NAME")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) shard: ShardArgs,
}

impl EvolveArgs {
    /// The options that all shards have in common; the number of generations may grow.
    pub(super) fn work(&self) -> String {
        let (out, shard) = (PathBuf::new(), ShardArgs::default());
        format!("{:?}", EvolveArgs { out, shard, generations: 0, final_games: 0, ..self.clone() })
    }
}

/// Options of selection, crossover and mutation.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Breeding {
    /// Selection of survivors and parents: champions of groups, the fittest individuals, roulette wheel by fitness, or
    /// champions of neighbours in a ring.
    #[arg(long, value_enum, default_value = "tournament")]
    selection: Way,
    /// Crossover: each value independently, or the segments between random points.
    #[arg(long, value_enum, default_value = "uniform")]
    crossover: Exchange,
    /// Number of points of a multi-point crossover.
    #[arg(long, default_value_t = 2)]
    points: u16,
    /// Crossover rate of pairs whose fitter parent is at most average.
    #[arg(long, default_value_t = Rates::default().crossover_high)]
    pc1: f64,
    /// Crossover rate of pairs with the fittest individual.
    #[arg(long, default_value_t = Rates::default().crossover_low)]
    pc2: f64,
    /// Mutation rate of individuals below average.
    #[arg(long, default_value_t = Rates::default().mutation_high)]
    pm1: f64,
    /// Mutation rate of the fittest individual.
    #[arg(long, default_value_t = Rates::default().mutation_low)]
    pm2: f64,
    /// Number of low bits of a value that a mutation may flip.
    #[arg(long, default_value_t = GeneticSettings::default().low_genes)]
    low_genes: u32,
    /// Formula of the mutation rate.
    #[arg(long, value_enum, default_value = "corrected")]
    formula: Formula,
}

impl Breeding {
    /// The settings of an evolution.
    pub(super) fn settings(self, individuals: usize, groups: usize, seed: u64) -> GeneticSettings {
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
        GeneticSettings { individuals, groups, rates, selection, crossover, low_genes: self.low_genes, seed }
    }
}

/// The selection of survivors.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    Tournament,
    Roulette,
    Local,
    Truncation,
}

/// The kinds of crossover.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Exchange {
    Uniform,
    OnePoint,
    MultiPoint,
}

/// The formulas of the mutation rate.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Formula {
    Printed,
    Corrected,
}

/// The values to tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Genes {
    /// The 24 values of stones, which order the candidates.
    Stones,
    /// The 24 values of stones as the source of the table of all lines in the evaluation of the thesis.
    Shapes,
    /// A gain and a block for each of the lines that occur in games.
    Codes,
}

/// The kinds of the first generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Initial {
    Scattered,
    Chance,
}
