//! Games played, counted, read and written: a game of several stones a turn, and trees with a given
//! verdict at each node.

use duiyi_game::{
    Coordinates, Diagram, Game, Grid, History, MAX_PLY, Notation, Outcome, OutcomeKind, Reach, Reason, Score, Side,
    Square, Verdict, drawing, in_usual_order, legal_moves, line_in_usual_order, minimax, perft, perft_divide, playout,
};

/// Stones on a row of cells: one in the first turn, two in each later turn. Three side by side win;
/// a full row is a draw.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    cells: Vec<Option<Side>>,
    mover: Side,
    left: u8,
    last: Option<u8>,
}

impl Row {
    fn new(length: usize) -> Row {
        Row { cells: vec![None; length], mover: Side::First, left: 1, last: None }
    }

    fn winner(&self) -> Option<Side> {
        self.cells.windows(3).find(|three| three[0] == three[1] && three[1] == three[2]).and_then(|three| three[0])
    }
}

impl Game for Row {
    type Move = u8;
    type Undo = (Side, u8, Option<u8>);
    const ALTERNATES: bool = false;

    fn side_to_move(&self) -> Side {
        self.mover
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        if self.winner().is_none() {
            moves.extend((0..self.cells.len() as u8).filter(|&cell| self.cells[usize::from(cell)].is_none()));
        }
    }

    fn is_legal(&self, cell: u8) -> bool {
        legal_moves(self).contains(&cell)
    }

    fn make(&mut self, cell: u8) -> Self::Undo {
        let undo = (self.mover, self.left, self.last);
        self.cells[usize::from(cell)] = Some(self.mover);
        (self.left, self.last) = (self.left - 1, Some(cell));
        if self.left == 0 {
            (self.mover, self.left) = (!self.mover, 2);
        }
        undo
    }

    fn unmake(&mut self, cell: u8, undo: Self::Undo) {
        self.cells[usize::from(cell)] = None;
        (self.mover, self.left, self.last) = undo;
    }

    fn key(&self) -> u64 {
        let cell = |key, cell: &Option<Side>| key * 3 + cell.map_or(0, |side| side.index() as u64 + 1);
        self.cells.iter().fold(u64::from(self.left) * 2 + self.mover.index() as u64, cell)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        match self.winner() {
            Some(side) if side == self.mover => Verdict::Exact(Score::mate_in(ply), Reach::Position),
            Some(_) => Verdict::Exact(Score::mated_in(ply), Reach::Position),
            None => Verdict::Open,
        }
    }

    fn stuck(&self, _: usize) -> Score {
        Score::ZERO
    }

    fn reversible(&self) -> usize {
        3
    }
}

impl Notation for Row {
    const NAME: &'static str = "row";
    const SIDES: [&'static str; 2] = ["Black", "White"];

    fn begin(rules: &str) -> Result<Row, Reason> {
        match rules {
            "" => Ok(Row::new(6)),
            _ => Ok(Row::new(rules.parse()?)),
        }
    }

    fn read_position(&self, text: &str) -> Result<Row, Reason> {
        Ok(Row::new(text.parse().map_err(|_| format!("'{text}' is not a length"))?))
    }

    fn write_position(&self) -> String {
        self.cells.len().to_string()
    }

    fn read_move(&self, text: &str) -> Result<u8, Reason> {
        let cell = text.bytes().next().unwrap_or(0).wrapping_sub(b'a');
        if text.len() == 1 && self.is_legal(cell) {
            Ok(cell)
        } else {
            Err(format!("'{text}' is not a free cell").into())
        }
    }

    fn write_move(&self, cell: u8) -> String {
        assert!(self.is_legal(cell), "only legal moves are written");
        char::from(b'a' + cell).to_string()
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

impl Grid for Row {
    /// Two rows; the upper one is the second half.
    fn size(&self) -> (u8, u8) {
        (self.cells.len() as u8 / 2, 2)
    }

    fn squares(&self, cell: u8) -> impl Iterator<Item = Square> {
        let half = self.cells.len() as u8 / 2;
        std::iter::once(Square { column: cell % half, row: cell / half })
    }
}

impl Diagram for Row {
    fn symbol(&self, at: Square) -> Option<char> {
        let cell = at.row * self.size().0 + at.column;
        self.cells[usize::from(cell)].map(|side| ['x', 'o'][side.index()])
    }
}

fn game(moves: &str) -> History<Row> {
    History::read("", moves).unwrap_or_else(|reason| panic!("{moves}: {reason}"))
}

#[test]
fn moves_are_counted_to_every_depth() {
    let mut row = Row::new(4);
    // No side can have three stones after three moves.
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&mut row, depth)), [1, 4, 12, 24]);
    let below = perft(&mut row, 4);
    // The first three stones belong to both sides, so no game ends before the fourth.
    assert_eq!(below, 24);
    assert_eq!(row, Row::new(4), "the position is restored");
    let divided = perft_divide(&mut row, 3);
    assert_eq!(divided, [(0, 6), (1, 6), (2, 6), (3, 6)]);
    assert_eq!(perft_divide(&mut row, 1), [(0, 1), (1, 1), (2, 1), (3, 1)]);
    assert_eq!(perft_divide(&mut row, 0), []);
    assert_eq!(row.perft(2), 12);
}

#[test]
fn a_playout_ends_the_game_or_stops_at_the_limit() {
    let first = |_: usize| 0;
    // Black a, White b c, Black d e, White f: nobody has three.
    let mut row = Row::new(6);
    assert_eq!(playout(&mut row, 5, first), None, "a cell is free");
    let drawn = playout(&mut Row::new(6), 6, first);
    assert_eq!(drawn.map(|outcome| outcome.winner), Some(None));
    // Black c, White e d, Black b a.
    let mut row = Row::new(5);
    let won = playout(&mut row, 100, |n| if n == 5 { 2 } else { n - 1 });
    assert_eq!(won.map(|outcome| outcome.winner), Some(Some(Side::First)));
    assert_eq!(playout(&mut Row::new(6), 100, |n| n), None, "a choice that does not exist");
    assert_eq!(playout(&mut Row::new(6), 0, first), None);
    let mut decided = game("moves a e-f b-c").now().clone();
    assert_eq!(playout(&mut decided, 0, first).and_then(|outcome| outcome.winner), Some(Side::First));
}

/// A tree with two moves at each node and given verdicts.
#[derive(Clone)]
struct Ruled {
    path: Vec<u8>,
    verdicts: Vec<(Vec<u8>, Verdict)>,
    moves: u8,
}

impl Game for Ruled {
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.path.len() % 2]
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(0..self.moves);
    }

    fn is_legal(&self, mv: u8) -> bool {
        mv < self.moves
    }

    fn make(&mut self, mv: u8) {
        self.path.push(mv);
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.path.pop();
    }

    fn key(&self) -> u64 {
        self.path.iter().fold(1, |key, &mv| key * 3 + u64::from(mv))
    }

    fn verdict(&self, _: usize) -> Verdict {
        self.verdicts.iter().find(|(path, _)| *path == self.path).map_or(Verdict::Open, |&(_, verdict)| verdict)
    }
}

#[test]
fn minimax_uses_verdicts_and_the_evaluation() {
    let value = |verdicts: &[(&[u8], Verdict)], depth: u32| {
        let verdicts = verdicts.iter().map(|(path, verdict)| (path.to_vec(), *verdict)).collect();
        // The evaluation is ten times the last move's number, for the side that made the move.
        let mut evaluate = |game: &Ruled| Score::new(-10 * i32::from(*game.path.last().unwrap_or(&7)));
        minimax(&mut Ruled { path: vec![], verdicts, moves: 2 }, &mut evaluate, depth).get()
    };
    let score = Score::new;
    assert_eq!((value(&[], 0), value(&[], 1), value(&[], 2)), (-70, 10, -10));
    let exact = |value: i32| Verdict::Exact(score(value), Reach::Position);
    assert_eq!(value(&[(&[0], exact(-50))], 1), 50);
    assert_eq!(value(&[(&[0], exact(50))], 1), 10);
    assert_eq!(value(&[(&[], exact(50))], 1), 50, "a finished game has the score of its verdict");
    // At the child: bounds for the other side.
    assert_eq!(value(&[(&[1], Verdict::AtLeast(score(-3), Reach::Position))], 1), 3);
    assert_eq!(value(&[(&[1], Verdict::AtMost(score(-30), Reach::Position))], 1), 30);
    assert_eq!(value(&[(&[1], Verdict::AtMost(score(-3), Reach::Position))], 1), 10);
    assert_eq!(value(&[(&[1], Verdict::AtLeast(score(-30), Reach::Position))], 1), 10);
    // The same within the tree.
    assert_eq!(value(&[(&[1], Verdict::AtMost(score(-30), Reach::Position))], 2), 30);
    assert_eq!(value(&[(&[1], Verdict::AtLeast(score(40), Reach::Position))], 2), -10);
    let mut stuck = Ruled { path: vec![], verdicts: vec![], moves: 0 };
    assert_eq!(minimax(&mut stuck, &mut |_| Score::ZERO, 3), Score::mated_in(0));
    let mut huge = Ruled { path: vec![], verdicts: vec![], moves: 2 };
    assert_eq!(minimax(&mut huge, &mut |_| Score::new(31_500), 0), Score::LIMIT);
}

#[test]
fn a_second_move_of_the_same_side_keeps_the_sign() {
    // White, with two stones to place, wins with the second.
    let mut row = game("moves a b-c d-e").now().clone();
    assert_eq!(row.side_to_move(), Side::Second);
    let mut blind = |_: &Row| Score::ZERO;
    assert_eq!(minimax(&mut row, &mut blind, 1), Score::ZERO);
    let mut winning = game("moves f a-b").now().clone();
    winning.mover = Side::Second;
    assert_eq!(minimax(&mut winning, &mut blind, 1), Score::mate_in(1));
    let mut two = Row { left: 2, mover: Side::First, ..Row::new(6) };
    two.cells[0] = Some(Side::First);
    assert_eq!(minimax(&mut two, &mut blind, 2), Score::mate_in(2));
    assert_eq!(minimax(&mut two, &mut blind, 1), Score::ZERO);
}

#[test]
fn an_outcome_follows_from_the_rules() {
    let outcome = |moves: &str| game(moves).outcome().map(|outcome| (outcome.winner, outcome.reason.into_owned()));
    assert_eq!(outcome(""), None);
    let decided = |side| Some((side, "decided by the rules".to_owned()));
    assert_eq!(outcome("moves a e-f b-c"), decided(Some(Side::First)));
    assert_eq!(outcome("8 moves f a-b h-e c"), decided(Some(Side::Second)));
    assert_eq!(outcome("moves a b-c d-e f"), Some((None, "no legal move".to_owned())));
    let stuck = Ruled { path: vec![], verdicts: vec![], moves: 0 };
    assert_eq!(stuck.outcome().and_then(|outcome| outcome.winner), Some(Side::Second));
    assert_eq!(stuck.outcome().map(|outcome| outcome.kind), Some(OutcomeKind::Position));
    for (score, reach, kind) in [
        (-50, Reach::Position, OutcomeKind::Position),
        (0, Reach::Plies(4), OutcomeKind::Repetition),
        (-50, Reach::Plies(4), OutcomeKind::Ruling),
        (50, Reach::Plies(4), OutcomeKind::Ruling),
        (0, Reach::Game, OutcomeKind::MoveLimit),
    ] {
        let ruled = vec![(vec![], Verdict::Exact(Score::new(score), reach))];
        let outcome = Ruled { path: vec![], verdicts: ruled, moves: 1 }.outcome();
        assert_eq!(outcome.map(|outcome| outcome.kind), Some(kind), "{score}, {reach:?}");
    }
    let open = Ruled { moves: 1, ..stuck };
    assert_eq!(open.outcome(), None);
    assert_eq!((open.canonical(), open.image(1, 0), open.preimage(1, 0)), ((1, 0), 1, 1));
    assert_eq!(open.reversible(), usize::MAX);
}

#[test]
fn games_are_played_and_undone_by_turn() {
    let mut played = game("moves a b-c d");
    assert_eq!(played.moves(), [0, 1, 2, 3]);
    let (first, second) = (Side::First, Side::Second);
    assert_eq!(played.movers().collect::<Vec<_>>(), [first, second, second, first]);
    assert_eq!(played.turns().collect::<Vec<_>>(), [&[0][..], &[1, 2], &[3]]);
    let positions: Vec<Row> = played.positions().collect();
    assert_eq!((positions.len(), &positions[0], &positions[4]), (5, &Row::new(6), played.now()));
    assert!(positions.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(played.start(), &Row::new(6));
    let (then, since) = played.since_irreversible();
    assert_eq!((then, since), (positions[1].clone(), &[1, 2, 3][..]));
    let short = game("moves a");
    assert_eq!(short.since_irreversible(), (Row::new(6), &[0][..]));
    assert_eq!(played.undo_turn(), [3]);
    assert_eq!(played.undo_turn(), [1, 2]);
    assert_eq!((played.undo(), played.undo()), (Some(0), None));
    assert_eq!(played.undo_turn(), []);
    assert_eq!(played.now(), &Row::new(6));
}

#[test]
fn turns_of_a_game_that_alternates_are_moves() {
    let mut played = History::new(Ruled { path: vec![], verdicts: vec![], moves: 2 });
    played.play_turn(&[0, 1]).unwrap();
    assert_eq!(played.turns().collect::<Vec<_>>(), [[0], [1]]);
}

#[test]
fn illegal_moves_leave_the_game_unchanged() {
    let mut played = game("moves a");
    let refused = played.play(0).unwrap_err();
    assert_eq!(refused.to_string(), "the move 0 is not legal here");
    played.declare(Outcome::win(Side::Second, "time"));
    assert_eq!(played.play_turn(&[1, 1]).unwrap_err().0, 1);
    assert_eq!((played.moves(), played.outcome().and_then(|outcome| outcome.winner)), (&[0][..], Some(Side::Second)));
    played.play_turn(&[1, 2]).unwrap();
    assert_eq!((played.moves(), played.outcome()), (&[0, 1, 2][..], None), "the game goes on");
    played.declare(Outcome::draw("agreed"));
    assert_eq!(played.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("1/2-1/2 agreed"));
    played.undo();
    assert_eq!(played.outcome(), None);
}

#[test]
fn games_round_trip_as_text() {
    for text in ["6 moves a b-c d", "6 moves a b-c d-e f", "6", "8 moves h"] {
        assert_eq!(game(text).write(), text);
    }
    assert_eq!(game("").write(), "6");
    assert_eq!(game("moves a").write(), "6 moves a");
    assert_eq!(game("  8   moves   a  ").write(), "8 moves a");
    assert_eq!(game("6 moves").write(), "6");
    assert_eq!(History::<Row>::read("9", "moves i").unwrap().write(), "9 moves i");
    let refused = |text: &str| History::<Row>::read("", text).unwrap_err().to_string();
    assert_eq!(refused("6moves a"), "'6moves a' is not a length", "`moves` must be a separate word");
    assert_eq!(refused("6 movesa"), "'6 movesa' is not a length");
    assert_eq!(refused("moves a b-b"), "move 2 of the list: 'b' is not a free cell");
    assert_eq!(refused("moves a-b"), "move 1 of the list: 'a-b' has more moves than the turn");
    let mut played = game("moves a");
    assert!(played.read_turns(["b-c", "x"]).is_err());
    assert_eq!(played.write(), "6 moves a b-c", "the turns before it are played");
}

#[test]
fn turns_round_trip_as_text() {
    let row = game("moves a").now().clone();
    assert_eq!(row.read_turn("b-c").unwrap(), [1, 2]);
    assert_eq!(row.read_turn("b").unwrap(), [1]);
    assert_eq!(
        (row.write_turn(&[1, 2]), row.write_turn(&[1]), row.write_turn(&[])),
        ("b-c".into(), "b".into(), String::new())
    );
    assert_eq!(row.write_line(&[1, 2, 3, 4, 5]), "b-c d-e f");
    assert_eq!(row.write_line(&[]), "");
    // Moves after the end of the game are ignored.
    let won = game("moves a e-f").now().clone();
    assert_eq!(game("moves b e-f").now().read_turn("a-c").unwrap(), [0, 2]);
    let mut one_left = won.clone();
    one_left.make(1);
    assert_eq!(Row { left: 2, ..one_left }.read_turn("c-d").unwrap(), [2]);
    assert_eq!(Row::record_turn("b-c"), "b-c");
    assert_eq!((Row::RULES, row.rules()), (&[""][..], String::new()));
}

#[test]
fn squares_and_drawings() {
    let row = game("moves a b-f").now().clone();
    assert_eq!(row.draw(), " 2 . . o\n 1 x o .\n   a b c");
    let square = |column, row| Square { column, row };
    assert_eq!(row.move_on(&[square(2, 0)]), Some(2));
    assert_eq!(row.move_on(&[square(0, 1)]), Some(3));
    assert_eq!(row.move_on(&[square(0, 0)]), None, "the square is occupied");
    assert_eq!(row.move_on(&[square(2, 0), square(2, 0)]), None);
    let wide = Row::new(56);
    assert_eq!(drawing(&wide).lines().last().map(|line| line[line.len() - 6..].to_owned()).as_deref(), Some(" z a b"));
}

#[test]
fn square_names_at_the_edges() {
    use Coordinates::{Gtp, LetterPairs, Letters, Numbers};
    let read = |way: Coordinates, size: (u8, u8), text: &str| way.read(size, text).map(|at| (at.column, at.row)).ok();
    let board = (200, 200);
    assert_eq!(read(Letters, board, "Z1"), Some((25, 0)));
    assert_eq!(read(Letters, board, "AA1"), Some((26, 0)));
    assert_eq!(read(Letters, board, "BC12"), Some((54, 11)));
    assert_eq!(read(Gtp, board, "H1"), Some((7, 0)));
    assert_eq!(read(Gtp, board, "J1"), Some((8, 0)));
    assert_eq!(read(Gtp, board, "Z1"), Some((24, 0)));
    assert_eq!(read(Gtp, board, "AA1"), Some((25, 0)));
    assert_eq!(read(Gtp, board, "AJ1"), Some((33, 0)));
    assert_eq!((read(Gtp, board, "I1"), read(Gtp, board, "AI1")), (None, None));
    assert_eq!((read(LetterPairs, (26, 26), "Az"), read(LetterPairs, (26, 26), "A1")), (Some((0, 25)), None));
    assert_eq!((read(LetterPairs, (26, 26), "1A"), read(LetterPairs, (26, 26), "AAA")), (None, None));
    assert_eq!(read(Numbers, (19, 9), "3, 2"), Some((3, 6)));
    assert_eq!((read(Numbers, (19, 9), "3,8"), read(Numbers, (19, 9), "3,9")), (Some((3, 0)), None));
    assert_eq!((read(Numbers, board, "0007,1"), read(Numbers, board, "00007,1")), (Some((7, 198)), None));
    assert_eq!((read(Letters, board, "A200"), read(Letters, board, "A201")), (Some((0, 199)), None));
    let name = |way: Coordinates, column: u8, row: u8| way.write(board, Square { column, row });
    assert_eq!((name(Letters, 25, 0), name(Letters, 52, 1)), ("Z1".into(), "BA2".into()));
    assert_eq!((name(Gtp, 24, 0), name(Gtp, 33, 0), name(Gtp, 50, 0)), ("Z1".into(), "AJ1".into(), "BA1".into()));
    assert_eq!((name(Numbers, 3, 199), name(Numbers, 3, 0)), ("3,0".into(), "3,199".into()));
    let long = |length: usize| Letters.read(board, &"é".repeat(length)).unwrap_err().to_string();
    assert!(long(60).starts_with(&format!("'{}' is", "é".repeat(60))));
    assert!(long(61).starts_with(&format!("'{}…' is", "é".repeat(60))));
}

#[test]
fn predicates_change_at_the_ends_of_score_bands() {
    let score = Score::new;
    let decisive = [30_000, 30_001, -30_000, -30_001].map(|value| score(value).is_decisive());
    assert_eq!(decisive, [false, true, false, true]);
    let most = MAX_PLY as i32;
    let mates = [32_000 - most, 31_999 - most, most - 32_000, most - 31_999].map(|value| score(value).is_mate());
    assert_eq!(mates, [true, false, true, false]);
    assert_eq!([30_001, -30_001, 30_000, -7].map(|value| score(value).clamped().get()), [30_000, -30_000, 30_000, -7]);
    assert_eq!((Score::mate_in(3).get(), Score::mated_in(3).get()), (31_997, -31_997));
    assert_eq!((Score::rule_win(3).get(), Score::rule_loss(3).get()), (30_997, -30_997));
    let distances = [31_995, -31_996, 30_990, 0].map(|value| score(value).mate_distance());
    assert_eq!(distances, [Some(5), Some(-4), None, None]);
    assert_eq!(
        [31_990, -31_990, 30_000, -30_000].map(|value| score(value).from_node(4).get()),
        [31_994, -31_994, 30_000, -30_000]
    );
    assert_eq!(
        [31_990, -31_990, 30_000, -30_000].map(|value| score(value).from_root(4).get()),
        [31_986, -31_986, 30_000, -30_000]
    );
    assert_eq!((score(5) + 3, score(5) - 3, -score(5)), (score(8), score(2), score(-5)));
    let texts = [12, -3, 0, 31_995, -31_996, -32_000].map(|value| score(value).to_string());
    assert_eq!(texts, ["+12", "-3", "+0", "mate in 5 plies", "mated in 4 plies", "mated in 0 plies"]);
}

#[test]
fn a_turn_is_written_in_the_same_order_however_it_was_played() {
    let mut row = Row::new(9);
    row.make(0);
    assert_eq!((row.write_turn(&[6, 3]), row.write_line(&[6, 3, 5, 1])), ("d-g".to_owned(), "d-g b-f".to_owned()));
    assert_eq!((in_usual_order(&row, &[6, 3]), in_usual_order(&row, &[6])), (vec![3, 6], vec![6]));
    assert_eq!(line_in_usual_order(&row, &[6, 3, 5, 1, 7]), [3, 6, 1, 5, 7]);
    // A move that ends the game stays the last one.
    for mv in [3, 6, 1, 5, 4, 7] {
        row.make(mv);
    }
    assert_eq!(row.write_turn(&[8, 2]), "i-c");
    assert_eq!(row.read_turn("i-c").unwrap(), [8, 2]);
    // Moves that are not legal keep their order.
    assert_eq!(in_usual_order(&row, &[8, 0]), [8, 0]);
}
