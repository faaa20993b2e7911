//! The protocols: their names, and the detection by the first line.

use duiyi_game::shortened;
use std::str::FromStr;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface, with the game's notation of moves and positions.
    Uci,
    /// The Universal Chinese Chess Protocol 3.0 (中国象棋通用引擎协议).
    Ucci,
    /// The text protocol of Cloudict and the ConnectMore front end, with additions.
    Cloudict,
    /// The platform of the Chinese computer games contests.
    Sau,
    /// The Go Text Protocol, with GoGui's rules commands.
    Gtp,
    /// Botzone's simple interaction, on 15 × 15.
    Botzone,
    /// Piskvork, the protocol of Gomocup: gomoku and other games of one stone a turn.
    Piskvork,
}

impl Protocol {
    /// Detects the protocol from the front end's first line, for any game: UCCI or UCI.
    pub fn of_line(line: &str) -> Protocol {
        if line.split_whitespace().next() == Some("ucci") { Protocol::Ucci } else { Protocol::Uci }
    }

    /// Detects the protocol from the front end's first line, for a game with stones.
    ///
    /// ```
    /// use duiyi_engine::Protocol;
    ///
    /// for (line, protocol) in [
    ///     ("uci", Protocol::Uci),
    ///     ("ucci", Protocol::Ucci),
    ///     ("name?", Protocol::Sau),
    ///     ("1 list_commands", Protocol::Gtp),
    ///     ("START 15", Protocol::Piskvork),
    ///     ("3", Protocol::Botzone),
    ///     ("new black", Protocol::Cloudict),
    /// ] {
    ///     assert_eq!(Protocol::of_line_for_placement(line), protocol, "{line}");
    /// }
    /// ```
    pub fn of_line_for_placement(line: &str) -> Protocol {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let second = words.next();
        match (first, second) {
            ("uci" | "ucci", _) => Protocol::of_line(line),
            ("name?", _) => Protocol::Sau,
            (number, None) if number.parse::<u32>().is_ok() => Protocol::Botzone,
            (number, Some(command)) if number.parse::<u32>().is_ok() && GTP_COMMANDS.contains(&command) => {
                Protocol::Gtp
            }
            (command, _) if PISKVORK_OPENINGS.contains(&command) => Protocol::Piskvork,
            // "name", "quit" and others are commands of both; hosts of Cloudict begin with them.
            (command, _)
                if GTP_COMMANDS.contains(&command) && !matches!(command, "name" | "quit" | "undo" | "threads") =>
            {
                Protocol::Gtp
            }
            _ => Protocol::Cloudict,
        }
    }
}

/// The error for an unknown name of a protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown protocol '{0}'; expected one of uci, ucci, cloudict, sau, gtp, botzone, piskvork")]
pub struct UnknownProtocol(String);

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Protocol, UnknownProtocol> {
        match text.to_ascii_lowercase().as_str() {
            "uci" => Ok(Protocol::Uci),
            "ucci" => Ok(Protocol::Ucci),
            "cloudict" => Ok(Protocol::Cloudict),
            "sau" => Ok(Protocol::Sau),
            "gtp" => Ok(Protocol::Gtp),
            "botzone" => Ok(Protocol::Botzone),
            "piskvork" => Ok(Protocol::Piskvork),
            _ => Err(UnknownProtocol(shortened(text))),
        }
    }
}

/// The supported commands of GTP, in alphabetical order.
pub(crate) const GTP_COMMANDS: [&str; 24] = [
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
            ("uci", Protocol::Uci),
            ("ucci", Protocol::Ucci),
            ("cloudict", Protocol::Cloudict),
            ("sau", Protocol::Sau),
            ("gtp", Protocol::Gtp),
            ("botzone", Protocol::Botzone),
            ("piskvork", Protocol::Piskvork),
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
            assert_eq!(stones(line), Protocol::of_line(line));
        }
        assert_eq!([Protocol::of_line("ucci x"), Protocol::of_line("ucc")], [Protocol::Ucci, Protocol::Uci]);
        assert_eq!(
            [stones("name?"), stones("name? x"), stones("name")],
            [Protocol::Sau, Protocol::Sau, Protocol::Cloudict]
        );
        // A number alone, and a number before a command.
        assert_eq!(
            [stones("1"), stones(" 225 "), stones("-1")],
            [Protocol::Botzone, Protocol::Botzone, Protocol::Cloudict]
        );
        assert_eq!(
            [stones("1 name"), stones("1 x"), stones("x name")],
            [Protocol::Gtp, Protocol::Cloudict, Protocol::Cloudict]
        );
        for command in GTP_COMMANDS {
            let of_both = ["name", "quit", "undo", "threads"].contains(&command);
            let alone = if of_both { Protocol::Cloudict } else { Protocol::Gtp };
            assert_eq!([stones(command), stones(&format!("{command} b"))], [alone; 2], "{command}");
            assert_eq!(stones(&format!("12 {command} b")), Protocol::Gtp, "{command}");
        }
        for command in PISKVORK_OPENINGS {
            assert_eq!([stones(command), stones(&format!("{command} 15"))], [Protocol::Piskvork; 2], "{command}");
        }
        for line in ["", "new black", "black JJ", "start 15", "hash 5"] {
            assert_eq!(stones(line), Protocol::Cloudict, "'{line}'");
        }
    }
}
