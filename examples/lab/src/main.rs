//! The laboratory for the games of this workspace.

use duiyi_connect6::Rules;
use duiyi_lab::Game;
use duiyi_xiangqi::variants::{self, ManchuRules, MiniRules};
use std::process::ExitCode;

fn main() -> ExitCode {
    duiyi_lab::main(&[
        Game::new(duiyi_xiangqi::kit::kit().learning()),
        Game::with_stones(duiyi_connect6::kit::kit("connect6", Rules::CONNECT6).learning()),
        Game::with_stones(duiyi_connect6::kit::kit("gomoku", Rules::GOMOKU).learning()),
        Game::new(connect_four::kit()),
        Game::new(breakthrough::kit().learning()),
        Game::new(othello::kit()),
        Game::new(variants::kit::<MiniRules>()),
        Game::new(variants::kit::<ManchuRules>()),
    ])
}
