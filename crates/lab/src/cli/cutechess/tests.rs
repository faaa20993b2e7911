use super::*;

const GAMES: [&str; 4] = ["xiangqi", "connect6", "gomoku", "connect-four"];

fn options(text: &str) -> Vec<String> {
    text.split_whitespace().map(|word| word.replace('_', " ")).collect()
}

fn ours(text: &str) -> String {
    let translation = translate(&options(text), &GAMES).unwrap_or_else(|error| panic!("{text}: {error}"));
    translation
        .arguments
        .iter()
        .map(|word| if word.contains(' ') { format!("[{word}]") } else { word.clone() })
        .collect::<Vec<_>>()
        .join(" ")
}

fn refused(text: &str) -> String {
    translate(&options(text), &GAMES).expect_err(text).to_string()
}

/// The examples of the manuals of cutechess-cli and fastchess, with engines and openings of ours.
#[test]
fn examples_of_the_manuals_are_translated() {
    // README of cutechess, with UCI instead of xboard.
    assert_eq!(
        ours("-engine cmd=sloppy -engine cmd=sloppy -each proto=uci tc=40/60 -rounds 10"),
        "match --engine cmd=sloppy --engine cmd=sloppy --tc 40/60 --each proto=uci --games 20"
    );
    // cutechess-cli(6).
    assert_eq!(
        ours(
            "-engine name=Atak cmd=Atak32.exe dir=C:\\eatak proto=ucci -engine cmd=glaurung proto=uci option.Threads=1 -each tc=40/1:30+1"
        ),
        "match --engine [name=Atak cmd=Atak32.exe dir=C:\\eatak proto=ucci] \
         --engine [cmd=glaurung proto=uci option.Threads=1] --tc 40/90+1 --games 2"
    );
    assert_eq!(
        ours("-engine cmd=a -engine cmd=b -engine cmd=c -engine cmd=d -each tc=4 -games 2 -rounds 10 -repeat"),
        "gauntlet --round-robin --engine cmd=a --engine cmd=b --engine cmd=c --engine cmd=d --tc 4 --games 20"
    );
    // The manual of fastchess.
    assert_eq!(
        ours(
            "-engine cmd=Engine1.exe name=Engine1 -engine cmd=Engine2.exe name=Engine2 -openings file=book.epd \
              format=epd order=random -each tc=60+0.6 option.Hash=64 -rounds 200 -repeat -concurrency 4"
        ),
        "match --engine [cmd=Engine1.exe name=Engine1] --engine [cmd=Engine2.exe name=Engine2] --tc 60+0.6 \
         --each option.Hash=64 --games 400 --openings book.epd --concurrency 4"
    );
    assert_eq!(
        ours(
            "-engine builtin=duiyi name=A option.Threads=1 nodes=2000000 -engine builtin=duiyi name=B nodes=1000000 \
              -openings file=UHO.epd format=epd order=random -each tc=300+5 -resign movecount=3 score=600 \
              -draw movenumber=34 movecount=8 score=20 -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 \
              -rounds 100000 -concurrency 3 -pgnout file=./games/sprt.pgn"
        ),
        "sprt --engine [builtin=duiyi name=A option.Threads=1 nodes=2000000] \
         --engine [builtin=duiyi name=B nodes=1000000] --tc 300+5 --games 200000 --openings UHO.epd \
         --resign 600,3 --draw 20,8,68 --concurrency 3 --out ./games/sprt --elo0 0 --elo1 2 --alpha 0.05 \
         --beta 0.05 --model normalized"
    );
}

#[test]
fn other_options_are_translated() {
    let two = "-engine cmd=a -engine cmd=b -each st=0.5";
    let begin = "match --engine cmd=a --engine cmd=b --tc movetime=0.5 --games 2";
    for (more, expected) in [
        ("-srand 7 -maxmoves 100 -variant xiangqi", " --seed 7 --max-plies 200 --game xiangqi"),
        ("-variant gomokufreestyle", " --game gomoku"),
        ("-variant tictactoe", " --game connect6 --rules tictactoe"),
        ("-openings file=a.pgn plies=12", " --openings a.pgn:12"),
        ("-resign movecount=2 score=300 twosided=true", " --resign 300,2,both"),
        ("-recover -event E -site S -wait 10 -ratinginterval 5 -output format=cutechess -tournament gauntlet", ""),
        ("-pgnout games.pgn", " --out games"),
    ] {
        assert_eq!(ours(&format!("{two} {more}")), format!("{begin}{expected}"), "{more}");
    }
    let separate =
        "-engine cmd=a args=--x_-y ponder nodes=500 timemargin=20 -engine cmd=b depth=4 restart=on timemargin=20";
    let expected = "match --engine [cmd=a arg=--x arg=-y ponder=on tc=nodes=500] --engine [cmd=b tc=depth=4] --games 2 --margin 20 --fresh";
    assert_eq!(ours(separate), expected);
    assert_eq!(
        ours("-engine cmd=a_b arg=c_d -engine cmd=b -each tc=inf depth=3 -log file=l engine=true -startup-ms 1500"),
        "match --engine [cmd='a b' arg='c d'] --engine cmd=b --tc depth=3 --each [log=l startup=1.5] --games 2"
    );
    let translation = translate(&options("-engine cmd=a -engine cmd=b -each st=1 -wait 5"), &GAMES).expect("valid");
    assert_eq!(translation.without_effect, ["-wait"]);
}

#[test]
fn options_without_an_equal_are_refused_by_name() {
    let two = "-engine cmd=a -engine cmd=b -each tc=1";
    for (more, expected) in [
        ("-xyzzy 3", "unknown option '-xyzzy'"),
        ("-tb /syzygy", "-tb: not supported; use: lab match --endgames FOLDER"),
        ("-check-mate-pvs", "-check-mate-pvs: not supported; use: lab compliance"),
        ("-config file=x", "-config: not supported; use: lab match --resume"),
        ("-noswap", "-noswap: not supported; each opening"),
        ("-pgnout notation=san file=x", "-pgnout notation=: not supported"),
        ("-pgnout x min", "-pgnout min: not supported"),
        ("-openings file=x.epd format=epd order=sequential", "-openings order=sequential: not supported"),
        ("-openings file=x.epd format=epd start=3", "-openings start=3: not supported"),
        ("-openings file=x.epd", "-openings: 'x.epd': expected format=epd, or a file .pgn"),
        ("-openings file=x depth=3", "-openings: 'depth=3': expected file=, format="),
        ("-sprt elo0=0 elo1=5 model=bayesian", "-sprt: 'model=bayesian': expected"),
        ("-variant atomic", "-variant: 'atomic': expected one of xiangqi, connect6"),
        ("-variant gomoku", "-variant: 'gomoku': expected gomokufreestyle"),
        ("-tournament knockout", "-tournament: 'knockout': expected round-robin or gauntlet"),
        ("-repeat 4", "-repeat: '4': expected 2"),
        ("-rounds x", "-rounds: 'x': expected a whole number"),
        ("-log file=x", "-log without engine=true: not supported"),
        ("-seeds 2", "-seeds: '2': expected 1"),
    ] {
        let error = refused(&format!("{two} {more}"));
        assert!(error.starts_with(expected), "{more}: {error}");
    }
    for (text, expected) in [
        ("-engine cmd=a", "found 1 -engine"),
        ("-engine cmd=a -engine cmd=b", "no limit of time"),
        ("-engine cmd=a book=x -engine cmd=b", "-engine book: not supported; use -openings"),
        ("-engine cmd=a stderr=x -engine cmd=b", "-engine stderr: not supported"),
        ("-engine cmd=a proto=xboard -engine cmd=b", "-engine: 'proto=xboard': expected proto=uci"),
        ("-engine cmd=a tc=x -engine cmd=b", "-engine: 'tc=x': expected tc="),
        ("-engine cmd=a nodes=5 -engine cmd=b -each tc=1", "nodes=5 in addition to the limit of -each: not"),
        ("-engine cmd=a -engine cmd=b -each tc=1 nodes=5", "nodes=5: not supported; a program has one limit"),
        ("-engine cmd=a timemargin=5 -engine cmd=b -each tc=1 timemargin=6", "timemargin= of each engine: not"),
        ("engine cmd=a", "unknown option 'engine'"),
    ] {
        assert!(refused(text).starts_with(expected), "{text}: {}", refused(text));
    }
}

/// The order of the limits is free; the time is the time control, and the others are added to it.
#[test]
fn the_time_comes_before_other_limits() {
    let expected = ours("-engine builtin=duiyi tc=10+0.1 nodes=5 depth=8 -engine builtin=duiyi st=2 depth=8 nodes=5");
    assert!(expected.contains("tc=10+0.1") && expected.contains("tc=movetime=2"), "{expected}");
    for (first, second) in
        [("nodes=5 depth=8 tc=10+0.1", "depth=8 nodes=5 st=2"), ("nodes=5 tc=10+0.1 depth=8", "depth=8 st=2 nodes=5")]
    {
        assert_eq!(ours(&format!("-engine builtin=duiyi {first} -engine builtin=duiyi {second}")), expected);
    }
}
