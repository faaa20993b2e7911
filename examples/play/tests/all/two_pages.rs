//! Two pages over one game, in random orders of their actions, compared with a slow model: the moves, the end, the
//! clocks, the stored game, and what each page was sent.

use duiyi_play::{
    client::Viewer,
    message::{Action, EditorStep, GameSetup, NodeView, ServerMessage},
    session::{AnySession, ViewOptions},
};
use proptest::prelude::*;
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// The milliseconds of each side.
const TIME: u64 = 60_000;
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// What happens next.
#[derive(Clone, Debug)]
enum Event {
    /// A page puts a stone on one of the nine points.
    Stone {
        page: usize,
        point: usize,
    },
    TakeBack {
        page: usize,
    },
    Resign {
        page: usize,
    },
    /// A page looks at an earlier position.
    Look {
        page: usize,
        node: u32,
    },
    /// A page begins to set up a position.
    SetUp {
        page: usize,
    },
    /// It begins a game from the empty board, or resumes the one before.
    Play {
        page: usize,
        empty: bool,
    },
    /// A page is closed and opened again.
    Reload {
        page: usize,
    },
    /// All pages leave, and the stored game is opened later.
    Reopen {
        after: u64,
    },
}

fn event() -> impl Strategy<Value = Event> {
    let page = || 0_usize..2;
    prop_oneof![
        8 => (page(), 0_usize..9).prop_map(|(page, point)| Event::Stone { page, point }),
        2 => page().prop_map(|page| Event::TakeBack { page }),
        1 => page().prop_map(|page| Event::Resign { page }),
        1 => (page(), 0_u32..12).prop_map(|(page, node)| Event::Look { page, node }),
        1 => page().prop_map(|page| Event::SetUp { page }),
        2 => (page(), any::<bool>()).prop_map(|(page, empty)| Event::Play { page, empty }),
        1 => page().prop_map(|page| Event::Reload { page }),
        1 => (0_u64..100_000).prop_map(|after| Event::Reopen { after }),
    ]
}

/// The game as the rules of the page describe it, with nothing that is kept between the steps but what they name.
#[derive(Clone, Debug, Default)]
struct Model {
    moves: Vec<usize>,
    /// The winner, or none in a draw.
    ended: Option<Option<usize>>,
    /// The milliseconds that each side has used, those of the turn under way included up to `since`.
    used: [u64; 2],
    /// When the clock of the side to move was last read; none while it is stopped.
    since: Option<u64>,
    editing: bool,
    /// The side that moves first, also in a position that is set up.
    first: usize,
    drafted: usize,
}

impl Model {
    fn to_move(&self) -> usize {
        (self.first + self.moves.len()) % 2
    }

    /// The time goes on; the flag may fall.
    fn tick(&mut self, now: u64) {
        let side = self.to_move();
        if let Some(since) = self.since.take() {
            self.used[side] += now - since;
            self.since = Some(now);
            if self.used[side] > TIME {
                (self.ended, self.since) = (Some(Some(1 - side)), None);
            }
        }
    }

    fn play(&mut self, point: usize, now: u64) -> bool {
        if self.editing || self.ended.is_some() || self.moves.contains(&point) {
            return false;
        }
        let side = self.to_move();
        self.moves.push(point);
        self.since = Some(now);
        let own: Vec<usize> = self.moves.iter().copied().rev().step_by(2).collect();
        if LINES.iter().any(|line| line.iter().all(|point| own.contains(point))) {
            self.ended = Some(Some(side));
        } else if self.moves.len() == 9 {
            self.ended = Some(None);
        }
        // Turns can be taken back after the flag fell, but not the time.
        if self.used[side] > TIME {
            self.ended = Some(Some(1 - side));
        }
        if self.ended.is_some() {
            self.since = None;
        }
        true
    }

    fn take_back(&mut self, now: u64) -> bool {
        if self.editing || self.moves.pop().is_none() {
            return false;
        }
        self.ended = None;
        // Time is not given back. Without a turn on the board no clock runs.
        self.since = (!self.moves.is_empty()).then_some(now);
        true
    }

    fn resign(&mut self) -> bool {
        if self.editing || self.ended.is_some() {
            return false;
        }
        (self.ended, self.since) = (Some(Some(1 - self.to_move())), None);
        true
    }

    fn left(&self) -> [u64; 2] {
        self.used.map(|used| TIME.saturating_sub(used))
    }
}

/// A page, and the positions that it was sent.
#[derive(Default)]
struct Page {
    viewer: Viewer,
    known: BTreeMap<u32, Arc<NodeView>>,
    turns: usize,
}

impl Page {
    fn update(&mut self, session: &mut dyn AnySession, now: Duration) {
        let ServerMessage::View(view) = self.viewer.update(session, now) else { panic!("a view is expected") };
        if view.fresh {
            self.known.clear();
        }
        view.removed.iter().for_each(|id| drop(self.known.remove(id)));
        self.known.extend(view.nodes.iter().map(|node| (node.id, Arc::clone(node))));
        self.turns = view.from + view.turns.len();
    }
}

fn point_name(point: usize) -> String {
    format!("{}{}", ["A", "B", "C"][point % 3], point / 3 + 1)
}

/// Carries out an event in the session; whether it was accepted.
fn act(session: &mut Box<dyn AnySession>, pages: &mut [Page; 2], event: &Event, now: Duration) -> bool {
    let (page, action) = match event {
        Event::Stone { page, point } => (*page, Action::Turn { text: point_name(*point), at: None }),
        Event::TakeBack { page } => (*page, Action::TakeBack),
        Event::Resign { page } => (*page, Action::Resign),
        Event::Look { page, node } => (*page, Action::Show { node: Some(*node), explores: false }),
        Event::SetUp { page } => (*page, Action::SetUp { step: EditorStep::Begin }),
        Event::Play { page, empty: true } => {
            let emptied = Action::SetUp { step: EditorStep::Empty };
            let _ = pages[*page].viewer.act(&mut **session, &emptied, now);
            (*page, Action::SetUp { step: EditorStep::Take })
        }
        Event::Play { page, empty: false } => (*page, Action::SetUp { step: EditorStep::Leave }),
        Event::Reload { page } => {
            pages[*page] = Page::default();
            return true;
        }
        Event::Reopen { after } => {
            let saved = session.saved(now);
            session.leave(now);
            *session = play::games().restore(&saved).expect("a stored game can be restored");
            session.resume(now + Duration::from_millis(*after));
            *pages = [Page::default(), Page::default()];
            return true;
        }
    };
    pages[page].viewer.act(&mut **session, &action, now).is_ok()
}

/// The same event in the model.
fn follow(model: &mut Model, event: &Event, now: &mut u64) -> bool {
    match event {
        Event::Stone { point, .. } => model.play(*point, *now),
        Event::TakeBack { .. } => model.take_back(*now),
        Event::Resign { .. } => model.resign(),
        Event::SetUp { .. } => {
            (model.editing, model.since, model.drafted) = (true, None, model.to_move());
            true
        }
        Event::Play { empty: true, .. } => {
            let was = model.editing;
            if was {
                *model = Model { first: model.drafted, ..Model::default() };
            }
            was
        }
        Event::Play { empty: false, .. } => {
            if model.editing {
                model.editing = false;
                let runs = model.ended.is_none() && !model.moves.is_empty();
                model.since = runs.then_some(*now);
            }
            true
        }
        Event::Reopen { after } => {
            *now += after;
            // A position that is being set up is not stored.
            model.editing = false;
            let runs = model.ended.is_none() && !model.moves.is_empty();
            model.since = runs.then_some(*now);
            true
        }
        Event::Look { .. } | Event::Reload { .. } => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_pages_and_the_stored_game_agree_with_a_model(
        events in prop::collection::vec((event(), prop_oneof![4 => 0_u64..5_000, 1 => 20_000_u64..70_000]), 1..40),
    ) {
        let setup = GameSetup { game: "tictactoe".into(), clock: "60".into(), ..GameSetup::default() };
        let mut session = play::games().open(&setup).expect("tic-tac-toe");
        let (mut model, mut now) = (Model::default(), 0);
        let mut pages = [Page::default(), Page::default()];
        for (event, later) in &events {
            now += later;
            model.tick(now);
            let time = Duration::from_millis(now);
            let done = act(&mut session, &mut pages, event, time);
            prop_assert_eq!(done, follow(&mut model, event, &mut now), "{:?} in {:?}", event, model);
            model.tick(now);
            let time = Duration::from_millis(now);

            let view = session.view(ViewOptions::default(), time);
            let turns: Vec<&str> = view.turns.iter().map(|turn| turn.texts[0].as_str()).collect();
            let expected: Vec<String> = model.moves.iter().map(|&point| point_name(point)).collect();
            prop_assert_eq!(turns, expected, "after {:?}", event);
            let ended = view.ended.as_ref().map(|end| end.winner);
            prop_assert_eq!(ended, model.ended, "after {:?}", event);
            prop_assert_eq!(view.state.clocks, Some(model.left()), "after {:?} in {:?}", event, model);
            prop_assert_eq!(view.state.clock_runs, model.since.is_some(), "after {:?}", event);

            // Each page has been sent exactly the positions of the tree.
            for page in &mut pages {
                page.update(&mut *session, time);
                let nodes = session.nodes().iter().flatten().map(|node| (node.id, Arc::clone(node)));
                prop_assert_eq!(&page.known, &nodes.collect::<BTreeMap<_, _>>(), "after {:?}", event);
                prop_assert_eq!(page.turns, model.moves.len());
            }

            // The stored game is the same game.
            let mut stored = play::games().restore(&session.saved(time)).expect("a stored game can be restored");
            let again = stored.view(ViewOptions::default(), time);
            prop_assert_eq!(&again.turns, &view.turns);
            prop_assert_eq!(&again.ended, &view.ended);
            prop_assert_eq!(again.state.clocks, view.state.clocks, "stored after {:?}", event);
        }
    }
}
