//! Model checking of all orders of the steps of threads that use one slot (`--cfg loom`).

use super::slots::{Contents, Slot};
use loom::{sync::Arc, thread};

const FIRST: (u64, Contents) = (0x1111, Contents { data: 0xa1, top: 5 << 48 });
const SECOND: (u64, Contents) = (0x2222, Contents { data: 0xb2, top: 6 << 48 });

/// Two threads write, one reads: the data read belongs to the key.
#[test]
fn a_half_written_slot_is_not_found() {
    loom::model(|| {
        let slot = Arc::new(Slot::default());
        let writers = [FIRST, SECOND].map(|(key, data)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.write(key, data))
        });
        for (key, data) in [FIRST, SECOND] {
            let found = slot.read(key);
            assert!(found.is_none_or(|found| found == data), "{key:x} has {found:x?}");
        }
        for writer in writers {
            writer.join().unwrap();
        }
    });
}

/// Two writes with the same key: the reader gets one or the other, never a mixture.
#[test]
fn a_rewritten_entry_is_the_old_or_the_new_one() {
    loom::model(|| {
        let (key, old) = FIRST;
        // They differ only in the highest bits, below which the evaluation is stored.
        let new = Contents { data: old.data | 0xc3 << 48, top: 7 << 48 };
        let slot = Arc::new(Slot::default());
        slot.write(key, old);
        let writer = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.write(key, new))
        };
        let found = slot.read(key);
        assert!(found.is_none_or(|found| found == old || found == new), "{found:x?}");
        writer.join().unwrap();
        assert_eq!(slot.read(key), Some(new));
    });
}

/// A replaced entry is copied while a third thread overwrites it.
#[test]
fn a_copy_of_a_half_written_slot_is_not_found() {
    loom::model(|| {
        let (slot, copy) = (Arc::new(Slot::default()), Arc::new(Slot::default()));
        slot.write(FIRST.0, FIRST.1);
        let writer = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.write(SECOND.0, SECOND.1))
        };
        let copier = {
            let (slot, copy) = (Arc::clone(&slot), Arc::clone(&copy));
            thread::spawn(move || copy.copy(&slot))
        };
        for (key, data) in [FIRST, SECOND] {
            let found = copy.read(key);
            assert!(found.is_none_or(|found| found == data), "{key:x} has {found:x?}");
        }
        writer.join().unwrap();
        copier.join().unwrap();
    });
}
