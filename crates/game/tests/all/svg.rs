//! SVG pictures: pieces on their squares, marks only on the board, well-formed output for any text.

use duiyi_game::{
    Band, BySide, Diagram, Game, Grid, Ground, Look, Pieces, Side, Square, Verdict,
    nim::Nim,
    svg::{Arrow, Marks, SvgSettings, draw},
};

/// A test board of three columns and two rows with `X` and `O` as given in a text, from the bottom
/// row.
#[derive(Clone)]
struct Shelf {
    size: (u8, u8),
    pieces: &'static str,
    look: Look,
}

impl Shelf {
    fn new(pieces: &'static str, ground: Ground, pieces_look: Pieces) -> Shelf {
        Shelf { size: (3, 2), pieces, look: Look { ground, pieces: pieces_look, ..Look::new((3, 2)) } }
    }
}

impl Game for Shelf {
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::First
    }

    fn legal_moves(&self, _: &mut impl Extend<u8>) {}

    fn is_legal(&self, _: u8) -> bool {
        false
    }

    fn make(&mut self, _: u8) {}

    fn unmake(&mut self, _: u8, (): ()) {}

    fn key(&self) -> u64 {
        0
    }

    fn verdict(&self, _: usize) -> Verdict {
        Verdict::Open
    }
}

impl Grid for Shelf {
    fn size(&self) -> (u8, u8) {
        self.size
    }

    fn squares(&self, _: u8) -> impl Iterator<Item = Square> {
        std::iter::empty()
    }
}

impl Diagram for Shelf {
    fn symbol(&self, at: Square) -> Option<char> {
        let symbol = self.pieces.chars().nth(usize::from(at.row) * 3 + usize::from(at.column))?;
        Some(symbol).filter(|&symbol| symbol != '.')
    }

    fn letter(&self, at: Square) -> Option<char> {
        self.symbol(at).map(|symbol| symbol.to_ascii_lowercase())
    }

    fn owner(&self, at: Square) -> Option<Side> {
        match self.symbol(at)? {
            'X' => Some(Side::First),
            'O' => Some(Side::Second),
            _ => None,
        }
    }

    fn look(&self) -> Look {
        self.look.clone()
    }
}

fn square(column: u8, row: u8) -> Square {
    Square { column, row }
}

/// The values of an attribute of all elements with a class.
fn values<'a>(picture: &'a str, class: &str, attribute: &str) -> Vec<&'a str> {
    let elements = picture.split('<').filter(|element| element.contains(&format!("class=\"{class}\"")));
    let begins = format!(" {attribute}=\"");
    elements.map(|element| element.split(&begins).nth(1).unwrap().split('"').next().unwrap()).collect()
}

/// The centres of the elements with a class.
fn places(picture: &str, class: &str) -> Vec<(f32, f32)> {
    let read = |attribute: &str| values(picture, class, attribute).into_iter().map(|value| value.parse().unwrap());
    let (x, y): (Vec<f32>, Vec<f32>) = if picture.contains(&format!("<text class=\"{class}\"")) {
        (read("x").collect(), read("y").collect())
    } else {
        (read("cx").collect(), read("cy").collect())
    };
    x.into_iter().zip(y).collect()
}

/// Whether every element is closed in order and no text opens one.
fn is_well_formed(picture: &str) -> bool {
    let mut open = Vec::new();
    for tag in picture.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else { return false };
        if text.contains('>') {
            return false;
        }
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

fn plain(game: &impl Diagram) -> String {
    draw(game, &Marks::default(), &SvgSettings::default())
}

/// A square has 48 units, the border 26.4.
#[test]
fn pieces_are_drawn_on_their_squares_in_the_colour_of_their_owner() {
    for pieces in [Pieces::Characters, Pieces::Discs, Pieces::Stones] {
        for ground in [Ground::Squares, Ground::Checkered, Ground::Points, Ground::Holes] {
            let picture = plain(&Shelf::new("X.O.?.", ground, pieces));
            let class = if pieces == Pieces::Characters { "character" } else { "piece" };
            let of = |owner: &str| places(&picture, &format!("{class} {owner}"));
            assert_eq!(of("first"), [(50.4, 98.4)], "{ground:?}, {pieces:?}");
            assert_eq!(of("second"), [(146.4, 98.4)]);
            assert_eq!(of("nobody"), [(98.4, 50.4)]);
            assert!(is_well_formed(&picture), "{picture}");
        }
    }
}

#[test]
fn a_flipped_board_is_drawn_from_the_opposite_side() {
    let game = Shelf::new("X.O...", Ground::Points, Pieces::Stones);
    let flipped = draw(&game, &Marks::default(), &SvgSettings { flipped: true, ..SvgSettings::default() });
    assert_eq!(places(&flipped, "piece first"), [(146.4, 50.4)]);
    assert_eq!(places(&flipped, "piece second"), [(50.4, 50.4)]);
    let names = |picture: &str| values(picture, "name", "x").len();
    assert_eq!((names(&plain(&game)), names(&flipped)), (5, 5));
    assert_ne!(plain(&game), flipped);
}

#[test]
fn pieces_show_characters_or_letters() {
    let game = Shelf::new("X.<", Ground::Squares, Pieces::Discs);
    let text = |settings: SvgSettings| {
        let picture = draw(&game, &Marks::default(), &settings);
        assert!(is_well_formed(&picture));
        let texts = picture.split("class=\"character ").skip(1);
        texts.map(|text| text.split(['>', '<']).nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(text(SvgSettings::default()), ["X", "&lt;"]);
    assert_eq!(text(SvgSettings { letters: true, ..SvgSettings::default() }), ["x", "&lt;"]);
}

#[test]
fn marks_outside_the_board_are_ignored() {
    let game = Shelf::new("X.O...", Ground::Squares, Pieces::Discs);
    let outside = square(3, 0);
    let marks = Marks {
        last: vec![square(0, 0), square(1, 1), outside],
        chosen: Some(square(2, 1)),
        targets: vec![square(0, 1), square(1, 0), outside, square(0, 2)],
        threats: vec![square(2, 0), outside],
        zone: vec![square(0, 0), outside],
        arrows: vec![
            Arrow { from: square(0, 0), to: square(2, 1), rank: 0 },
            Arrow { from: square(0, 0), to: outside, rank: 1 },
            Arrow { from: square(1, 1), to: square(1, 1), rank: 1 },
            Arrow { from: square(1, 0), to: square(1, 1), rank: 9 },
        ],
        texts: vec![(square(0, 0), "1".into()), (outside, "2".into()), (square(1, 0), "<&\"\u{1}".into())],
    };
    let picture = draw(&game, &marks, &SvgSettings::default());
    let count = |class: &str| values(&picture, class, "fill").len();
    assert_eq!(["last", "chosen", "goal", "threat", "zone", "note"].map(count), [2, 1, 2, 1, 1, 2]);
    assert_eq!((count("arrow arrow-0"), count("arrow arrow-1"), count("arrow arrow-9")), (1, 0, 1));
    assert!(picture.contains("&lt;&amp;&quot;\u{fffd}<") && is_well_formed(&picture));
    assert!(!picture.contains("NaN"));
    let none = plain(&game);
    assert!(!none.contains("class=\"last\"") && !none.contains("class=\"arrow"));
}

/// A text on a stone contrasts with the stone, elsewhere with the wood.
#[test]
fn texts_contrast_with_stones_of_either_colour() {
    let colours = |pieces| {
        let texts = (0..3).map(|column| (square(column, 0), "1".to_owned())).collect();
        let game = Shelf::new("XO....", Ground::Points, pieces);
        let picture = draw(&game, &Marks { texts, ..Marks::default() }, &SvgSettings::default());
        values(&picture, "note", "fill").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(colours(Pieces::Stones), ["#f8f8f8", "#1d1d1f", "#b0461a"]);
    assert_eq!(colours(Pieces::Discs), ["#b0461a"; 3]);
}

#[test]
fn stones_have_the_colours_of_the_look() {
    let mut game = Shelf::new("X.O...", Ground::Points, Pieces::Stones);
    let of = |picture: &str| ["piece first", "piece second"].map(|class| values(picture, class, "fill").concat());
    assert_eq!(of(&plain(&game)), ["#1d1d1f", "#fbfbf8"]);
    game.look.stone_colors = Some(BySide::new("gold", "#a00"));
    assert_eq!(of(&plain(&game)), ["gold", "#a00"]);
}

#[test]
fn clickable_squares_have_targets_and_labels() {
    let game = Shelf::new("X.O...", Ground::Holes, Pieces::Stones);
    assert!(!plain(&game).contains("data-square"));
    let settings = SvgSettings { clickable: true, title: "Nim & more".into(), ..SvgSettings::default() };
    let picture = draw(&game, &Marks::default(), &settings);
    let squares = values(&picture, "target", "data-square");
    assert_eq!(squares, ["0,1", "1,1", "2,1", "0,0", "1,0", "2,0"], "in reading order");
    let labels = values(&picture, "target", "aria-label");
    assert_eq!(labels, ["a 2", "b 2", "c 2", "a 1: X", "b 1", "c 1: O"]);
    assert!(picture.contains("<title>Nim &amp; more</title>"));
    assert!(is_well_formed(&picture));
}

#[test]
fn lines_end_at_a_band_and_strokes_are_drawn() {
    let mut game = Shelf::new("", Ground::Points, Pieces::Discs);
    assert_eq!(values(&plain(&game), "line", "x1").len(), 2 + 3);
    let band = Band { above: 0, class: "river", texts: ["left", "right"] };
    game.look.band = Some(band);
    let with_band = plain(&game);
    assert_eq!(values(&with_band, "line", "x1").len(), 2 + 2 + 2, "the inner column is broken");
    assert!(with_band.contains(">left<") && with_band.contains(">right<"));
    assert_eq!(with_band.matches("class=\"river\"").count(), 2);
    game.look.band = Some(Band { above: 1, ..band });
    assert_eq!(values(&plain(&game), "line", "x1").len(), 2 + 3, "no row is above it");
    game.look.band = None;
    game.look.strokes = vec![(square(0, 0), square(1, 1)), (square(0, 0), square(5, 5))];
    game.look.dots = vec![square(1, 1), square(9, 9)];
    let picture = plain(&game);
    assert_eq!((values(&picture, "line", "x1").len(), values(&picture, "dot", "cx").len()), (6, 1));
    game.look.strokes.clear();
    game.look.frames = vec![square(0, 0), square(1, 0), square(9, 0)];
    let corners = plain(&game).matches("<path class=\"line\"").count();
    assert_eq!(corners, 2 + 4, "at the edge two of the four");
}

#[test]
fn a_board_without_squares_is_drawn_without_elements() {
    for ground in [Ground::Squares, Ground::Points, Ground::Holes] {
        let mut game = Shelf::new("", ground, Pieces::Discs);
        (game.size, game.look.band) = ((0, 0), Some(Band { above: u8::MAX, class: "", texts: [""; 2] }));
        let picture = plain(&game);
        assert!(is_well_formed(&picture) && !picture.contains("class=\"line\""));
    }
}

#[test]
fn the_default_look_has_squares_with_characters() {
    let picture = plain(&Nim::new(7));
    assert_eq!(values(&picture, "square light", "x").len(), 9);
    assert_eq!(places(&picture, "character nobody").len(), 7);
}

/// A cell has 48 units, the border 26.4. The pieces of the bottom row begin half a cell further to the right.
#[test]
fn hexagons_stand_in_a_rhombus_of_which_a_part_is_drawn() {
    let mut game = Shelf::new("XOXOXO", Ground::Hexagons, Pieces::Stones);
    let picture = plain(&game);
    assert!(is_well_formed(&picture) && picture.contains("viewBox=\"0 0 220.8 "), "{picture}");
    assert_eq!(values(&picture, "square light", "d").len(), 6);
    let close = |found: Vec<(f32, f32)>, expected: &[(f32, f32)]| {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (one, other) in found.iter().zip(expected) {
            assert!((one.0 - other.0).abs() < 0.01 && (one.1 - other.1).abs() < 0.01, "{found:?}");
        }
    };
    // 26.4 + 48/√3 and half the height of a triangle further down.
    let (above, below) = (54.113, 95.682);
    close(places(&picture, "piece first"), &[(98.4, above), (74.4, below), (170.4, below)]);
    let flipped = draw(&game, &Marks::default(), &SvgSettings { flipped: true, ..SvgSettings::default() });
    close(places(&flipped, "piece first"), &[(122.4, below), (146.4, above), (50.4, above)]);
    let marks = Marks { last: vec![square(2, 1)], ..Marks::default() };
    let clickable = SvgSettings { clickable: true, ..SvgSettings::default() };
    let marked = draw(&game, &marks, &clickable);
    assert_eq!((values(&marked, "last", "d").len(), values(&marked, "target", "d").len()), (1, 6));
    game.look.part = Some([square(1, 0), square(2, 0)]);
    let part = plain(&game);
    assert_eq!(values(&part, "square light", "d").len(), 2);
    close(places(&part, "piece first"), &[(98.4, above)]);
    assert_eq!(draw(&game, &marks, &clickable).matches("class=\"last\"").count(), 0, "a mark outside the part");
    assert_eq!(part.matches(">b<").count() + part.matches(">c<").count(), 2);
    assert!(!part.contains(">a<") && !part.contains(">2<") && part.contains(">1<"));
}
