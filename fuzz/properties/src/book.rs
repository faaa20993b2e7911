//! Any bytes as an opening book: in our format, as text, and in ElephantEye's format.

use duiyi_book::{Book, Draft, Source, read_text, write_text};
use duiyi_search::{Game, History, Side};
use duiyi_xiangqi::{Xiangqi, books::ElephantEyeBook};

/// The length of the head of our books, which has its own checksum.
const HEAD: usize = 128;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let start = Xiangqi::default();
    match Book::<Xiangqi>::from_bytes(bytes.to_vec(), &start) {
        Ok(book) => look_up(&book),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // The head is valid, the rest is not.
    let mut whole = small(&start).to_bytes();
    for (place, byte) in whole[HEAD..].iter_mut().zip(bytes) {
        *place ^= byte;
    }
    if let Ok(book) = Book::<Xiangqi>::from_bytes(whole, &start) {
        look_up(&book);
        let touched = bytes.iter().take(book.len() as usize * 32).any(|&byte| byte != 0);
        assert!(book.check().is_err() || !touched, "undetected damage");
    }
    text(bytes, &start);
    match ElephantEyeBook::read(bytes) {
        Ok(book) => {
            assert_eq!(book.write(), bytes);
            look_up(&book);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A text is refused with a line and a reason, or survives a round trip.
fn text(bytes: &[u8], start: &Xiangqi) {
    match read_text(start, &mut &bytes[..]) {
        Ok(draft) => {
            look_up(&draft);
            let mut written = Vec::new();
            write_text(&draft, start, &mut written).expect("a draft is readable");
            let again = read_text(start, &mut &written[..]).expect("what was written is read");
            let mut twice = Vec::new();
            write_text(&again, start, &mut twice).expect("a draft is readable");
            assert_eq!(written, twice);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn game() -> History<Xiangqi> {
    History::read("", "moves h2e2 h9g7 h0g2 i9h9 i0h0 b9c7").expect("legal moves")
}

/// A book of a few moves, with a name and a credit.
fn small(start: &Xiangqi) -> Draft<Xiangqi> {
    let mut draft = Draft::new(start);
    draft.learn(&game(), Some(Side::First), &Side::BOTH, usize::MAX);
    draft.set_name(start, "start", 1);
    draft.set_credit("nobody");
    draft
}

/// Every look-up ends, and its moves are legal.
fn look_up(book: &dyn Source<Xiangqi>) {
    for position in game().positions() {
        let _ = book.name(&position);
        for found in book.moves(&position).unwrap_or_default() {
            assert!(position.is_legal(found.mv));
        }
    }
}
