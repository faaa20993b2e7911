//! Wins that a search claims: each is written as a certificate, which the checker must accept, and made false in
//! several ways, which it must refuse.

mod falsify;
mod sources;

use clap::Args;
use duiyi_engine::{Player, Request};
use duiyi_game::{History, Reason, Score};
use duiyi_kit::cli::{certificate, claim_of};
use duiyi_lab::{
    files::{Keeper, beside, distinct, write_headed},
    progress::resumed_bar,
    say,
};
use duiyi_proof::{Accepted, Claim, Tree, verify, write};
use duiyi_search::{LimitControl, Limits, StopHandle};
use duiyi_train::state::load;
use duiyi_xiangqi::{Xiangqi, kit::player};
use falsify::{WAYS, falsified};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};
use sources::Item;
use std::{collections::BTreeMap, fmt, path::PathBuf};

/// The attempts to make a certificate false in one way.
const ATTEMPTS: u32 = 8;

/// Options of checking claims.
#[derive(Clone, Debug, Args)]
pub(crate) struct ClaimsArgs {
    /// Suites (EPD) or records of self-play whose positions are searched.
    #[arg(value_name = "FILE")]
    sources: Vec<PathBuf>,
    /// Where to write the counts: NAME.csv, with the state for continuing in NAME.json.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// The most positions or games of each file.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// The positions of a game that are searched, from the last one back.
    #[arg(long, default_value_t = 16)]
    last: usize,
    /// Random cycles to add, for wins by a ruling.
    #[arg(long, default_value_t = 0)]
    cycles: u64,
    /// Nodes of the search of a position.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Nodes of all searches of a proof.
    #[arg(long, default_value_t = 2_000_000)]
    proof_nodes: u64,
    /// The number of certificates to make false in each way.
    #[arg(long, default_value_t = 250)]
    falsified: u64,
    /// Seed of the cycles and of the changes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The claims of one kind from one kind of source.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Claims {
    claimed: u64,
    /// With a certificate.
    proved: u64,
    accepted: u64,
    refused: u64,
    /// The most lines of a certificate.
    lines: u64,
}

/// Certificates made false in one way.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Falsified {
    made: u64,
    refused: u64,
}

/// The counts of a run.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Counts {
    /// Positions searched.
    searched: u64,
    /// By source and claim.
    claims: BTreeMap<String, Claims>,
    /// By the way in which they were made false.
    falsified: BTreeMap<String, Falsified>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {} positions searched", self.searched)?;
        writeln!(f, "claim,made,proved,accepted,refused,lines")?;
        for (name, Claims { claimed, proved, accepted, refused, lines }) in &self.claims {
            writeln!(f, "{name},{claimed},{proved},{accepted},{refused},{lines}")?;
        }
        for (way, Falsified { made, refused }) in &self.falsified {
            writeln!(f, "false {way},{made},,{},{refused},", made - refused)?;
        }
        Ok(())
    }
}

/// The state of a run.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    /// Everything that determines the claims.
    claims: String,
    /// The number of finished games.
    next: u64,
    counts: Counts,
}

/// Checks claims.
///
/// # Errors
/// If a file can't be read or written, or belongs to other work; at the end, if the checker has refused a claim
/// or accepted a false one.
pub(crate) fn run(args: &ClaimsArgs, line: &str) -> Result<(), Reason> {
    let mut items = Vec::new();
    for path in distinct(&args.sources)? {
        items.extend(sources::of_file(path, args.games, args.last)?);
    }
    let all = items.len() as u64 + args.cycles;
    let work = format!("{:?}", ClaimsArgs { out: PathBuf::new(), ..args.clone() });
    let path = beside(&args.out, "json");
    let mut keeper = Keeper::open(&args.out)?;
    let mut state = match path.exists() {
        true => load::<State>(&path)?,
        false => State { claims: work.clone(), next: 0, counts: Counts::default() },
    };
    if state.claims != work {
        return Err(format!("{} belongs to other work: {}", path.display(), state.claims).into());
    }
    let bar = resumed_bar(state.next, all);
    let mut player = player();
    while state.next < all {
        let at = state.next as usize;
        let cycle = |number: u64| sources::game_before_ruling(args.seed.wrapping_add(number));
        let found;
        let item = if at < items.len() {
            Some(&items[at])
        } else {
            found = cycle(state.next - items.len() as u64);
            found.as_ref()
        };
        if let Some(item) = item {
            let random = Xoshiro256PlusPlus::seed_from_u64(args.seed ^ state.next.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            Checks { args, player: &mut *player, counts: &mut state.counts, random }.item(item)?;
        }
        state.next += 1;
        bar.set_position(state.next);
        keeper.keep_at_times(&state)?;
    }
    bar.finish_and_clear();
    keeper.keep(&state)?;
    write_headed(&beside(&args.out, "csv"), &format!("# Command: {line}\n{}", state.counts))?;
    say::result(&state.counts)?;
    let refused: u64 = state.counts.claims.values().map(|claims| claims.refused).sum();
    let accepted: u64 = state.counts.falsified.values().map(|of| of.made - of.refused).sum();
    match (refused, accepted) {
        (0, 0) => Ok(()),
        _ => Err(format!("{refused} claims refused, {accepted} false ones accepted").into()),
    }
}

/// The checks of one game.
struct Checks<'a> {
    args: &'a ClaimsArgs,
    player: &'a mut dyn Player<Xiangqi>,
    counts: &'a mut Counts,
    random: Xoshiro256PlusPlus,
}

impl Checks<'_> {
    /// Checks the claims in the last positions of a game.
    fn item(&mut self, item: &Item) -> Result<(), Reason> {
        self.player.new_game(item.game.start());
        let mut game = item.game.clone();
        for _ in 0..item.positions {
            if game.outcome().is_none() {
                self.position(item.kind, &game)?;
            }
            if game.undo().is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Searches a position; if the score is a win, its certificate is checked and made false.
    fn position(&mut self, kind: &str, game: &History<Xiangqi>) -> Result<(), Reason> {
        let control = &mut LimitControl::new(Limits::nodes(self.args.nodes), StopHandle::new());
        let found = self.player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut () });
        self.counts.searched += 1;
        let score = found.as_ref().and_then(|found| found.score).unwrap_or(Score::ZERO);
        let Some(claim) = claim_of(score) else { return Ok(()) };
        let name = match claim {
            Claim::Mate(turns) => format!("{kind} mate {turns}"),
            Claim::Win => format!("{kind} win by a ruling"),
        };
        self.counts.claims.entry(name.clone()).or_default().claimed += 1;
        // A win by a ruling with the next move needs no search.
        let at_once = found.filter(|_| claim == Claim::Win).and_then(|found| {
            let tree = Tree::after(*found.turn.first()?, Tree::default());
            write(game, claim, &tree).ok()
        });
        let text = match at_once {
            Some(text) => text,
            None => match certificate(game, score, &mut *self.player, self.args.proof_nodes) {
                Ok(text) => text,
                Err(_) => return Ok(()),
            },
        };
        let counts = self.counts.claims.entry(name).or_default();
        counts.proved += 1;
        match verify::<Xiangqi>(&text) {
            Ok(Accepted { leaves, .. }) => {
                counts.accepted += 1;
                counts.lines = counts.lines.max(leaves);
            }
            Err(error) => {
                counts.refused += 1;
                say::news(format_args!("refused: {error}\n{text}"));
            }
        }
        self.falsify(game, &text);
        Ok(())
    }

    /// Makes a certificate false in each way that is not yet done often enough.
    fn falsify(&mut self, game: &History<Xiangqi>, text: &str) {
        for way in WAYS {
            let of = self.counts.falsified.entry(way.to_owned()).or_default();
            if of.made >= self.args.falsified {
                continue;
            }
            let Some(changed) = (0..ATTEMPTS).find_map(|_| falsified(way, game, text, &mut self.random)) else {
                continue;
            };
            of.made += 1;
            match verify::<Xiangqi>(&changed) {
                Err(_) => of.refused += 1,
                Ok(_) => say::news(format_args!("accepted, but false ({way}):\n{changed}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn claims_are_proved_and_false_ones_are_made_and_refused() {
        let folder = std::env::temp_dir().join(format!("duiyi-lab-claims-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let suite = folder.join("mates.epd");
        // Mates in 1, 2 and 3, and a position without one.
        let lines = [
            "2n1R4/5k3/b3b3c/p1r1p1n1p/2p3p2/P8/4P1c1P/2C3N1B/5C3/2BAKA3 w - - 0 1; dm 1;",
            "4k4/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1; dm 2;",
            "4k4/9/9/9/9/9/9/R8/9/1R3K3 w - - 0 1; dm 2;",
            "3akab2/9/4b4/9/8p/9/8P/4B4/9/2BAKA3 w - - 0 1; none",
        ];
        fs::write(&suite, lines.join("\n")).unwrap();
        let args = |name: &str| ClaimsArgs {
            sources: vec![suite.clone()],
            out: folder.join(name),
            games: 10,
            last: 1,
            cycles: 1,
            nodes: 5000,
            proof_nodes: 200_000,
            falsified: 1,
            seed: 5,
        };
        run(&args("whole"), "studies claims").unwrap();
        let text = fs::read_to_string(folder.join("whole.csv")).unwrap();
        let counts = load::<State>(&folder.join("whole.json")).unwrap().counts;
        for way in WAYS {
            let Falsified { made, refused } = counts.falsified[way];
            assert!(made > 0 && made == refused, "{way}: {text}");
        }
        for kind in ["suites mate 1", "suites mate 2", "rulings win by a ruling"] {
            let Claims { claimed, proved, accepted, refused, .. } = counts.claims[kind];
            assert!(claimed > 0 && claimed == proved && proved == accepted && refused == 0, "{kind}: {text}");
        }
        // Continued from an earlier state, the result is the same.
        let half = args("half");
        let mut state = load::<State>(&folder.join("whole.json")).unwrap();
        (state.next, state.counts) = (0, Counts::default());
        duiyi_train::state::save(&folder.join("half.json"), &state).unwrap();
        run(&half, "studies claims").unwrap();
        assert_eq!(fs::read_to_string(folder.join("half.csv")).unwrap(), text);
        let other = run(&ClaimsArgs { seed: 2, ..half }, "studies claims").unwrap_err().to_string();
        assert!(other.contains("belongs to other work"), "{other}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
