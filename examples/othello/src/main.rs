//! The program of Othello.
fn main() {
    duiyi::program(othello::kit());
}
