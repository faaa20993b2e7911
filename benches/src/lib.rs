//! The positions that the benches share.

use duiyi_xiangqi::Position;

/// The 50 middlegame positions, with their names (see `data/README.md`).
///
/// # Panics
/// If the file in the repository is damaged.
pub fn middlegames() -> Vec<(String, Position)> {
    include_str!("../data/midgame50.epd")
        .lines()
        .map(|line| {
            let (fen, rest) = line.split_once(';').expect("each line has a FEN and a name");
            let name = rest.split('"').nth(1).expect("each line has an id in quotes");
            (name.to_owned(), fen.trim().parse().expect("each FEN is valid"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fifty() {
        let positions = middlegames();
        assert_eq!(positions.len(), 50);
        assert!(positions.iter().all(|(_, position)| !position.in_check()));
    }
}
