//! The games that can be played: one line each.

use crate::{
    message::{Begin, Offer, Saved},
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
use std::sync::Arc;

/// All games of this project.
pub fn all() -> Games {
    let skill = Levels { option: "Skill Level", weakest: 0, strongest: Skill::MAX, elo: elo_of_skill };
    let level = Levels { option: "Level", weakest: 1, strongest: 9, elo: |_| None };
    let chinese = |name, style| Written::<Xiangqi> { name, write: style };
    let xiangqi = Description {
        levels: Some(skill),
        words: XIANGQI_WORDS.to_vec(),
        notations: vec![
            chinese("中文", |game, turn| written(game, turn, Spelling::Chinese(ChineseStyle::default()))),
            chinese("WXF", |game, turn| written(game, turn, Spelling::Wxf(WxfSpelling::Axf))),
            chinese("ICCS", |game, turn| written(game, turn, Spelling::Iccs)),
        ],
        ..Description::new(["Xiangqi", "象棋"], xiangqi_engine::player)
    };
    let stones = |titles, rules: &'static str, usual: Rules| Description {
        levels: Some(level),
        words: STONE_WORDS.to_vec(),
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
                levels: Some(skill),
                words: vec![
                    ("Yellow", "黄方"),
                    ("Red", "红方"),
                    ("four in a row", "四子连线"),
                    ("full board", "棋盘已满"),
                ],
                ..Description::new(["Connect Four", "四子棋"], connect_four::player)
            },
        )
}

const XIANGQI_WORDS: &[(&str, &str)] = &[
    ("asian-", "亚洲规则 "),
    ("wxf2018-", "世象联规则 2018 "),
    ("cxa2020-", "中国规则 2020 "),
    ("check-only-", "只判长将 "),
    ("none-", "不判循环 "),
    ("Red", "红方"),
    ("Black", "黑方"),
    ("checkmate", "将死"),
    ("stalemate", "困毙"),
    ("perpetual check", "长将"),
    ("perpetual chase", "长捉"),
    ("perpetual threats", "长打"),
    ("repetition", "重复局面"),
    ("move limit", "自然限着"),
    ("insufficient material", "双方无可胜子力"),
    ("there is no piece", "那里没有棋子"),
    ("that is off the board", "不在棋盘上"),
    ("the piece is the opponent's, or it cannot move", "那是对方的棋子，或者它不能走"),
];

const STONE_WORDS: &[(&str, &str)] =
    &[("Black", "黑方"), ("White", "白方"), (" has ", ""), (" in a row", "连珠"), ("the board is full", "棋盘已满")];

fn elo_of_skill(level: u32) -> Option<i32> {
    Some(Skill::new(level).elo())
}

/// A move of xiangqi in a notation; in coordinates, where that has no word for it.
fn written(game: &Xiangqi, turn: &[Move], notation: Spelling) -> String {
    let [mv] = turn else { return String::new() };
    notation.write(game.position(), *mv).unwrap_or_else(|_| mv.to_string())
}

/// What rooms of all games say.
const WORDS: &[(&str, &str)] = &[
    ("the game is over", "对局已结束"),
    ("the game goes on", "对局仍在进行"),
    ("there is nothing to take back", "没有可悔的棋"),
    ("no person plays", "没有人在下棋"),
    ("the engine plays on", "引擎不同意和棋"),
    ("the engine gives no move", "引擎没有着法"),
    ("no move can be made there", "那里不能走棋"),
    ("resignation", "认输"),
    ("agreement", "双方议和"),
    ("time", "超时"),
    ("is the engine's", "由引擎走棋"),
];

/// How a room of a game is opened.
struct Entry {
    offer: Offer,
    open: Box<dyn Fn(&Begin) -> Result<Box<dyn Room>, Reason> + Send + Sync>,
    restore: Box<dyn Fn(&Saved) -> Result<Box<dyn Room>, Reason> + Send + Sync>,
}

/// The games that are offered.
#[derive(Default)]
pub struct Games(Vec<Entry>);

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
        let offer = Offer {
            name: name.to_owned(),
            titles: described.titles,
            side_names: G::SIDES.map(|side| described.word(side)),
            rules,
            levels: levels.collect(),
            words: described.words.iter().chain(WORDS).copied().collect(),
        };
        let (described, same) = (Arc::new(described.clone()), Arc::new(described));
        self.0.push(Entry {
            offer,
            open: Box::new(move |begin| Ok(Box::new(Hall::new(Arc::clone(&described), begin)?))),
            restore: Box::new(move |saved| Ok(Box::new(Hall::restore(Arc::clone(&same), saved)?))),
        });
        self
    }

    /// What is offered.
    pub fn offers(&self) -> impl Iterator<Item = &Offer> {
        self.0.iter().map(|entry| &entry.offer)
    }

    fn entry(&self, name: &str) -> Result<&Entry, Reason> {
        let found = self.0.iter().find(|entry| entry.offer.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.offers().map(|offer| offer.name.as_str()).collect();
            format!("unknown game '{name}'; expected one of {}", names.join(", ")).into()
        })
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If there is no such game, or what is asked for makes no sense in it.
    pub fn open(&self, begin: &Begin) -> Result<Box<dyn Room>, Reason> {
        (self.entry(&begin.game)?.open)(begin)
    }

    /// Goes on with a game that was kept.
    ///
    /// # Errors
    /// If there is no such game, or what was kept makes no sense in it.
    pub fn restore(&self, saved: &Saved) -> Result<Box<dyn Room>, Reason> {
        (self.entry(&saved.begin.game)?.restore)(saved)
    }
}
