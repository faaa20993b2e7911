//! Commands for opening books.

use crate::common::{Folder, refusal, succeeds};
use std::{fs, path::Path};

/// The numbers of a displayed move: games, won, drawn, lost.
fn shown(book: &str, position: &str, mv: &str) -> Option<Vec<u32>> {
    let (text, _) = succeeds(&["book", "show", book, "--position", position]);
    let line = text.lines().find(|line| line.starts_with(&format!("{mv} ")))?;
    Some(line.split_whitespace().skip(1).map_while(|word| word.parse().ok()).collect())
}

/// Three valid games, one without a result and a broken one. The third is the mirror image of the first.
const GAMES: &str = "# id|result|moves
1|1-0|h2e2h9g7h0g2i9h9
2|0-1|h2e2h9g7h0g2b9c7
3|1/2-1/2|b2e2b9c7
4|*|h2e2
5|1-0|h2h1h2e2
";

fn built(folder: &Folder, more: &[&str]) -> (String, String) {
    let (games, book) = (folder.write("games.txt", GAMES), folder.file("built.book"));
    let (_, news) = succeeds(&[&["book", "build", &games, "--out", &book], more].concat());
    (book, news)
}

#[test]
fn a_book_is_built_from_games_shown_and_checked() {
    let folder = Folder::new("books-built");
    let (book, news) = built(&folder, &["--credit", "the players"]);
    let size = fs::metadata(&book).expect("written").len();
    let expected =
        format!("3 of 5 games, 4 positions, 5 moves, 3 positions with a name, {size} bytes; 2 games were broken");
    assert!(news.starts_with(&expected), "{news}");
    assert!(news.contains(&format!("the first broken one: {}, line 6: ", folder.file("games.txt"))), "{news}");
    let (checked, _) = succeeds(&["book", "check", &book]);
    assert_eq!(checked, "3 games, 5 moves of positions, 3 positions with a name\nthe players\n");

    assert_eq!(shown(&book, "", "h2e2"), Some(vec![3, 1, 1, 1]), "mirror images share an entry");
    assert_eq!(shown(&book, "moves h2e2", "h9g7"), Some(vec![3, 1, 1, 1]));
    assert_eq!(shown(&book, "moves b2e2", "b9c7"), Some(vec![3, 1, 1, 1]), "the mirror image");
    assert_eq!(shown(&book, "moves h2e2 h9g7 h0g2", "b9c7"), Some(vec![1, 1, 0, 0]), "from the mover's view");
    assert_eq!(shown(&book, "moves h2e2 h9g7 h0g2", "a9a8"), None);
    let (text, _) = succeeds(&["book", "show", &book]);
    assert!(text.lines().any(|line| line.starts_with("h2e2 ") && line.contains(" 50.0% ") && line.ends_with("  中炮")));
    let (text, _) = succeeds(&["book", "show", &book, "--text"]);
    assert_eq!(text.lines().count(), 4);
    assert!(text.starts_with("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 ; "), "{text}");
    let (text, _) = succeeds(&["book", "show", &book, "--text", "--within", "1", "--position", "moves h2e2"]);
    assert_eq!(text.lines().count(), 2);
    assert!(refusal(&["book", "show", &book, "--position", "moves h2h9 h2h9"]).contains("move 2"));
}

#[test]
fn games_and_moves_of_a_book_can_be_selected() {
    let count = |more: &[&str]| {
        let folder = Folder::new("books-chosen");
        let (_, news) = built(&folder, more);
        let games = news.split(' ').next().and_then(|word| word.parse::<u32>().ok()).expect("a number");
        let moves = news.split(", ").nth(2).and_then(|words| words.strip_suffix(" moves")?.parse::<u32>().ok());
        (games, moves.expect("a number"))
    };
    assert_eq!(count(&[]), (3, 5));
    assert_eq!(count(&["--decisive"]), (2, 5));
    assert_eq!(count(&["--min-turns", "4"]), (2, 5));
    assert_eq!(count(&["--max-turns", "2"]), (1, 2));
    assert_eq!(count(&["--max-turns", "1"]), (0, 0));
    assert_eq!(count(&["--side", "second"]), (3, 3));
    assert_eq!(count(&["--side", "first"]), (3, 2));
    // White of the first game, Black of the second, both of the third.
    assert_eq!(count(&["--winners"]), (3, 4));
    assert_eq!(count(&["--from", "1", "--to", "3"]), (3, 2));
    assert_eq!(count(&["--least", "2"]), (3, 3));
    assert_eq!(count(&["--least", "3"]), (3, 2));
    assert_eq!(count(&["--reached", "3"]), (3, 2));
    assert_eq!(count(&["--rating", "2000"]).1, 0, "no ratings are known");
    // In runs of two moves.
    assert_eq!(count(&["--records", "2"]), (3, 5));
}

#[test]
fn an_empty_book_is_reported() {
    let folder = Folder::new("books-empty");
    let empty = "the book is empty: no move of these games passed the filters\n";
    assert!(!built(&folder, &["--max-turns", "2"]).1.contains(empty));
    assert!(built(&folder, &["--max-turns", "1"]).1.contains(empty));
}

#[test]
fn books_are_merged_pruned_and_converted() {
    let folder = Folder::new("books-merged");
    let (book, _) = built(&folder, &["--credit", "the players"]);
    let [same, out] = ["same.book", "out.book"].map(|name| folder.file(name));
    fs::copy(&book, &same).expect("copied");
    let (_, news) = succeeds(&["book", "merge", &book, &same, "--out", &out]);
    assert!(news.starts_with("6 games, 4 positions, 5 moves, 3 positions with a name, "), "{news}");
    assert_eq!(shown(&out, "", "h2e2"), Some(vec![6, 2, 2, 2]));
    assert!(succeeds(&["book", "check", &out]).0.ends_with("\nthe players\n"));

    let (_, news) = succeeds(&["book", "prune", &book, "--out", &out, "--least", "2"]);
    assert!(news.starts_with("3 games, 3 positions, 3 moves, "), "{news}");
    // Positions of most games first.
    let (_, news) = succeeds(&["book", "prune", &book, "--out", &out, "--max", "2"]);
    assert!(news.ends_with("2 moves are left\n"), "{news}");
    assert_eq!(shown(&out, "moves h2e2", "h9g7"), Some(vec![3, 1, 1, 1]));
    assert_eq!(shown(&out, "moves h2e2 h9g7", "h0g2"), None);

    let [text, again] = ["out.epd", "again.book"].map(|name| folder.file(name));
    assert_eq!(succeeds(&["book", "convert", &book, &text]).1, "4 positions\n");
    assert_eq!(succeeds(&["book", "convert", &text, &again]).1, "5 moves\n");
    let all = |book: &str| succeeds(&["book", "show", book, "--text"]).0;
    assert_eq!(all(&again), all(&book));
    assert_eq!(fs::read_to_string(&text).expect("text"), all(&book));
    let foreign = folder.file("out.dat");
    succeeds(&["book", "convert", &book, &foreign]);
    assert!(all(&foreign).contains("h2e2"), "{}", all(&foreign));
}

/// The cannon captures a pawn and is recaptured.
#[test]
fn moves_with_low_search_scores_are_pruned() {
    let folder = Folder::new("books-judged");
    let games = "# id|result|moves\n1|1-0|h2e2h9g7e2e6g7e6\n2|0-1|h2e2h9g7h0g2\n";
    let [games, book, out] = [folder.write("games.txt", games), folder.file("all.book"), folder.file("good.book")];
    succeeds(&["book", "build", &games, "--out", &book]);
    let judged = |margin: &str| {
        let player = ["--nodes", "1000", "--player", "hash=1", "--margin", margin];
        let (_, news) = succeeds(&[&["book", "prune", &book, "--out", &out][..], &player].concat());
        (shown(&out, "moves h2e2 h9g7", "e2e6").is_some(), news)
    };
    let (is_there, news) = judged("150");
    assert!(!is_there && news.ends_with("3 moves are left\n"), "{news}");
    // The reply to it is no longer reachable.
    assert!(!succeeds(&["book", "show", &out, "--text"]).0.contains("g7e6"));
    assert_eq!(shown(&out, "moves h2e2 h9g7", "h0g2"), Some(vec![1, 0, 0, 1]));
    assert!(judged("30000").0);
}

#[test]
fn a_book_learns_from_games_and_records() {
    let folder = Folder::new("books-learnt");
    let [games, book] = [folder.write("games.txt", GAMES), folder.file("learnt.book")];
    let learn = |more: &[&str]| succeeds(&[&["book", "learn", &book][..], more].concat()).1;
    assert_eq!(learn(&[&games]), "learnt from 3 games; 2 were broken or without a result; 5 moves\n");
    assert_eq!(shown(&book, "moves h2e2", "h9g7"), Some(vec![3, 1, 1, 1]));
    learn(&[&games, "--turns", "1"]);
    assert_eq!(shown(&book, "", "h2e2"), Some(vec![6, 2, 2, 2]));
    assert_eq!(shown(&book, "moves h2e2", "h9g7"), Some(vec![3, 1, 1, 1]));
    learn(&[&games, "--side", "second"]);
    assert_eq!(shown(&book, "", "h2e2"), Some(vec![6, 2, 2, 2]));
    assert_eq!(shown(&book, "moves h2e2", "h9g7"), Some(vec![6, 2, 2, 2]));
    let (text, _) = succeeds(&["book", "show", &book, "--text"]);
    assert!(text.lines().next().is_some_and(|line| line.ends_with(" ; h2e2 0/0/0 l2/2/2")), "{text}");

    let record = folder.file("match");
    let engines = ["--engine", "builtin=random seed=1", "--engine", "builtin=random seed=2"];
    let conditions = ["--games", "2", "--tc", "1", "--max-plies", "8", "--out", &record];
    succeeds(&[&["match"][..], &engines, &conditions].concat());
    let news = learn(&[&format!("{record}.jsonl")]);
    assert!(news.starts_with("learnt from 2 games; 0 were broken or without a result; "), "{news}");
}

/// A learned book of Connect6 can be trained further.
#[test]
fn a_book_is_trained_and_training_continues() {
    let folder = Folder::new("books-trained");
    let train = |book: &str| {
        let (file, player) = (folder.file(book), "nodes=20 hash=1 level=3");
        let budget = ["--games", "3", "--test", "2", "--depth", "2", "--max", "8"];
        let players = ["--learner", player, "--opponent", player];
        let (text, _) = succeeds(&[&["book", "--game", "connect6", "train", &file][..], &budget, &players].concat());
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let [untrained, games, learnt] = lines[..] else { panic!("{text}") };
        assert!(untrained.starts_with("random openings: ") && untrained.ends_with(" % of 2"), "{text}");
        assert!(games.starts_with("games     1 to     3: ") && learnt.starts_with("trained book: "), "{text}");
        fs::read(&file).expect("written")
    };
    let first = train("one.book");
    assert!(first == train("other.book"), "a seed gives the same book");
    let checked = |book: &str| succeeds(&["book", "--game", "connect6", "check", &folder.file(book)]).0;
    assert!(checked("one.book").starts_with("3 games, "), "{}", checked("one.book"));
    assert!(first != train("one.book"));
    assert!(checked("one.book").starts_with("6 games, "), "{}", checked("one.book"));
}

/// Black can win after White's second turn, but does not.
const MISSED: &str = "J10 A1-A2 K10-L10 B1-B2 A19-B19 C1-C2";

#[test]
fn a_solver_marks_winning_and_losing_moves() {
    let folder = Folder::new("books-solved");
    let games = folder.write("games.txt", format!("1 | W | {MISSED}\n"));
    let [book, out] = ["all.book", "solved.book"].map(|name| folder.file(name));
    let connect6 = |args: &[&str]| succeeds(&[&["book", "--game", "connect6"], args].concat());
    connect6(&["build", &games, "--out", &book]);
    let (_, news) = connect6(&["solve", &book, "--out", &out]);
    assert!(news.starts_with("12 positions, ") && news.contains(" 0 not decided within 20000 positions; "), "{news}");
    // The stones of a position with their entries.
    let stones = |book: &str, turns: &str| -> Vec<(String, String)> {
        let position = format!("moves {turns}");
        let (text, _) = connect6(&["show", book, "--text", "--within", "0", "--position", &position]);
        let stones = text.trim_end().split(" ; ").skip(1).filter_map(|stone| stone.split_once(' '));
        stones.map(|(stone, what)| (stone.to_owned(), what.to_owned())).collect()
    };
    // The winning turn is added: its first stone, and its second stone after that.
    let won = "J10 A1-A2 K10-L10 B1-B2";
    assert!(stones(&book, won).iter().all(|(_, what)| what == "0/0/1 w1"));
    let winning = |turns: &str| stones(&out, turns).into_iter().find(|(_, what)| what.ends_with(" win"));
    let (first, what) = winning(won).expect("a stone");
    assert_eq!(what, "0/0/0 win");
    let (second, _) = winning(&format!("{won} {first}")).expect("a stone");
    // White's last stone loses, but the previous one is not proved: there may be other stones after it.
    let begun = stones(&out, "J10 A1-A2 K10-L10");
    let [(stone, what)] = &begun[..] else { panic!("{begun:?}") };
    assert_eq!(what, "1/0/0 w2");
    let before = format!("J10 A1-A2 K10-L10 {stone}");
    let [(_, what)] = &stones(&out, &before)[..] else { panic!("a stone was played") };
    assert_eq!(what, "1/0/0 w2 loss");
    let (shown, _) = connect6(&["show", &out, "--position", &format!("moves {before}")]);
    assert!(shown.lines().any(|line| line.contains(" 100.0%    loss")), "{shown}");
    // An engine with the book plays the win, without a score since it does not search.
    let by = |book: &str| {
        let (record, opening) = (format!("{book}-match"), folder.write("openings.txt", format!("moves {won}\n")));
        let own = format!("builtin=duiyi name=own hash=1 option.OwnBook=true option.BookFile={book}");
        let engines = ["--engine", &own, "--engine", "builtin=random name=other", "--openings", &opening];
        let conditions = ["--games", "2", "--tc", "depth=1", "--out", &record];
        succeeds(&[&["match", "--game", "connect6"][..], &engines, &conditions].concat());
        let record = fs::read_to_string(format!("{record}.jsonl")).expect("a record");
        let first: serde_json::Value = serde_json::from_str(record.lines().nth(1).expect("a game")).expect("a game");
        first["moves"][0].clone()
    };
    let [chosen, searched] = [&out, &book].map(|book| by(book));
    let either = [format!("{first}-{second}"), format!("{second}-{first}")];
    assert!(either.iter().any(|turn| chosen["mv"] == **turn) && chosen["score"].is_null(), "{chosen} {either:?}");
    assert!(searched["mv"] != chosen["mv"], "without the proof it plays another turn: {searched}");

    // Merged results of shards give the same book.
    let (part, together, again) = (folder.file("part"), folder.file("proofs"), folder.file("again.book"));
    for shard in ["2/3", "0/3", "1/3", "0/3"] {
        connect6(&["solve", &book, "--out", &part, "--shard", shard]);
    }
    let parts: Vec<String> = (0..3).map(|index| format!("{part}.{index}-of-3")).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    succeeds(&[&["merge", "--out", &together][..], &parts].concat());
    let (_, proved) = connect6(&["solve", &book, "--out", &again, "--proofs", &together]);
    assert_eq!(proved, news);
    assert_eq!(fs::read(&again).expect("written"), fs::read(&out).expect("written"));
    let error = refusal(&["book", "--game", "connect6", "solve", &book, "--out", &again, "--proofs", parts[0]]);
    assert!(error.ends_with("4 lines for the 11 positions of the book\n"), "{error}");

    let (_, news) = connect6(&["solve", &book, "--out", &out, "--nodes", "1"]);
    assert!(!news.contains(" 0 not decided within 1 positions"), "{news}");
    let (xiangqi, _) = built(&folder, &[]);
    let error = refusal(&["book", "solve", &xiangqi, "--out", &out]);
    assert_eq!(error, "lab: xiangqi by asian-120 has no solver\n");
}

/// A damaged book is never rewritten with a correct checksum.
#[test]
fn damaged_books_are_rejected_by_every_command() {
    let folder = Folder::new("books-damaged");
    let games = folder.write("six.txt", format!("1 | W | {MISSED}\n"));
    let [book, out] = ["good.book", "out.book"].map(|name| folder.file(name));
    succeeds(&["book", "--game", "connect6", "build", &games, "--out", &book]);
    let whole = fs::read(&book).expect("written");
    let commands = |book: &str, reason: &str| {
        let refused = |args: &[&str]| {
            let error = refusal(&[&["book", "--game", "connect6"], args].concat());
            assert!(error.starts_with("lab: ") && error.contains(book) && error.contains(reason), "{args:?}: {error}");
        };
        let before = fs::read(book).ok();
        for command in ["check", "show"] {
            refused(&[command, book]);
        }
        for command in ["merge", "prune", "solve"] {
            refused(&[command, book, "--out", &out]);
        }
        refused(&["convert", book, &out]);
        if before.is_some() {
            // These two create a book that does not exist.
            refused(&["learn", book, &games]);
            refused(&["train", book, "--games", "1", "--test", "0"]);
        }
        assert!(!Path::new(&out).exists() && fs::read(book).ok() == before);
    };
    // The results of the first entry.
    let mut damaged = whole.clone();
    damaged[128 + 12] ^= 1;
    commands(&folder.write("damaged.book", &damaged), "the book is damaged: wrong checksum of the contents");
    commands(&folder.write("cut.book", &whole[..whole.len() - 1]), "bytes; expected");
    let (xiangqi, _) = built(&folder, &[]);
    commands(&xiangqi, "the book is of xiangqi; expected connect6");
    commands(&folder.file("missing.book"), "No such file");
    assert!(refusal(&["book", "build", &folder.file("none"), "--out", &out]).contains("none"));
}
