//! The program of Breakthrough.
fn main() {
    duiyi::program(breakthrough::kit());
}
