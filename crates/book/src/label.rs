//! The name of a position.

/// A position with a name, in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// The canonical key.
    pub(crate) key: u64,
    /// The number of the name, from 0.
    pub(crate) name: u32,
    /// The number of games that reached the position under the name.
    pub(crate) games: u32,
}

impl Label {
    /// The length in a file in bytes.
    pub(crate) const SIZE: usize = 16;

    pub(crate) fn to_bytes(self) -> [u8; Label::SIZE] {
        let mut bytes = [0; Label::SIZE];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.name.to_le_bytes());
        bytes[12..].copy_from_slice(&self.games.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; Label::SIZE]) -> Label {
        let long = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Label { key: u64::from(long(0)) | u64::from(long(4)) << 32, name: long(8), games: long(12) }
    }
}
