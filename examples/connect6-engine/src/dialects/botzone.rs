//! Botzone's simple interaction: 15 × 15, x to the right and y down from 0,
//! `-1 -1` for no stone.
//!
//! The first line is the number of the turn, n; 2n − 1 lines follow, the
//! opponent's turns and ours by turns. The reply is one line, and one more
//! that asks to be kept running: from then on only the opponent's next turn is
//! sent.

use crate::session::{Flow, Session};
use duiyi_connect6::notation::Coordinates;
use duiyi_connect6::{Point, Rules};
use std::io::Write;
use std::time::Duration;

const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
/// The platform gives a second; the rest is for the way.
const TURN_TIME: Duration = Duration::from_millis(850);

/// What the conversation remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Turns still to come before ours; none before the first line was read.
    due: Option<u32>,
}

impl State {
    pub(super) fn obey<W: Write>(&mut self, session: &mut Session<W>, line: &str) -> Flow {
        let due = match self.due {
            None => {
                let Some(turns) = line.parse::<u32>().ok().filter(|turns| (1..=225).contains(turns)) else {
                    session.say(format_args!("error expected the number of the turn, found '{}'", super::shown(line)));
                    return Flow::Continue;
                };
                let six = Rules::CONNECT6;
                if let Ok(rules) = Rules::new(15, 15, six.k(), six.p(), six.q()) {
                    session.new_game(rules);
                }
                session.limits.time = session.limits.time.or(Some(TURN_TIME));
                self.due = Some(2 * turns - 1);
                return Flow::Continue;
            }
            Some(due) => due,
        };
        let played = match stones(session.rules(), line) {
            // Black's first input: there is nothing yet.
            Ok(stones) if stones.is_empty() && session.board.stone_count() == 0 => Ok(()),
            Ok(stones) => session.board.play(&stones).map_err(|error| error.to_string()),
            Err(error) => Err(error),
        };
        if let Err(error) = played {
            session.say(format_args!("error {error}"));
            return Flow::Continue;
        }
        self.due = Some(due.saturating_sub(1));
        if due > 1 {
            return Flow::Continue;
        }
        self.due = Some(1);
        let rules = session.rules();
        if let Some(decision) = session.think(|_| false, |_| None)
            && session.board.play(decision.turn.points()).is_ok()
        {
            let mut name = Coordinates::Numbers.write_turn(rules, &decision.turn).replace(',', " ");
            if decision.turn.points().len() == 1 {
                name.push_str(" -1 -1");
            }
            session.say(name);
            session.say(KEEP_RUNNING);
        }
        Flow::Continue
    }
}

/// `x0 y0 x1 y1`, either point perhaps `-1 -1`.
fn stones(rules: Rules, line: &str) -> Result<Vec<Point>, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [x0, y0, x1, y1] = words[..] else {
        return Err(format!("expected four numbers, found '{}'", super::shown(line)));
    };
    [(x0, y0), (x1, y1)]
        .into_iter()
        .filter(|&point| point != ("-1", "-1"))
        .map(|(x, y)| Coordinates::Numbers.read(rules, &format!("{x},{y}")).map_err(|error| error.to_string()))
        .collect()
}
