//! Xiangqi with a network in the ONNX format. The option `EvalFile` names the file.
#![forbid(unsafe_code)]

use duiyi::{engine::PlayerParts, kit::GameKit, xiangqi::Xiangqi};
use onnx_example::{MATERIAL, Network, NetworkError, SEARCHES, evaluation};

fn main() -> Result<(), NetworkError> {
    let start = Xiangqi::default();
    let usual = Network::read(MATERIAL, &start)?;
    let parts = PlayerParts::new(&SEARCHES, evaluation(start.clone(), usual));
    let titles = ["Xiangqi with your own network", "象棋"];
    duiyi::program(GameKit { titles, ..GameKit::new("xiangqi-onnx", start, parts) });
    Ok(())
}
