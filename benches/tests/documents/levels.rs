//! The ratings of the levels of xiangqi are those of their data file.

use super::repository::Repository;
use duiyi_xiangqi::player::{LEVELS, is_measured};

const DATA: &str = "docs/data/levels.csv";

/// A player of [`DATA`]: a level, or a player that the levels are compared with.
#[derive(Debug)]
struct Row<'a> {
    player: &'a str,
    elo: i32,
    /// Half the 95 % interval, if the player was measured.
    error: Option<i32>,
    games: u32,
}

impl Row<'_> {
    /// Reads the columns of a line; the first one may be quoted.
    fn read(line: &str) -> Row<'_> {
        let cells: Vec<&str> = line.rsplitn(4, ',').collect();
        let [games, error, elo, player] = cells[..] else { panic!("{DATA}: '{line}': expected four columns") };
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{DATA}: '{line}': '{text}' is not a number"));
        let error = (!error.is_empty()).then(|| number(error));
        Row { player, elo: number(elo), error, games: number(games).unsigned_abs() }
    }
}

#[test]
fn the_scale_of_xiangqi_is_that_of_the_data() {
    let repository = Repository::open();
    let text = repository.read(DATA);
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("level,elo,error,games"));
    let rows: Vec<Row> = lines.map(Row::read).collect();
    let levels: Vec<(u32, &Row)> = rows.iter().filter_map(|row| Some((row.player.parse().ok()?, row))).collect();
    assert!(levels.iter().map(|(level, _)| *level).eq(0..20), "each level below full strength has a row: {levels:?}");
    for (level, row) in levels {
        assert_eq!(LEVELS.elo(level), Some(row.elo), "{row:?}");
        assert_eq!(is_measured(level), row.games > 0, "{row:?}");
    }
    assert!(rows.iter().all(|row| row.error.is_some() == (row.games > 0)), "{rows:?}");
}
