//! The size of second-level searches.

/// The sizes of the second-level searches of PN².
///
/// With x nodes in the first level and memory for N, a second-level search may hold
/// min(x / (1 + e^((a − x)/b)), N − x) nodes (Breuker 1998). The first searches are thus small,
/// and a large first level gets all the memory that is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondLevel {
    /// a, as a share of the memory: the size of the first level at which the second may be half as
    /// large.
    pub transition: f64,
    /// b, as a share of the memory; a larger one makes the growth more gradual. Positive.
    pub width: f64,
}

impl Default for SecondLevel {
    /// The transition at 0.4 of the memory with a width of 0.1, chosen on problems of Connect6.
    fn default() -> SecondLevel {
        SecondLevel { transition: 0.4, width: 0.1 }
    }
}

impl SecondLevel {
    /// The maximum number of nodes of a second-level search beside `held` nodes of the first level
    /// in a memory for `memory` nodes.
    pub(super) fn nodes(self, held: usize, memory: usize) -> usize {
        let (held, memory) = (held as f64, memory as f64);
        let exponent = (self.transition * memory - held) / (self.width * memory);
        (held / (1.0 + exponent.exp())).min(memory - held).max(0.0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_level_grows_with_the_first_and_fits_into_memory() {
        let sizes = SecondLevel { transition: 0.5, width: 0.1 };
        let size = |held| sizes.nodes(held, 10_000);
        assert_eq!([size(1), size(5_000), size(10_000)], [0, 2_500, 0]);
        assert_eq!(size(9_000), 1_000, "the rest of the memory");
        assert!((1..5_000).all(|held| size(held) <= size(held + 1)));
    }
}
