//! The options of cutechess-cli and fastchess, translated to those of `lab match`, `sprt` and `gauntlet`.
//!
//! The names are facts of cutechess-cli(6) and of fastchess's manual.

use clap::Args;

/// The table of options, for the help.
pub(super) const TABLE: &str = "\
theirs                                           ours
-engine, -each name= cmd= dir= arg= args= proto= --engine, --each: name= cmd= dir= arg= proto=
  option.NAME=VALUE, ponder                        option.NAME=VALUE, ponder=on
  tc=MOVES/MIN:SEC+INC, st=S, nodes=N, depth=N     tc=, tc=movetime=S, tc=nodes=N, tc=depth=N
  timemargin=MS                                    --margin MS
  restart=on                                       --fresh
-rounds R -games G -repeat                       --games R*G (G is 2 by default, as in fastchess)
-tournament round-robin|gauntlet                 match; gauntlet [--round-robin] with more engines
-openings file= format= order=random plies=N     --openings FILE, or FILE.pgn:N
-srand N                                         --seed N
-sprt elo0= elo1= alpha= beta= model=            sprt --elo0 --elo1 --alpha --beta --model
-resign movecount=C score=S twosided=true        --resign S,C[,both]
-draw movenumber=M movecount=C score=S           --draw S,C,2*M (plies)
-maxmoves M                                      --max-plies 2*M
-concurrency N                                   --concurrency N
-pgnout FILE.pgn, -pgnout file=FILE.pgn          --out FILE (FILE.jsonl and FILE.pgn)
-log file=FILE engine=true                       log=FILE of an engine
-startup-ms MS                                   startup=S of an engine
-variant NAME                                    --game NAME
Without effect: -recover (always on), -event, -site, -wait, -ratinginterval, -scoreinterval, -outcomeinterval,
-output, -report, -resultformat, -autosaveinterval, -force-concurrency, -show-latency, -testEnv.
Other words of an engine are ours (builtin=, ranks=, reserve=, …). Other options are errors.";

/// The arguments of the command.
#[derive(Debug, Args)]
pub(super) struct CutechessArgs {
    /// Print the equal command line instead of running it.
    #[arg(long)]
    pub(super) print: bool,
    /// Options of cutechess-cli or fastchess.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    pub(super) options: Vec<String>,
}

/// Why a command line can't be translated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TranslationError {
    #[error("unknown option '{0}'; `lab cutechess --help` lists the options")]
    Unknown(String),
    #[error("{option}: not supported; {ours}")]
    Unsupported { option: String, ours: &'static str },
    #[error("{option}: '{found}': expected {expected}")]
    Value { option: String, found: String, expected: String },
    #[error("found {0} -engine; expected at least 2")]
    Engines(usize),
    #[error("no limit of time, depth or nodes; expected tc=, st=, nodes= or depth= with -each or with each -engine")]
    NoLimit,
}

use TranslationError::{Unknown, Unsupported};

/// Options without an equal, and what to use instead.
const UNSUPPORTED: [(&str, &str); 25] = [
    ("-tb", "use: lab match --endgames FOLDER"),
    ("-tbpieces", "use: lab match --endgames FOLDER"),
    ("-tbignore50", "use: lab match --endgames FOLDER"),
    ("-tbadjudicate", "use: lab match --endgames FOLDER"),
    ("-noswap", "each opening is played with both colours"),
    ("-reverse", "each opening is played with both colours"),
    ("-bookmode", "use -openings, or option.BookFile= of an engine"),
    ("-epdout", "use -pgnout"),
    ("-debug", "use log=FILE of an engine"),
    ("-engines", "there is no file of engines: give cmd="),
    ("-config", "use: lab match --resume"),
    ("-check-mate-pvs", "use: lab compliance"),
    ("-compliance", "use: lab compliance"),
    ("--compliance", "use: lab compliance"),
    ("-crc32", "records have no checksums"),
    ("-strict", "faults of engines forfeit the game"),
    ("-use-affinity", "use taskset"),
    ("-ucinewgame-ms", "use startup=SECONDS of an engine"),
    ("-ping-ms", "use startup=SECONDS of an engine"),
    ("-quick", "write the options in full"),
    ("-version", "use: lab --version"),
    ("-help", "use: lab cutechess --help"),
    ("-loadconfig", "use: lab match --resume"),
    ("-saveconfig", "use: lab match --out NAME"),
    ("-tscale", "use startup=, hang= or grace= of an engine"),
];

/// Options that change neither games nor results.
const WITHOUT_EFFECT: [&str; 14] = [
    "-recover",
    "-event",
    "-site",
    "-wait",
    "-ratinginterval",
    "-scoreinterval",
    "-outcomeinterval",
    "-output",
    "-report",
    "-resultformat",
    "-autosaveinterval",
    "-force-concurrency",
    "-show-latency",
    "-testEnv",
];

/// Words of an engine without an equal.
const UNSUPPORTED_WORDS: [(&str, &str); 9] = [
    ("conf", "there is no file of engines: give cmd="),
    ("stderr", "standard error is discarded; log=FILE has the communication"),
    ("book", "use -openings, or option.BookFile= of an engine"),
    ("bookdepth", "use -openings, or option.BookDepth= of an engine"),
    ("initstr", "use setup=LINE of an engine of a game with stones"),
    ("trust", "every result is checked"),
    ("whitepov", "scores are from the point of view of the engine"),
    ("tscale", "use startup=, hang= or grace= of an engine"),
    ("debug", "use log=FILE"),
];

/// A command line: the arguments after `lab`, and the options that have no effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Translation {
    pub(super) arguments: Vec<String>,
    pub(super) without_effect: Vec<String>,
}

/// An option with its values.
struct Given<'a> {
    option: &'a str,
    values: &'a [String],
}

impl Given<'_> {
    fn bad(&self, found: &str, expected: impl Into<String>) -> TranslationError {
        TranslationError::Value { option: self.option.to_owned(), found: found.to_owned(), expected: expected.into() }
    }

    /// The only value.
    fn one(&self) -> Result<&str, TranslationError> {
        match self.values {
            [value] => Ok(value),
            _ => Err(self.bad(&self.values.join(" "), "one value")),
        }
    }

    fn number(&self) -> Result<u64, TranslationError> {
        let text = self.one()?;
        text.parse().map_err(|_| self.bad(text, "a whole number"))
    }

    /// The values `key=value` with known keys; a missing one has its default.
    fn keys<const N: usize>(&self, keys: [(&str, &str); N]) -> Result<[String; N], TranslationError> {
        let mut found = keys.map(|(_, default)| default.to_owned());
        for word in self.values {
            let at = word.split_once('=').and_then(|(key, value)| Some((keys.iter().position(|k| k.0 == key)?, value)));
            let expected = || keys.map(|(key, _)| format!("{key}=")).join(", ");
            let (at, value) = at.ok_or_else(|| self.bad(word, expected()))?;
            value.clone_into(&mut found[at]);
        }
        Ok(found)
    }
}

/// The words of an engine, or of `-each`.
#[derive(Default)]
struct EngineWords {
    words: Vec<String>,
    builtin: bool,
    /// The limit, as a time control of ours.
    limit: Option<String>,
    /// Limits in addition, for players of this program.
    more: Vec<String>,
    margin: Option<String>,
    fresh: bool,
}

/// The state of the translation.
#[derive(Default)]
struct Translator {
    engines: Vec<EngineWords>,
    each: EngineWords,
    /// Options of `lab match` with their values.
    ours: Vec<String>,
    sprt: Option<Vec<String>>,
    gauntlet: bool,
    rounds: Option<u64>,
    games: Option<u64>,
    repeats: bool,
    without_effect: Vec<String>,
}

/// Translates a command line of cutechess-cli or fastchess; `games` are the names of the games of this
/// program.
///
/// # Errors
/// The first option that is unknown, or has no equal, or an invalid value.
pub(super) fn translate(options: &[String], games: &[&str]) -> Result<Translation, TranslationError> {
    let is_option =
        |word: &String| word.starts_with('-') && word.trim_start_matches('-').starts_with(char::is_alphabetic);
    let mut all = Translator::default();
    let mut rest = options;
    while let Some((option, after)) = rest.split_first() {
        let end = after.iter().position(is_option).unwrap_or(after.len());
        if !is_option(option) {
            return Err(Unknown(option.clone()));
        }
        all.take(&Given { option, values: &after[..end] }, games)?;
        rest = &after[end..];
    }
    all.finish()
}

impl Translator {
    fn our(&mut self, option: &str, value: impl ToString) {
        self.ours.extend([option.to_owned(), value.to_string()]);
    }

    fn take(&mut self, given: &Given<'_>, games: &[&str]) -> Result<(), TranslationError> {
        match given.option {
            "-engine" => self.engines.push(engine(given)?),
            "-each" => self.each = engine(given)?,
            "-rounds" => self.rounds = Some(given.number()?),
            "-games" => self.games = Some(given.number()?),
            "-repeat" => match given.values {
                [] => self.repeats = true,
                _ if given.number()? == 2 => self.repeats = true,
                _ => return Err(given.bad(given.one()?, "2: each opening is played with both colours")),
            },
            "-concurrency" => self.our("--concurrency", given.number()?),
            "-srand" => self.our("--seed", given.number()?),
            "-maxmoves" => match given.number()? {
                0 => {}
                moves => self.our("--max-plies", moves.saturating_mul(2)),
            },
            "-tournament" => match given.one()? {
                "round-robin" | "roundrobin" => {}
                "gauntlet" => self.gauntlet = true,
                other => return Err(given.bad(other, "round-robin or gauntlet")),
            },
            "-seeds" if given.number()? <= 1 => {}
            "-seeds" => return Err(given.bad(given.one()?, "1: the first engine plays the gauntlet")),
            "-sprt" => self.sprt = Some(sprt(given)?),
            "-resign" => {
                let [count, score, both] = given.keys([("movecount", "1"), ("score", "0"), ("twosided", "false")])?;
                self.our("--resign", format!("{score},{count}{}", if both == "true" { ",both" } else { "" }));
            }
            "-draw" => {
                let [number, count, score] = given.keys([("movenumber", "0"), ("movecount", "1"), ("score", "0")])?;
                let moves: u64 = number.parse().map_err(|_| given.bad(&number, "movenumber=NUMBER"))?;
                self.our("--draw", format!("{score},{count},{}", moves.saturating_mul(2)));
            }
            "-openings" => self.ours.extend(openings(given)?),
            "-pgnout" => self.our("--out", record(given)?),
            "-variant" => self.ours.extend(variant(given, games)?),
            "-log" => self.each.words.push(quoted_word("log", &log(given)?)),
            "-startup-ms" => self.each.words.push(format!("startup={}", given.number()? as f64 / 1000.0)),
            other => {
                if let Some((_, ours)) = UNSUPPORTED.iter().find(|(option, _)| *option == other) {
                    return Err(Unsupported { option: other.to_owned(), ours });
                }
                if !WITHOUT_EFFECT.contains(&other) {
                    return Err(Unknown(other.to_owned()));
                }
                self.without_effect.push(other.to_owned());
            }
        }
        Ok(())
    }

    /// The arguments of `lab`.
    fn finish(mut self) -> Result<Translation, TranslationError> {
        if self.engines.len() < 2 {
            return Err(TranslationError::Engines(self.engines.len()));
        }
        let command = match (&self.sprt, self.engines.len()) {
            (Some(_), _) => "sprt",
            (None, 2) => "match",
            (None, _) => "gauntlet",
        };
        let mut arguments = vec![command.to_owned()];
        if command == "gauntlet" && !self.gauntlet {
            arguments.push("--round-robin".to_owned());
        }
        let limit = self.each.limit.take();
        for engine in &mut self.engines {
            let own = engine.limit.take();
            match (&limit, own) {
                (None, None) => return Err(TranslationError::NoLimit),
                (_, None) => {}
                // Ours has one limit, except for its own players.
                (None, Some(own)) => engine.words.push(format!("tc={own}")),
                (Some(_), Some(own)) if own.starts_with("nodes=") || own.starts_with("depth=") => {
                    if !engine.builtin {
                        let option = format!("{own} in addition to the limit of -each");
                        return Err(Unsupported {
                            option,
                            ours: "a program has one limit: give tc=, nodes= or depth=",
                        });
                    }
                    engine.words.push(own);
                }
                (Some(_), Some(own)) => engine.words.push(format!("tc={own}")),
            }
            if !engine.more.is_empty() && !engine.builtin {
                let option = engine.more.join(" ");
                return Err(Unsupported { option, ours: "a program has one limit: give tc=, nodes= or depth=" });
            }
            engine.words.append(&mut engine.more);
            arguments.extend(["--engine".to_owned(), engine.words.join(" ")]);
        }
        if let Some(limit) = limit {
            arguments.extend(["--tc".to_owned(), limit]);
        }
        if !self.each.more.is_empty() && !self.engines.iter().all(|engine| engine.builtin) {
            let option = self.each.more.join(" ");
            return Err(Unsupported { option, ours: "a program has one limit: give tc=, nodes= or depth=" });
        }
        self.each.words.append(&mut self.each.more);
        if !self.each.words.is_empty() {
            arguments.extend(["--each".to_owned(), self.each.words.join(" ")]);
        }
        arguments.extend(self.conditions()?);
        arguments.append(&mut self.ours);
        arguments.extend(self.sprt.into_iter().flatten());
        Ok(Translation { arguments, without_effect: self.without_effect })
    }

    /// The number of games, the margin and restarts.
    fn conditions(&self) -> Result<Vec<String>, TranslationError> {
        let games = self.games.unwrap_or(2).max(if self.repeats { 2 } else { 1 });
        let games = games.saturating_mul(self.rounds.unwrap_or(1));
        let mut ours = vec!["--games".to_owned(), games.to_string()];
        let all = || self.engines.iter().chain([&self.each]);
        let mut margins: Vec<&String> = all().filter_map(|engine| engine.margin.as_ref()).collect();
        margins.dedup();
        match margins[..] {
            [] => {}
            [margin] => ours.extend(["--margin".to_owned(), margin.clone()]),
            _ => {
                let option = "timemargin= of each engine".to_owned();
                return Err(Unsupported { option, ours: "use one --margin for all engines" });
            }
        }
        if all().any(|engine| engine.fresh) {
            ours.push("--fresh".to_owned());
        }
        Ok(ours)
    }
}

/// A word of ours, quoted if the value has spaces.
fn quoted_word(key: &str, value: &str) -> String {
    match value.contains(|c: char| c.is_whitespace() || c == '"' || c == '\'') || value.is_empty() {
        false => format!("{key}={value}"),
        true if value.contains('\'') => format!("{key}=\"{value}\""),
        true => format!("{key}='{value}'"),
    }
}

/// The words of `-engine` or `-each`.
fn engine(given: &Given<'_>) -> Result<EngineWords, TranslationError> {
    let mut engine = EngineWords::default();
    let mut limits = Vec::new();
    for word in given.values {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if let Some((_, ours)) = UNSUPPORTED_WORDS.iter().find(|(theirs, _)| *theirs == key) {
            return Err(Unsupported { option: format!("{} {key}", given.option), ours });
        }
        match key {
            "tc" if value == "inf" => {}
            "tc" => limits
                .push(time_control(value).ok_or_else(|| given.bad(word, "tc=[MOVES/][MINUTES:]SECONDS[+INCREMENT]"))?),
            "st" => limits.push(format!("movetime={value}")),
            "nodes" => limits.push(format!("nodes={value}")),
            "depth" | "plies" => limits.push(format!("depth={value}")),
            "timemargin" => engine.margin = Some(value.to_owned()),
            "ponder" => engine.words.push("ponder=on".to_owned()),
            "restart" => match value {
                "on" => engine.fresh = true,
                "off" | "auto" => {}
                _ => return Err(given.bad(word, "restart=on, off or auto")),
            },
            "args" => engine.words.extend(value.split_whitespace().map(|arg| quoted_word("arg", arg))),
            "proto" if value == "xboard" => return Err(given.bad(word, "proto=uci or another protocol of lab match")),
            "builtin" => {
                engine.builtin = true;
                engine.words.push(word.clone());
            }
            _ if word.contains('=') => engine.words.push(quoted_word(key, value)),
            _ => return Err(given.bad(word, "key=value")),
        }
    }
    // The time first, since only players of this program have other limits in addition.
    limits.sort_by_key(|limit| limit.starts_with("nodes=") || limit.starts_with("depth="));
    let mut limits = limits.into_iter();
    engine.limit = limits.next();
    engine.more = limits.collect();
    Ok(engine)
}

/// A time control of cutechess-cli, `[moves/][minutes:]seconds[+increment]`, as one of ours.
fn time_control(text: &str) -> Option<String> {
    let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
    let (time, increment) = rest.split_once('+').map_or((rest, None), |(time, increment)| (time, Some(increment)));
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    let seconds = match time.split_once(':') {
        Some((minutes, seconds)) => number(minutes)? * 60.0 + number(seconds)?,
        None => number(time)?,
    };
    let moves = match moves {
        Some(moves) => moves.parse::<u32>().ok().filter(|moves| *moves > 0),
        None => None,
    };
    let mut ours = moves.map_or(String::new(), |moves| format!("{moves}/")) + &seconds.to_string();
    if let Some(increment) = increment {
        number(increment)?;
        ours = format!("{ours}+{increment}");
    }
    Some(ours)
}

fn sprt(given: &Given<'_>) -> Result<Vec<String>, TranslationError> {
    let [elo0, elo1, alpha, beta, model] =
        given.keys([("elo0", "0"), ("elo1", "0"), ("alpha", "0.05"), ("beta", "0.05"), ("model", "normalized")])?;
    if !matches!(model.as_str(), "normalized" | "logistic") {
        return Err(given.bad(&format!("model={model}"), "model=normalized or logistic"));
    }
    let named = [("--elo0", elo0), ("--elo1", elo1), ("--alpha", alpha), ("--beta", beta), ("--model", model)];
    Ok(named.into_iter().flat_map(|(option, value)| [option.to_owned(), value]).collect())
}

fn openings(given: &Given<'_>) -> Result<[String; 2], TranslationError> {
    let [file, format, order, plies, start, policy] = given.keys([
        ("file", ""),
        ("format", "pgn"),
        ("order", "random"),
        ("plies", ""),
        ("start", "1"),
        ("policy", "default"),
    ])?;
    let unsupported = |option: &str, ours| Err(Unsupported { option: format!("-openings {option}"), ours });
    if order != "random" {
        return unsupported(&format!("order={order}"), "the order is random; -srand seeds it");
    }
    if start != "1" {
        return unsupported(&format!("start={start}"), "every opening of the file takes part");
    }
    if policy != "default" {
        return unsupported(&format!("policy={policy}"), "each pair of games has its opening");
    }
    let is_pgn = file.ends_with(".pgn");
    match format.as_str() {
        _ if file.is_empty() => Err(given.bad("", "file=FILE")),
        "epd" if plies.is_empty() && !is_pgn => Ok(["--openings".to_owned(), file]),
        "epd" if is_pgn => Err(given.bad(&file, "format=pgn for a file .pgn")),
        "epd" => unsupported("plies= with format=epd", "shorten the file"),
        // Sets of openings of this program have no format.
        "pgn" if !is_pgn => Err(given.bad(&file, "format=epd, or a file .pgn")),
        "pgn" if plies.is_empty() => Ok(["--openings".to_owned(), file]),
        "pgn" => Ok(["--openings".to_owned(), format!("{file}:{plies}")]),
        other => Err(given.bad(other, "format=epd or format=pgn")),
    }
}

/// The name of the record.
fn record(given: &Given<'_>) -> Result<String, TranslationError> {
    let mut file = None;
    for word in given.values {
        match word.split_once('=') {
            Some(("file", name)) => file = Some(name),
            Some((key, _)) => {
                let option = format!("-pgnout {key}=");
                let ours = "the record has moves in ICCS, scores, depths and times; FILE.jsonl has the rest";
                return Err(Unsupported { option, ours });
            }
            None if file.is_none() => file = Some(word),
            None => return Err(Unsupported { option: format!("-pgnout {word}"), ours: "the record has one form" }),
        }
    }
    let file = file.filter(|file| !file.is_empty()).ok_or_else(|| given.bad("", "a file"))?;
    Ok(file.strip_suffix(".pgn").unwrap_or(file).to_owned())
}

fn log(given: &Given<'_>) -> Result<String, TranslationError> {
    let [file, engine, _, _] = given.keys([("file", ""), ("engine", "false"), ("level", ""), ("append", "true")])?;
    if engine == "true" && !file.is_empty() {
        return Ok(file);
    }
    let ours = "lab logs the communication with engines: give file=FILE engine=true";
    Err(Unsupported { option: "-log without engine=true".to_owned(), ours })
}

/// The game of a variant.
fn variant(given: &Given<'_>, games: &[&str]) -> Result<Vec<String>, TranslationError> {
    let game = |name: &str| vec!["--game".to_owned(), name.to_owned()];
    match given.one()? {
        "gomokufreestyle" if games.contains(&"gomoku") => Ok(game("gomoku")),
        "gomoku" => Err(given.bad("gomoku", "gomokufreestyle: exactly five in a row is not supported")),
        "cfour" if games.contains(&"connect-four") => Ok(game("connect-four")),
        "tictactoe" if games.contains(&"connect6") => {
            Ok([game("connect6"), vec!["--rules".to_owned(), "tictactoe".to_owned()]].concat())
        }
        name if games.contains(&name) => Ok(game(name)),
        other => Err(given.bad(other, format!("one of {}", games.join(", ")))),
    }
}

#[cfg(test)]
mod tests;
