//! The program of the Game of the Amazons.
fn main() {
    duiyi::program(amazons::kit());
}
