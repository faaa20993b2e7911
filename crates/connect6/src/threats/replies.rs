//! The replies to threats: every turn that meets them all.

use super::attack::{Attack, NONE, Stones};
use super::field::Field;
use super::windows::{Window, for_each_meeting};
use alloc::vec::Vec;
use arrayvec::ArrayVec;

/// The replies of a side that must meet windows: every turn that meets all of them, using all
/// stones of the turn.
pub(crate) fn replies(field: &Field, windows: &[Window], out: &mut Vec<Attack>) {
    if replies_by_two(field, windows, out) {
        return;
    }
    let stones = field.rule.p as usize;
    for_each_meeting(windows, &field.geometry, stones, &|point| field.is_empty(point.index() as u16), |turn| {
        let mut pair = [NONE; 2];
        for (cell, point) in pair.iter_mut().zip(turn) {
            *cell = point.index() as u16;
        }
        out.push(Attack { stones: pair, value: 0 });
        true
    });
}

/// The largest number of windows for the fast method.
const FEW: usize = 32;

/// The same for two stones where no single stone is enough, as against a double threat: one stone
/// lies in the first window, the other in the first window that it does not meet. Each window lacks
/// at most two points, so there are at most four turns to check. In other cases returns `false` and
/// adds nothing.
fn replies_by_two(field: &Field, windows: &[Window], out: &mut Vec<Attack>) -> bool {
    if field.rule.p != 2 || windows.is_empty() || windows.len() > FEW {
        return false;
    }
    let missing: ArrayVec<Stones, FEW> = windows
        .iter()
        .map(|window| {
            let mut cells = [NONE; 2];
            for (cell, point) in cells.iter_mut().zip(window.points(&field.geometry)) {
                *cell = point.index() as u16;
            }
            cells
        })
        .collect();
    let start = out.len();
    for (i, &one) in missing[0].iter().enumerate().filter(|(_, one)| **one != NONE) {
        let Some(unmet) = missing.iter().find(|cells| !cells.contains(&one)) else {
            out.truncate(start);
            return false;
        };
        for &other in unmet.iter().filter(|&&other| other != NONE) {
            // The pair of both points of the first window was found before.
            let again = i == 1 && other == missing[0][0];
            if !again && missing.iter().all(|cells| cells.contains(&one) || cells.contains(&other)) {
                out.push(Attack { stones: [one, other], value: 0 });
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn fast_replies_agree_with_all_replies() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
        let rules = Rules::new(9, 9, 6, 2, 1).unwrap();
        let (mut windows, mut quick, mut slow) = (Vec::new(), Vec::new(), Vec::new());
        let mut compared = [0; 3];
        for _ in 0..20_000 {
            let mut field = Field::new(rules);
            for i in 0..12 + random.next_u64() % 16 {
                let cell = (random.next_u64() % 81) as u16;
                if field.is_empty(cell) {
                    field.put(cell, usize::from(i % 3 == 0));
                }
            }
            field.windows(0, &mut windows);
            quick.clear();
            slow.clear();
            if !replies_by_two(&field, &windows, &mut quick) {
                continue;
            }
            for_each_meeting(&windows, &field.geometry, 2, &|at| field.is_empty(at.index() as u16), |turn| {
                slow.push([turn[0].index() as u16, turn[1].index() as u16]);
                true
            });
            assert_eq!(quick.iter().map(|attack| attack.stones).collect::<Vec<_>>(), slow);
            compared[slow.len().min(2)] += 1;
        }
        // Cases with no reply, one reply and several.
        assert!(compared.iter().all(|&count| count > 0), "{compared:?}");
    }
}
