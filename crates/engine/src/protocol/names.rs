//! The protocols: their names, and the detection by the first line.

use duiyi_game::shortened;
use std::str::FromStr;

/// A protocol for any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChessProtocol {
    /// The Universal Chess Interface, with the game's notation of moves and positions.
    Uci,
    /// The Universal Chinese Chess Protocol 3.0 (中国象棋通用引擎协议).
    Ucci,
}

impl ChessProtocol {
    /// The protocols by name.
    pub const NAMES: [(&'static str, ChessProtocol); 2] = [("uci", ChessProtocol::Uci), ("ucci", ChessProtocol::Ucci)];

    /// Detects the protocol from the front end's first line.
    pub fn of_line(line: &str) -> ChessProtocol {
        if line.split_whitespace().next() == Some("ucci") { ChessProtocol::Ucci } else { ChessProtocol::Uci }
    }
}

/// A text protocol of games with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneProtocol {
    /// The text protocol of Cloudict and the ConnectMore front end, with additions.
    Cloudict,
    /// The platform of the Chinese computer games contests. It cannot set up a position: games begin with the empty
    /// board or with Black's first turn.
    Sau,
    /// The Go Text Protocol, with GoGui's rules commands; by stones or by turns.
    Gtp,
    /// Botzone's simple interaction, on 15 × 15.
    Botzone,
    /// Piskvork, the protocol of Gomocup: gomoku and other games of one stone a turn.
    Piskvork,
}

impl StoneProtocol {
    /// The protocols by name.
    pub const NAMES: [(&'static str, StoneProtocol); 5] = [
        ("cloudict", StoneProtocol::Cloudict),
        ("sau", StoneProtocol::Sau),
        ("gtp", StoneProtocol::Gtp),
        ("botzone", StoneProtocol::Botzone),
        ("piskvork", StoneProtocol::Piskvork),
    ];
}

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// UCI or UCCI.
    Chess(ChessProtocol),
    /// One that only games with stones speak.
    Stones(StoneProtocol),
}

impl Protocol {
    /// [`ChessProtocol::Uci`].
    pub const UCI: Protocol = Protocol::Chess(ChessProtocol::Uci);
    /// [`ChessProtocol::Ucci`].
    pub const UCCI: Protocol = Protocol::Chess(ChessProtocol::Ucci);
    /// [`StoneProtocol::Cloudict`].
    pub const CLOUDICT: Protocol = Protocol::Stones(StoneProtocol::Cloudict);
    /// [`StoneProtocol::Sau`].
    pub const SAU: Protocol = Protocol::Stones(StoneProtocol::Sau);
    /// [`StoneProtocol::Gtp`].
    pub const GTP: Protocol = Protocol::Stones(StoneProtocol::Gtp);
    /// [`StoneProtocol::Botzone`].
    pub const BOTZONE: Protocol = Protocol::Stones(StoneProtocol::Botzone);
    /// [`StoneProtocol::Piskvork`].
    pub const PISKVORK: Protocol = Protocol::Stones(StoneProtocol::Piskvork);

    /// Detects the protocol from the front end's first line, for a game with stones.
    ///
    /// ```
    /// use duiyi_engine::Protocol;
    ///
    /// for (line, protocol) in [
    ///     ("uci", Protocol::UCI),
    ///     ("ucci", Protocol::UCCI),
    ///     ("name?", Protocol::SAU),
    ///     ("1 list_commands", Protocol::GTP),
    ///     ("START 15", Protocol::PISKVORK),
    ///     ("3", Protocol::BOTZONE),
    ///     ("new black", Protocol::CLOUDICT),
    /// ] {
    ///     assert_eq!(Protocol::of_line_for_placement(line), protocol, "{line}");
    /// }
    /// ```
    pub fn of_line_for_placement(line: &str) -> Protocol {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let second = words.next();
        match (first, second) {
            ("uci" | "ucci", _) => Protocol::Chess(ChessProtocol::of_line(line)),
            ("name?", _) => Protocol::SAU,
            (number, None) if number.parse::<u32>().is_ok() => Protocol::BOTZONE,
            (number, Some(command)) if number.parse::<u32>().is_ok() && GTP_COMMANDS.contains(&command) => {
                Protocol::GTP
            }
            (command, _) if PISKVORK_OPENINGS.contains(&command) => Protocol::PISKVORK,
            // "name", "quit" and others are commands of both; hosts of Cloudict begin with them.
            (command, _)
                if GTP_COMMANDS.contains(&command) && !matches!(command, "name" | "quit" | "undo" | "threads") =>
            {
                Protocol::GTP
            }
            _ => Protocol::CLOUDICT,
        }
    }
}

/// The error for an unknown name of a protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown protocol '{found}'; expected one of {expected}")]
pub struct UnknownProtocol {
    /// The name, shortened.
    found: String,
    /// The known names.
    expected: String,
}

/// The protocol of a name, in any case of its letters.
fn by_name<P: Copy>(names: &[(&str, P)], text: &str) -> Result<P, UnknownProtocol> {
    let known = names.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    known.map(|&(_, protocol)| protocol).ok_or_else(|| {
        let expected: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
        UnknownProtocol { found: shortened(text), expected: expected.join(", ") }
    })
}

impl FromStr for ChessProtocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<ChessProtocol, UnknownProtocol> {
        by_name(&ChessProtocol::NAMES, text)
    }
}

impl FromStr for StoneProtocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<StoneProtocol, UnknownProtocol> {
        by_name(&StoneProtocol::NAMES, text)
    }
}

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Protocol, UnknownProtocol> {
        let chess = ChessProtocol::NAMES.map(|(name, protocol)| (name, Protocol::Chess(protocol)));
        let stones = StoneProtocol::NAMES.map(|(name, protocol)| (name, Protocol::Stones(protocol)));
        by_name(&[&chess[..], &stones[..]].concat(), text)
    }
}

/// The supported commands of GTP, in alphabetical order.
pub const GTP_COMMANDS: [&str; 24] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "gogui-rules_game_id",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "known_command",
    "komi",
    "level",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "threads",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The commands of Piskvork with which a front end may begin.
const PISKVORK_OPENINGS: [&str; 10] =
    ["START", "RECTSTART", "ABOUT", "INFO", "BEGIN", "BOARD", "TURN", "RESTART", "END", "TAKEBACK"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_protocol_has_its_name() {
        for (name, protocol) in [
            ("uci", Protocol::UCI),
            ("ucci", Protocol::UCCI),
            ("cloudict", Protocol::CLOUDICT),
            ("sau", Protocol::SAU),
            ("gtp", Protocol::GTP),
            ("botzone", Protocol::BOTZONE),
            ("piskvork", Protocol::PISKVORK),
        ] {
            assert_eq!(name.parse(), Ok(protocol));
            assert_eq!(name.to_ascii_uppercase().parse(), Ok(protocol));
        }
        let error = "xboard".parse::<Protocol>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown protocol 'xboard'; expected one of uci, ucci, cloudict, sau, gtp, botzone, piskvork"
        );
    }

    #[test]
    fn the_first_line_selects_the_protocol() {
        let stones = Protocol::of_line_for_placement;
        for line in ["uci", " uci  now", "ucci", "ucci now"] {
            assert_eq!(stones(line), Protocol::Chess(ChessProtocol::of_line(line)));
        }
        assert_eq!(
            [ChessProtocol::of_line("ucci x"), ChessProtocol::of_line("ucc")],
            [ChessProtocol::Ucci, ChessProtocol::Uci]
        );
        assert_eq!(
            [stones("name?"), stones("name? x"), stones("name")],
            [Protocol::SAU, Protocol::SAU, Protocol::CLOUDICT]
        );
        // A number alone, and a number before a command.
        assert_eq!(
            [stones("1"), stones(" 225 "), stones("-1")],
            [Protocol::BOTZONE, Protocol::BOTZONE, Protocol::CLOUDICT]
        );
        assert_eq!(
            [stones("1 name"), stones("1 x"), stones("x name")],
            [Protocol::GTP, Protocol::CLOUDICT, Protocol::CLOUDICT]
        );
        for command in GTP_COMMANDS {
            let of_both = ["name", "quit", "undo", "threads"].contains(&command);
            let alone = if of_both { Protocol::CLOUDICT } else { Protocol::GTP };
            assert_eq!([stones(command), stones(&format!("{command} b"))], [alone; 2], "{command}");
            assert_eq!(stones(&format!("12 {command} b")), Protocol::GTP, "{command}");
        }
        for command in PISKVORK_OPENINGS {
            assert_eq!([stones(command), stones(&format!("{command} 15"))], [Protocol::PISKVORK; 2], "{command}");
        }
        for line in ["", "new black", "black JJ", "start 15", "hash 5"] {
            assert_eq!(stones(line), Protocol::CLOUDICT, "'{line}'");
        }
    }
}
