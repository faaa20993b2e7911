//! The program of Ataxx.
fn main() {
    duiyi::program(ataxx::kit());
}
