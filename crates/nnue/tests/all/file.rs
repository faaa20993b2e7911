//! Network files: round trips and invalid files.

use crate::random::integers;
use duiyi_nnue::{NetworkError, Parameters};

#[test]
fn a_network_file_round_trips() {
    let parameters = integers(64, 11);
    let bytes = parameters.to_bytes();
    let read = Parameters::from_bytes(&bytes).unwrap();
    assert_eq!(read, parameters);
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!((read.inputs(), read.hidden(), read.buckets()), (48, 64, 3));
    assert_eq!(read.origin().provenance, "random, 第一");
    assert_ne!(integers(64, 12).to_bytes(), bytes);
}

#[test]
fn a_truncated_file_is_rejected() {
    let bytes = integers(32, 11).to_bytes();
    for end in 0..bytes.len() {
        let error = Parameters::from_bytes(&bytes[..end]).expect_err("refused");
        match error {
            NetworkError::NotANetwork => assert!(end < 8),
            NetworkError::Cut { found, expected } => assert!(found == end && expected > end && expected <= bytes.len()),
            other => panic!("{end} bytes: {other}"),
        }
    }
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(Parameters::from_bytes(&longer), Err(NetworkError::Trailing(1)));
}

/// A changed byte anywhere is an error, of the kind of the field.
#[test]
fn a_changed_file_is_rejected() {
    let bytes = integers(32, 11).to_bytes();
    let mut sums = 0;
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x41;
        let error = Parameters::from_bytes(&changed).expect_err("refused");
        match at {
            0..8 => assert_eq!(error, NetworkError::NotANetwork),
            8..20 => assert!(matches!(
                error,
                NetworkError::Shape { .. } | NetworkError::Cut { .. } | NetworkError::Features { .. }
            )),
            _ => sums += usize::from(matches!(error, NetworkError::Checksum { .. })),
        }
    }
    assert!(sums > bytes.len() - 200, "{sums} of {}", bytes.len());
}

#[test]
fn unsupported_shapes_are_rejected() {
    let bytes = integers(32, 11).to_bytes();
    for (at, value, what) in [
        (8, 0, "the number of inputs"),
        (8, 65_537, "the number of inputs"),
        (12, 48, "the number of hidden units"),
        (12, 1 << 30, "the number of hidden units"),
        (16, 257, "the number of buckets"),
        (20, 0, "the output unit"),
        (24, 40_000, "the scale"),
        (28, 1 << 20, "the length of a text"),
    ] {
        let mut changed = bytes.clone();
        changed[at..at + 4].copy_from_slice(&u32::to_le_bytes(value));
        match Parameters::from_bytes(&changed) {
            Err(NetworkError::Shape { what: name, value: found, .. }) => {
                assert_eq!((name, found), (what, u64::from(value)));
            }
            other => panic!("{what} {value}: {:?}", other.err()),
        }
    }
}
