//! The npm package `duiyi`: xiangqi and Connect6 for JavaScript, as WebAssembly.
//!
//! JavaScript (`package/program.js`) creates boards by `open`, and refers to them by their numbers. The frequent
//! functions (`legal_moves`, `text`, `squares`, `play`, `undo` …) take and return numbers and plain text. All other questions, `ask`,
//! and their answers are JSON (see `question`).
//!
//! JavaScript writes texts and files into the buffer that `room_for` returns; `attach` keeps the contents of the buffer
//! for the question that follows. Texts for JavaScript are passed to its functions `answer` and `attachment`.
//! Functions that can fail return 1 if they do; the answer is then an error in JSON.
//!
//! The package has three builds: the rules; with the feature `records` also the formats of records; and with the
//! feature `engine` also the players and their data, for the worker of a search.
#![cfg(target_arch = "wasm32")]
// The functions shared with JavaScript require exported names. No pointer is dereferenced here.
#![allow(unsafe_code)]

mod boards;
mod books;
mod common;
mod endgames;
mod failure;
mod games;
mod numbered;
#[cfg(feature = "engine")]
mod players;
mod proofs;
mod question;
#[cfg(feature = "records")]
mod readers;
#[cfg(feature = "records")]
mod records;
#[cfg(feature = "engine")]
mod search;

use failure::Failure;
use std::cell::{Cell, RefCell};

thread_local! {
    /// The text that is being written.
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The file for the next question.
    static ATTACHED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The pages of memory when it was last grown.
    static GROWN: Cell<usize> = const { Cell::new(0) };
    /// The newest list of moves or squares.
    static MOVES: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// The answer, in UTF-8.
    safe fn answer(text: *const u8, length: usize);
    /// A file that belongs to the answer.
    safe fn attachment(bytes: *const u8, length: usize);
}

/// The size of a page of memory.
const PAGE: usize = 1 << 16;

/// Grows the memory by an eighth if it has grown since the last call. The allocator grows it by single pages, and each
/// time JavaScript collects its garbage.
fn grow_ahead() {
    let size = || std::arch::wasm32::memory_size(0);
    if size() > GROWN.get() {
        let mut room: Vec<u8> = Vec::new();
        // The freed room stays with the allocator. Without it, the memory grows page by page.
        let _ = room.try_reserve_exact(size() * PAGE / 8);
        drop(std::hint::black_box(room));
        GROWN.set(size());
    }
}

/// Passes a result to JavaScript; returns 0, or 1 for an error.
fn pass(result: Result<String, Failure>) -> u32 {
    grow_ahead();
    let failed = result.is_err();
    let text = result.unwrap_or_else(|failure| failure.to_json());
    answer(text.as_ptr(), text.len());
    failed.into()
}

/// The buffer into which JavaScript writes `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room_for(length: usize) -> *mut u8 {
    WRITTEN.with_borrow_mut(|written| {
        written.clear();
        written.resize(length, 0);
        written.as_mut_ptr()
    })
}

/// Keeps the written bytes for the next question.
#[unsafe(no_mangle)]
pub extern "C" fn attach() {
    ATTACHED.set(WRITTEN.take());
}

/// Opens a board by the written description; the answer is its number.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> u32 {
    pass(boards::open(&WRITTEN.take()).map(|number| number.to_string()))
}

/// Copies a board; returns the number of the copy.
#[unsafe(no_mangle)]
pub extern "C" fn copy(board: u32) -> u32 {
    grow_ahead();
    boards::copy(board)
}

/// Removes a board.
#[unsafe(no_mangle)]
pub extern "C" fn close(board: u32) {
    boards::close(board);
}

/// Lists the legal moves as numbers and returns how many there are; `moves` is the address of the list.
#[unsafe(no_mangle)]
pub extern "C" fn legal_moves(board: u32) -> usize {
    MOVES.with_borrow_mut(|moves| {
        moves.clear();
        boards::with(board, |board| board.legal_moves(moves));
        moves.len()
    })
}

/// Lists the size of the board and its squares, and returns the length of the list; `moves` is its address.
#[unsafe(no_mangle)]
pub extern "C" fn squares(board: u32) -> usize {
    MOVES.with_borrow_mut(|found| {
        found.clear();
        boards::with(board, |board| board.squares(found));
        found.len()
    })
}

/// Whether the side to move is in check: 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn is_check(board: u32) -> u32 {
    boards::with(board, |board| board.is_check()).unwrap_or_default().into()
}

/// Whether the game is over: 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn is_over(board: u32) -> u32 {
    boards::with(board, |board| board.is_over()).unwrap_or_default().into()
}

/// A text about the game, by its place in the list of JavaScript.
#[unsafe(no_mangle)]
pub extern "C" fn text(board: u32, place: u32) -> u32 {
    pass(boards::with(board, |board| board.text(place)).unwrap_or_else(|| Err(Failure::no_board())))
}

/// The address of the newest list of moves or squares.
#[unsafe(no_mangle)]
pub extern "C" fn moves() -> *const u32 {
    MOVES.with_borrow(|moves| moves.as_ptr())
}

/// The text of a legal move.
#[unsafe(no_mangle)]
pub extern "C" fn move_text(board: u32, mv: u32) -> u32 {
    pass(boards::with(board, |board| board.move_text(mv)).unwrap_or_else(|| Err(Failure::no_board())))
}

/// Plays the written turn; the answer is the turn in coordinates.
#[unsafe(no_mangle)]
pub extern "C" fn play(board: u32) -> u32 {
    WRITTEN.with_borrow(|text| {
        let text = String::from_utf8_lossy(text);
        pass(boards::with(board, |board| board.play(&text)).unwrap_or_else(|| Err(Failure::no_board())))
    })
}

/// Writes turns in a notation. The written text has the name of the notation and then the turns, one on each line; so
/// has the answer, without the name.
#[unsafe(no_mangle)]
pub extern "C" fn write_turns(board: u32) -> u32 {
    WRITTEN.with_borrow(|text| {
        let text = String::from_utf8_lossy(text);
        let mut lines = text.split('\n');
        let notation = lines.next().unwrap_or_default();
        let written = boards::with(board, |board| board.write(notation, &mut lines));
        pass(written.unwrap_or_else(|| Err(Failure::no_board())))
    })
}

/// Takes back the last turn; the answer is the turn.
#[unsafe(no_mangle)]
pub extern "C" fn undo(board: u32) -> u32 {
    pass(boards::with(board, |board| board.undo()).unwrap_or_else(|| Err(Failure::no_board())))
}

/// The number of sequences of `depth` moves.
#[unsafe(no_mangle)]
pub extern "C" fn perft(board: u32, depth: u32) -> f64 {
    boards::with(board, |board| board.perft(depth)).map_or(f64::NAN, |count| count as f64)
}

/// The next game of a reader, which the question `readGames` opens.
#[cfg(feature = "records")]
#[unsafe(no_mangle)]
pub extern "C" fn next_game(reader: u32) -> u32 {
    pass(readers::next(reader))
}

/// Removes a reader.
#[cfg(feature = "records")]
#[unsafe(no_mangle)]
pub extern "C" fn close_reader(reader: u32) {
    readers::close(reader);
}

/// Adds the opening book of xiangqi whose file was written into the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn load_book() -> u32 {
    pass(books::load(WRITTEN.take()))
}

/// Adds the endgame table whose file was written into the buffer; the answer is its name.
#[unsafe(no_mangle)]
pub extern "C" fn load_endgame() -> u32 {
    pass(endgames::load(WRITTEN.take()))
}

/// Checks the written certificate; the answer is its game and its size, in JSON.
#[unsafe(no_mangle)]
pub extern "C" fn verify() -> u32 {
    let text = WRITTEN.take();
    pass(proofs::verify(&String::from_utf8_lossy(&text)).map(|size| size.to_string()))
}

/// Answers the written question about a board.
#[unsafe(no_mangle)]
pub extern "C" fn ask(board: u32) -> u32 {
    let (question, attached) = (WRITTEN.take(), ATTACHED.take());
    let answered = boards::ask(board, &question, &attached);
    pass(answered.map(|answered| {
        attachment(answered.attachment.as_ptr(), answered.attachment.len());
        answered.json.to_string()
    }))
}
