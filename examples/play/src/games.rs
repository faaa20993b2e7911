//! The games that can be played: one line each.

use crate::{
    message::{Begin, Offer},
    room::{Description, Hall, Levels, Room, Written},
};
use duiyi_connect6::Rules;
use duiyi_game::{Diagram, Notation};
use duiyi_player::Timing;
use duiyi_search::{Reason, Skill};
use duiyi_xiangqi::{
    Move, Xiangqi,
    notation::{ChineseStyle, Notation as Spelling, WxfSpelling},
};

/// All games of this project.
pub fn all() -> Games {
    let skill = Levels { option: "Skill Level", weakest: 0, strongest: Skill::MAX, elo: elo_of_skill };
    let level = Levels { option: "Level", weakest: 1, strongest: 9, elo: |_| None };
    let chinese = |name, style| Written::<Xiangqi> { name, write: style };
    let xiangqi = Description {
        levels: Some(skill),
        notations: vec![
            chinese("中文", |game, turn| written(game, turn, Spelling::Chinese(ChineseStyle::default()))),
            chinese("WXF", |game, turn| written(game, turn, Spelling::Wxf(WxfSpelling::Axf))),
            chinese("ICCS", |game, turn| written(game, turn, Spelling::Iccs)),
        ],
        ..Description::new(["Xiangqi", "象棋"], xiangqi_engine::player)
    };
    let stones = |titles, rules: &'static str, usual: Rules| Description {
        levels: Some(level),
        rules,
        ..Description::new(titles, move || connect6_engine::player(usual))
    };
    Games::new()
        .with("xiangqi", xiangqi)
        .with("connect6", stones(["Connect6", "六子棋"], "connect6", Rules::CONNECT6))
        .with("gomoku", stones(["Gomoku", "五子棋"], "gomoku", Rules::GOMOKU))
        .with("tictactoe", stones(["Tic-tac-toe", "井字棋"], "tictactoe", Rules::TIC_TAC_TOE))
        .with(
            "connect-four",
            Description {
                levels: Some(skill), ..Description::new(["Connect Four", "四子棋"], connect_four::player)
            },
        )
}

fn elo_of_skill(level: u32) -> Option<i32> {
    Some(Skill::new(level).elo())
}

/// A move of xiangqi in a notation; in coordinates, where that has no word for it.
fn written(game: &Xiangqi, turn: &[Move], notation: Spelling) -> String {
    let [mv] = turn else { return String::new() };
    notation.write(game.position(), *mv).unwrap_or_else(|_| mv.to_string())
}

/// Opens a room of a game.
type Open = Box<dyn Fn(&Begin) -> Result<Box<dyn Room>, Reason> + Send + Sync>;

/// The games that are offered.
#[derive(Default)]
pub struct Games(Vec<(Offer, Open)>);

impl Games {
    /// No game yet.
    pub fn new() -> Games {
        Games::default()
    }

    /// The same with one game more.
    #[must_use]
    pub fn with<G: Notation + Diagram + Timing>(mut self, name: &str, described: Description<G>) -> Games {
        let levels = described
            .levels
            .iter()
            .flat_map(|levels: &Levels| levels.range().map(|level| (level, (levels.elo)(level))));
        // A family whose games have names has one rule set each.
        let rules = if described.rules.is_empty() { G::RULES.to_vec() } else { vec![described.rules] };
        let offer =
            Offer { name: name.to_owned(), titles: described.titles, sides: G::SIDES, rules, levels: levels.collect() };
        let open: Open = Box::new(move |begin| Ok(Box::new(Hall::new(described.clone(), begin)?)));
        self.0.push((offer, open));
        self
    }

    /// What is offered.
    pub fn offers(&self) -> impl Iterator<Item = &Offer> {
        self.0.iter().map(|(offer, _)| offer)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If there is no such game, or what is asked for makes no sense in it.
    pub fn open(&self, begin: &Begin) -> Result<Box<dyn Room>, Reason> {
        let found = self.0.iter().find(|(offer, _)| offer.name == begin.game);
        let (_, open) = found.ok_or_else(|| {
            let names: Vec<&str> = self.offers().map(|offer| offer.name.as_str()).collect();
            format!("unknown game '{}'; expected one of {}", begin.game, names.join(", "))
        })?;
        open(begin)
    }
}
