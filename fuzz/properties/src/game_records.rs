//! Records of games read from arbitrary bytes: they are written again as the same bytes.

use duiyi_train::network::records::{Reader, head};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    for file in [bytes.to_vec(), [&head("x")[..], bytes].concat()] {
        let Ok(mut reader) = Reader::new(&file[..]) else { continue };
        let mut written = head(reader.name());
        for game in reader.by_ref().map_while(Result::ok) {
            written.extend(game.to_bytes());
        }
        assert_eq!(written, file[..reader.whole() as usize]);
    }
}
