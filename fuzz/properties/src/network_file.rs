//! A network read from arbitrary bytes: it is refused with an error, or written
//! again as the same bytes and evaluates without a panic. Bytes without the head of a file get one,
//! and a checksum, so that the parameters after it are tested as well.

use duiyi_game::hash::digest;
use duiyi_nnue::Parameters;

fn check(bytes: &[u8]) {
    if let Ok(network) = Parameters::from_bytes(bytes) {
        assert_eq!(network.to_bytes(), bytes);
        let inputs: Vec<u16> = (0..network.inputs().min(40) as u16).collect();
        let _ = network.evaluate(&inputs, &inputs[..1], usize::from(bytes[bytes.len() / 2]));
        let _ = network.to_float().evaluate(&inputs, &inputs[..1], 0);
    }
}

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    check(bytes);
    // One input, 32 units, one bucket.
    let mut file = b"DUIYINN1".to_vec();
    for number in [1u32, 32, 1, 64, 400, 1] {
        file.extend(number.to_le_bytes());
    }
    file.push(b'x');
    file.extend(0u32.to_le_bytes());
    file.extend(digest(*b"x 1 1").to_le_bytes());
    let numbers = 2 * 32 + 2 * 32 + 2 * 32 + 4;
    file.extend(bytes.iter().copied().chain(std::iter::repeat(0)).take(numbers));
    let sum = digest(file.iter().copied());
    file.extend(sum.to_le_bytes());
    assert!(Parameters::from_bytes(&file).is_ok());
    check(&file);
    check(&file[..file.len() - 1]);
}
