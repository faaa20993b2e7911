//! Any text as a file of problems, on a board of any size: it is refused with a line
//! and a reason, or each problem survives a round trip and is found
//! in a table made of all problems.

use duiyi_connect6::Rules;
use duiyi_connect6::problems::{ProblemTable, read, write};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(input) = crate::input::<([u8; 5], &str)>(bytes) else { return };
    let ([width, height, k, p, q], text) = input;
    let rules = Rules::new(width, height, k, p, q).unwrap_or(Rules::CONNECT6);
    let mut table = ProblemTable::new(rules);
    match read(rules, text) {
        Ok(problems) => {
            assert_eq!(table.extend_from_text(text), Ok(problems.len()));
            for problem in problems {
                assert_eq!(read(rules, &write(&problem)).as_ref(), Ok(&vec![problem.clone()]));
                if problem.board.winner().is_none() {
                    let known = table.lookup(&problem.board).expect("the problem is in the table");
                    assert!(known.turns <= problem.turns);
                    assert!(known.turn.points().iter().all(|&point| problem.board.is_empty(point)));
                }
            }
        }
        Err(error) => {
            assert!(!error.to_string().is_empty() && error.line > 0);
            assert_eq!(table.extend_from_text(text), Err(error));
            assert!(table.is_empty());
        }
    }
}
