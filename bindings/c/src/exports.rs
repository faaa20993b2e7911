//! The functions that C calls. The contract of every pointer is that of the header (see
//! `cbindgen.toml`): null, or valid for its use during the call.
#![allow(clippy::missing_safety_doc)] // One contract for all, stated above.

use crate::{
    border::{
        call, exclusive, fill, free, free_text, optional_text, owned, owned_text, put, put_optional, shared, text,
    },
    failure::{DuiyiStatus, Failure},
    game::{DuiyiGame, DuiyiMove, DuiyiOutcome, DuiyiSide},
};
use core::ffi::c_char;
use duiyi_xiangqi::Move;
use std::ptr;

/// The version of the library: "0.1.0". The text is static and must not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn duiyi_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Releases a text that a function of this library wrote. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_string_free(text: *mut c_char) {
    unsafe { free_text(text) }
}

/// Begins a game.
///
/// `fen` is the position, by default (NULL) the initial one. `rules` names the rule set for
/// repetitions ("asian", "wxf2018", "cxa2020", "check-only" or "none") and, after a hyphen, the
/// plies without a capture after which the game is a draw; by default (NULL) "asian-120".
/// Further settings follow commas: "asian-120,occurrences=5,checks=10,material=play". The caller
/// releases `*game` with duiyi_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_new(
    fen: *const c_char,
    rules: *const c_char,
    game: *mut *mut DuiyiGame,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe {
        call(error, || {
            put(game, "game", ptr::null_mut())?;
            let begun = DuiyiGame::new(optional_text(fen, "fen")?, optional_text(rules, "rules")?)?;
            put(game, "game", owned(begun))
        })
    }
}

/// Releases a game. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_free(game: *mut DuiyiGame) {
    unsafe { free(game) }
}

/// Copies a game with its moves. The caller releases `*copy` with duiyi_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_copy(
    game: *const DuiyiGame,
    copy: *mut *mut DuiyiGame,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe {
        call(error, || {
            put(copy, "copy", ptr::null_mut())?;
            put(copy, "copy", owned(shared(game, "game")?.clone()))
        })
    }
}

/// Writes the position as a FEN. The caller releases `*fen` with duiyi_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_fen(
    game: *const DuiyiGame,
    fen: *mut *mut c_char,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe { put_text(fen, "fen", error, || Ok(shared(game, "game")?.fen())) }
}

/// Writes the name of the rules: "asian-120". The caller releases `*rules` with
/// duiyi_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_rules(
    game: *const DuiyiGame,
    rules: *mut *mut c_char,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe { put_text(rules, "rules", error, || Ok(shared(game, "game")?.rules())) }
}

/// The side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_side(
    game: *const DuiyiGame,
    side: *mut DuiyiSide,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe { call(error, || put(side, "side", shared(game, "game")?.side())) }
}

/// Lists the legal moves in the position, whether the game is over or not.
///
/// `*count` receives their number, also if the buffer is too small; then the status is
/// DUIYI_STATUS_TOO_SMALL and nothing is written to `moves`. `moves` may be NULL if `capacity` is
/// 0: then the moves are only counted. A buffer of DUIYI_MAX_MOVES is never too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_legal_moves(
    game: *const DuiyiGame,
    moves: *mut DuiyiMove,
    capacity: usize,
    count: *mut usize,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe {
        call(error, || {
            let legal: Vec<DuiyiMove> = shared(game, "game")?.legal_moves().into_iter().map(Move::bits).collect();
            if moves.is_null() && capacity > 0 {
                return Err(Failure::NullPointer("moves"));
            }
            put(count, "count", legal.len())?;
            if moves.is_null() && capacity == 0 {
                return Ok(());
            }
            fill(moves, capacity, "moves", &legal)
        })
    }
}

/// Whether a move is legal in the position. A number that is not a move is not legal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_is_legal(
    game: *const DuiyiGame,
    mv: DuiyiMove,
    legal: *mut bool,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe { call(error, || put(legal, "legal", shared(game, "game")?.is_legal(mv))) }
}

/// Plays a move. If it is not legal, the status is DUIYI_STATUS_ILLEGAL, the message is the
/// reason, and the game is unchanged. A game can be continued after its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_push(game: *mut DuiyiGame, mv: DuiyiMove, error: *mut *mut c_char) -> DuiyiStatus {
    unsafe { call(error, || exclusive(game, "game")?.push(mv)) }
}

/// Takes back the last move. `mv` may be NULL. If no move was played, the status is
/// DUIYI_STATUS_NO_MOVE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_pop(
    game: *mut DuiyiGame,
    mv: *mut DuiyiMove,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe {
        call(error, || {
            let last = exclusive(game, "game")?.pop()?;
            put_optional(mv, last);
            Ok(())
        })
    }
}

/// The outcome of the game by its rules. `*reason` receives the reason in words, such as
/// "checkmate", "stalemate", "perpetual check", "repetition" or "move limit"; NULL if the game is
/// not over. The caller releases it with duiyi_string_free. `reason` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_outcome(
    game: *const DuiyiGame,
    outcome: *mut DuiyiOutcome,
    reason: *mut *mut c_char,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe {
        call(error, || {
            put_optional(reason, ptr::null_mut());
            let (result, words) = shared(game, "game")?.outcome();
            put(outcome, "outcome", result)?;
            if let (Some(words), false) = (words, reason.is_null()) {
                put_optional(reason, owned_text(words));
            }
            Ok(())
        })
    }
}

/// Judges the repetition that the last move has completed, if any, by a rule book ("asian",
/// "wxf2018", "cxa2020", "check-only" or "none"), by default (NULL) that of the game.
///
/// `*json` receives an object, which the caller releases with duiyi_string_free. Its fields:
/// `book`; `ruling`: "open" (nothing is repeated), "draw", "red-loses" or "black-loses" (if that
/// side does not vary); `loser`: "red", "black" or null; `rule`: the deciding rule in words;
/// `occurrences` of the position; `span`: the first ply of the repetition, from 0, and the ply
/// after its last; `text`: the whole report; `moves` of the repetition, each with `move` in
/// coordinates, `side`, `piece`, `nature` ("check", "threat of mate", "chase", "exchange offer",
/// "offer", "block" or "idle"), `text`, and `threats`, each with `attacker` and `target` (`side`,
/// `piece`, `square`) and the reason why it counts or not in `text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_judge(
    game: *const DuiyiGame,
    book: *const c_char,
    json: *mut *mut c_char,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe { put_text(json, "json", error, || shared(game, "game")?.judge(optional_text(book, "book")?)) }
}

/// Reads a legal move of the position.
///
/// `notation` is "coordinates" (h2e2, as in UCCI, and in UCI with ranks from 0 to 9),
/// "coordinates-1-10" (h3e3, UCI with ranks from 1 to 10), "iccs" (H2-E2), "wxf" (C2=5),
/// "wxf-xqbase" (C2.5), "chinese" (炮二平五), "chinese-half", "traditional" or
/// "traditional-half" (simplified or traditional characters, digits of full or half width). By
/// default (NULL), it is any of them but "coordinates-1-10". Each notation reads all its
/// spellings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_read_move(
    game: *const DuiyiGame,
    move_text: *const c_char,
    notation: *const c_char,
    mv: *mut DuiyiMove,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe {
        call(error, || {
            let game = shared(game, "game")?;
            let read = game.read_move(text(move_text, "move_text")?, optional_text(notation, "notation")?)?;
            put(mv, "mv", read)
        })
    }
}

/// Writes a legal move of the position in a notation of duiyi_game_read_move, by default (NULL)
/// "coordinates". The caller releases `*move_text` with duiyi_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_write_move(
    game: *const DuiyiGame,
    mv: DuiyiMove,
    notation: *const c_char,
    move_text: *mut *mut c_char,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe {
        put_text(move_text, "move_text", error, || {
            shared(game, "game")?.write_move(mv, optional_text(notation, "notation")?)
        })
    }
}

/// Counts the sequences of `depth` legal moves from the position, at most
/// DUIYI_MAX_PERFT_DEPTH. Repetitions and the move limit are ignored. Time grows by a factor of
/// about 40 with each ply: depth 4 of the initial position has 3,290,240 sequences.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn duiyi_game_perft(
    game: *const DuiyiGame,
    depth: u32,
    count: *mut u64,
    error: *mut *mut c_char,
) -> DuiyiStatus {
    unsafe { call(error, || put(count, "count", shared(game, "game")?.perft(depth)?)) }
}

/// Runs a call whose result is a text.
unsafe fn put_text(
    result: *mut *mut c_char,
    name: &'static str,
    error: *mut *mut c_char,
    text: impl FnOnce() -> Result<String, Failure>,
) -> DuiyiStatus {
    unsafe {
        call(error, || {
            put(result, name, ptr::null_mut())?;
            put(result, name, owned_text(text()?))
        })
    }
}
