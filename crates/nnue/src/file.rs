//! The file format of a network.
//!
//! | field | format |
//! |---|---|
//! | `DUIYINN1` | 8 bytes |
//! | inputs, hidden units, buckets, output unit, scale | 32 bits each |
//! | name of the features, provenance | length in 32 bits, UTF-8 |
//! | hash of the features: name, inputs, buckets | 64 bits |
//! | weights of the features, row by row; bias of the units | 16 bits each |
//! | output weights: for each bucket the mover's view, the other's | 8 bits each |
//! | output bias | 32 bits each |
//! | checksum of everything before (FNV-1a) | 64 bits |
//!
//! All numbers are little-endian.

use crate::{
    error::NetworkError,
    lanes::{LANES, Lane},
    parameters::{Origin, Parameters, Shape},
};
use duiyi_game::hash::digest;

const MAGIC: &[u8; 8] = b"DUIYINN1";

/// The maximum length of a text in bytes.
const MAX_TEXT: usize = 1 << 16;

/// A hash that distinguishes feature sets.
fn features_hash(name: &str, inputs: usize, buckets: usize) -> u64 {
    digest(format!("{name} {inputs} {buckets}").into_bytes())
}

/// Reads from the front of a slice.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkError> {
        let expected = self.at.saturating_add(count);
        let taken = self.bytes.get(self.at..expected);
        self.at = expected;
        taken.ok_or(NetworkError::Cut { found: self.bytes.len(), expected })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn number(&mut self) -> Result<u32, NetworkError> {
        self.array().map(u32::from_le_bytes)
    }

    fn text(&mut self, what: &'static str) -> Result<String, NetworkError> {
        let length = self.number()? as usize;
        if length > MAX_TEXT {
            return Err(NetworkError::Shape {
                what: "the length of a text",
                value: length as u64,
                expected: "at most 65536",
            });
        }
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| NetworkError::Text(what))
    }

    fn lanes(&mut self, count: usize) -> Result<Vec<Lane>, NetworkError> {
        let bytes = self.take(2 * count)?.as_chunks::<{ 2 * LANES }>().0;
        let lane = |bytes: &[u8; 2 * LANES]| {
            Lane(std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))
        };
        Ok(bytes.iter().map(lane).collect())
    }

    fn small_lanes(&mut self, count: usize) -> Result<Vec<Lane>, NetworkError> {
        let bytes = self.take(count)?.as_chunks::<LANES>().0;
        Ok(bytes.iter().map(|bytes| Lane(bytes.map(|byte| i16::from(byte as i8)))).collect())
    }

    /// A number of the header, checked against its range.
    fn ranged(&mut self, what: &'static str, most: u32, expected: &'static str) -> Result<i32, NetworkError> {
        let value = self.number()?;
        if (1..=most).contains(&value) {
            return Ok(value as i32);
        }
        Err(NetworkError::Shape { what, value: value.into(), expected })
    }
}

impl Parameters {
    /// Reads a network of any feature set.
    ///
    /// # Errors
    /// If the bytes are not a complete and unchanged network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parameters, NetworkError> {
        let mut reader = Reader { bytes, at: 0 };
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::NotANetwork);
        }
        reader.take(MAGIC.len())?;
        let mut size = || reader.number().map(|number| number as usize);
        let shape = Shape { inputs: size()?, hidden: size()?, buckets: size()? }.check()?;
        let Shape { inputs, hidden, buckets } = shape;
        let output_unit = reader.ranged("the output unit", 4096, "1 to 4096")?;
        let scale = reader.ranged("the scale", 30_000, "1 to 30000")?;
        let origin = Origin { features: reader.text("name of the features")?, provenance: reader.text("provenance")? };
        let stored = u64::from_le_bytes(reader.array()?);
        if stored != features_hash(&origin.features, inputs, buckets) {
            let expected = format!("{} with {inputs} inputs and {buckets} buckets", origin.features);
            return Err(NetworkError::Features { found: format!("of hash {stored:016x}"), expected });
        }
        let rows = reader.lanes(inputs * hidden)?;
        let bias = reader.lanes(hidden)?;
        let outputs = reader.small_lanes(buckets * 2 * hidden)?;
        let output_bias =
            reader.take(4 * buckets)?.as_chunks().0.iter().map(|&four| i32::from_le_bytes(four)).collect();
        let found = digest(bytes[..reader.at].iter().copied());
        let expected = u64::from_le_bytes(reader.array()?);
        if found != expected {
            return Err(NetworkError::Checksum { found, expected });
        }
        if reader.at < bytes.len() {
            return Err(NetworkError::Trailing(bytes.len() - reader.at));
        }
        Parameters { origin, shape, output_unit, scale, rows, bias, largest: 0, outputs, output_bias }.check_sums()
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Shape { inputs, hidden, buckets } = self.shape;
        let mut bytes = MAGIC.to_vec();
        for number in [inputs as u32, hidden as u32, buckets as u32, self.output_unit as u32, self.scale as u32] {
            bytes.extend(number.to_le_bytes());
        }
        for text in [&self.origin.features, &self.origin.provenance] {
            let mut end = text.len().min(MAX_TEXT);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            bytes.extend((end as u32).to_le_bytes());
            bytes.extend(&text.as_bytes()[..end]);
        }
        bytes.extend(features_hash(&self.origin.features, inputs, buckets).to_le_bytes());
        let numbers = self.rows.iter().chain(&self.bias).flat_map(|lane| lane.0);
        bytes.extend(numbers.flat_map(i16::to_le_bytes));
        bytes.extend(self.outputs.iter().flat_map(|lane| lane.0).map(|weight| weight as u8));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(digest(bytes.iter().copied()).to_le_bytes());
        bytes
    }
}
