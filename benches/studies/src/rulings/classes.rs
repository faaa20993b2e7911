//! Classes of cycles on which two rule sets disagree.

use duiyi_game::Reason;
use duiyi_xiangqi::{
    Move, Position,
    rulings::{RuleSet, Ruling, judge},
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A rule set with the article by which it decides, and its ruling.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Decision {
    rules: String,
    article: String,
    ruling: String,
}

/// The number of cycles of a class, with the first of the shortest ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Found {
    cycles: u64,
    fen: String,
    moves: String,
}

impl Found {
    /// The order of examples: the shortest text first. It does not depend on the order of the cycles.
    fn order(&self) -> (usize, &str, &str) {
        (self.fen.len() + self.moves.len(), &self.fen, &self.moves)
    }
}

/// The classes of the judged cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Classes {
    /// The start positions.
    pub(crate) positions: u64,
    /// The judged cycles, and those on which two rule sets disagree.
    cycles: u64,
    disputed: u64,
    /// The cycles that each article decides.
    decided: Vec<(Decision, Found)>,
    /// The cycles on which two rule sets disagree, by the articles that decide.
    disagreements: Vec<((Decision, Decision), Found)>,
}

impl Classes {
    /// Judges a cycle by every rule set. The side that a ruling names is the one that moves first or second.
    ///
    /// # Errors
    /// If a move is not legal, or the cycle does not close.
    pub(crate) fn judge(&mut self, start: &Position, cycle: &[Move]) -> Result<(), Reason> {
        let found = || Found { cycles: 1, fen: start.to_fen(), moves: words(cycle) };
        let decisions = decisions(start, cycle)?;
        self.cycles += 1;
        let mut disputed = false;
        for (index, one) in decisions.iter().enumerate() {
            count(&mut self.decided, one.clone(), found());
            for other in decisions[index + 1..].iter().filter(|other| other.ruling != one.ruling) {
                disputed = true;
                count(&mut self.disagreements, (one.clone(), other.clone()), found());
            }
        }
        self.disputed += u64::from(disputed);
        Ok(())
    }

    /// Adds the classes of other cycles.
    pub(crate) fn add(&mut self, other: Classes) {
        self.positions += other.positions;
        self.cycles += other.cycles;
        self.disputed += other.disputed;
        other.decided.into_iter().for_each(|(class, found)| count(&mut self.decided, class, found));
        other.disagreements.into_iter().for_each(|(class, found)| count(&mut self.disagreements, class, found));
    }

    /// The totals in one line.
    pub(crate) fn summary(&self) -> String {
        let Classes { positions, cycles, disputed, disagreements, .. } = self;
        let classes = disagreements.len();
        format!("{positions} start positions, {cycles} cycles, {disputed} disputed, {classes} classes of disagreement")
    }
}

/// The moves of a cycle as a text.
fn words(cycle: &[Move]) -> String {
    cycle.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// The decisions of all rule sets on a cycle.
fn decisions(start: &Position, cycle: &[Move]) -> Result<Vec<Decision>, Reason> {
    let decision = |rules: RuleSet| {
        let report = judge(rules, start, cycle)?;
        let article = report.article.ok_or_else(|| format!("{} does not repeat", words(cycle)))?;
        let ruling = match report.ruling {
            Ruling::Loses(side) if side == start.side_to_move() => "first loses",
            Ruling::Loses(_) => "second loses",
            _ => "draw",
        };
        // Two articles may have one number.
        let rule = format!("{:?}", report.rule);
        let rule = rule.split(['(', ' ']).next().unwrap_or_default();
        let article = format!("{} {rule}", article.number);
        Ok(Decision { rules: rules.name().to_owned(), article, ruling: ruling.to_owned() })
    };
    RuleSet::ALL.into_iter().map(decision).collect()
}

/// The heading of a list of cycles.
pub(super) fn list_heading() -> String {
    let rules = RuleSet::ALL.map(|rules| format!("{0},{0} article", rules.name()));
    format!("position,moves,{}\n", rules.join(","))
}

/// The line of a cycle in a list: the position, the moves, and the ruling and article of each rule set.
///
/// # Errors
/// As [`Classes::judge`].
pub(super) fn list_line(start: &Position, cycle: &[Move]) -> Result<String, Reason> {
    let decisions = decisions(start, cycle)?;
    let each: Vec<String> = decisions.iter().map(|one| format!("{},\"{}\"", one.ruling, one.article)).collect();
    Ok(format!("{},{},{}\n", start.to_fen(), words(cycle), each.join(",")))
}

/// Counts a cycle in its class; the example is the shortest one.
fn count<K: Ord>(classes: &mut Vec<(K, Found)>, class: K, found: Found) {
    match classes.binary_search_by(|(other, _)| other.cmp(&class)) {
        Ok(index) => {
            let there = &mut classes[index].1;
            let cycles = there.cycles + found.cycles;
            if found.order() < there.order() {
                *there = found;
            }
            there.cycles = cycles;
        }
        Err(index) => classes.insert(index, (class, found)),
    }
}

impl fmt::Display for Classes {
    /// CSV: a line for each class; the second rule set is empty where the class is that of one article.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}.", self.summary())?;
        writeln!(f, "rules,article,ruling,other rules,article,ruling,cycles,position,moves")?;
        let write = |f: &mut fmt::Formatter<'_>, one: &Decision, other: &str, found: &Found| {
            let Found { cycles, fen, moves } = found;
            writeln!(f, "{},\"{}\",{},{other},{cycles},{fen},{moves}", one.rules, one.article, one.ruling)
        };
        for (one, found) in &self.decided {
            write(f, one, ",,", found)?;
        }
        for ((one, other), found) in &self.disagreements {
            write(f, one, &format!("{},\"{}\",{}", other.rules, other.article, other.ruling), found)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disagreements_are_counted_by_the_deciding_articles() {
        let start: Position = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w".parse().unwrap();
        let cycle: Vec<Move> = ["h8h9", "f9f8", "h9h8", "f8f9"].iter().map(|mv| mv.parse().unwrap()).collect();
        let mut classes = Classes::default();
        classes.judge(&start, &cycle).unwrap();
        let mut twice = classes.clone();
        twice.add(classes.clone());
        assert_eq!((classes.cycles, twice.cycles, twice.disputed), (1, 2, 2));
        let text = twice.to_string();
        let row = "none,\"N1 RepetitionDraws\",draw,cxa2020,\"25.1 PerpetualCheck\",first loses,2,";
        assert!(text.contains(row), "{text}");
        // All the others agree.
        assert_eq!(twice.disagreements.len(), 4, "{text}");
        assert_eq!(twice.decided.len(), 5);
        let line = list_line(&start, &cycle).unwrap();
        assert!(line.ends_with(",first loses,\"25.1 PerpetualCheck\"\n"), "{line}");
        assert_eq!(line.matches(',').count(), list_heading().matches(',').count());
        assert!(classes.judge(&start, &cycle[..2]).unwrap_err().to_string().contains("does not repeat"));
    }
}
