//! The games of this workspace on the page.
#![forbid(unsafe_code)]

use duiyi_connect6::{Rules, kit::kit as connect6};
use duiyi_play::{Game, Games};

/// The games that the page offers, the default one first.
pub fn games() -> Games {
    Games::new([
        Game::new(duiyi_xiangqi::kit::kit()),
        Game::new(connect6("connect6", Rules::CONNECT6)),
        Game::new(connect6("gomoku", Rules::GOMOKU)),
        Game::new(connect6("tictactoe", Rules::TIC_TAC_TOE)),
        Game::new(connect6("hexo", Rules::HEXO)),
        Game::new(connect_four::kit()),
        Game::new(breakthrough::kit()),
    ])
}
