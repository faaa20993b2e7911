//! Openings from EPD files, and the order in which a match plays them.

use crate::stats::bradley_terry::below;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};

/// A position to start games from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Its name: the `id` of the EPD line, or the number of the line.
    pub id: String,
    /// The position, as the game's protocols write it.
    pub position: String,
}

/// Reads openings, one a line: a position, then EPD operations, of which `id
/// "name"` is used. The position ends at the first `;`, or at the first
/// operation after its fourth field. Blank lines and lines that begin with `#`
/// are skipped.
///
/// The positions are not checked here: [`Rules::start`](crate::Rules::start) does.
///
/// ```
/// let openings = duiyi_arena::parse_epd("# two\n4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1; id \"bare\";\nx w - - bm a1;\n");
/// assert_eq!(openings[0].id, "bare");
/// assert_eq!(openings[0].position, "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
/// assert_eq!((openings[1].id.as_str(), openings[1].position.as_str()), ("line 3", "x w - -"));
/// ```
pub fn parse_epd(text: &str) -> Vec<Opening> {
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let words: Vec<&str> = line.split(';').next().unwrap_or_default().split_whitespace().collect();
            let is_operation = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase());
            let fields = words.iter().skip(4).position(is_operation).map_or(words.len(), |at| at + 4);
            let id = line.split(';').find_map(|part| {
                let (_, name) = part.split_once("id \"")?;
                name.split('"').next()
            });
            Opening {
                id: id.map_or_else(|| format!("line {number}"), str::to_owned),
                position: words[..fields].join(" "),
            }
        })
        .collect()
}

/// A number that changes with any opening: FNV-1a, 64 bits, in hexadecimal.
pub(crate) fn digest(openings: &[Opening]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for opening in openings {
        for byte in opening.id.bytes().chain([b'\t']).chain(opening.position.bytes()).chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// The indices of `count` openings in the order of one cycle through them.
pub(crate) fn shuffled(count: usize, seed: u64, cycle: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    // A golden-ratio step keeps the generators of successive cycles apart.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ cycle.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for i in (1..count).rev() {
        order.swap(i, below(&mut rng, i + 1));
    }
    order
}
