//! Changed certificates are refused, unless they are still true.
#![allow(clippy::print_stdout)]

use crate::problems::{Finder, problems};
use duiyi_game::{Game, History, Notation, Score, mate_line};
use duiyi_proof::{Certificate, Claim, ProofError, verify};
use duiyi_xiangqi::Xiangqi;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The number of lines of the heading, with the empty line after it.
const HEADING: usize = 6;

struct Mutator {
    random: Xoshiro256PlusPlus,
}

impl Mutator {
    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u64() % n as u64) as usize
    }

    fn line(&mut self, lines: &[String]) -> usize {
        HEADING + self.below(lines.len() - HEADING)
    }

    /// Replaces a move by another move of the tree, or by one to a square beside it.
    fn change_move(&mut self, lines: &mut [String]) {
        let at = self.line(lines);
        let words: Vec<&str> = lines[at].split_whitespace().filter(|&word| word != "mated").collect();
        let old = words[self.below(words.len())].to_owned();
        let from = self.line(lines);
        let others: Vec<&str> = lines[from].split_whitespace().filter(|&word| word != "mated").collect();
        let mut new = others[self.below(others.len())].to_owned();
        if new == old {
            let files: Vec<char> = ('a'..='i').filter(|&file| !old[2..].starts_with(file)).collect();
            new = format!("{}{}{}", &old[..2], files[self.below(files.len())], &old[3..]);
        }
        lines[at] = lines[at].replacen(&old, &new, 1);
    }

    /// Removes the end of a line.
    fn remove_end(&mut self, lines: &mut [String]) {
        let ends: Vec<usize> = (HEADING..lines.len()).filter(|&at| lines[at].ends_with(" mated")).collect();
        let at = ends[self.below(ends.len())];
        lines[at] = lines[at].replace(" mated", "");
    }

    /// Removes a reply with the tree after it.
    fn remove_reply(&mut self, lines: &mut Vec<String>) {
        let indentation = |line: &str| line.len() - line.trim_start().len();
        let replies: Vec<usize> = (HEADING..lines.len()).filter(|&at| lines[at].starts_with(' ')).collect();
        if replies.is_empty() {
            // The replies are forced: the tree is one line.
            return lines.truncate(HEADING);
        }
        let at = replies[self.below(replies.len())];
        let after = |line: &String| indentation(line) > indentation(&lines[at]);
        let end = at + 1 + lines[at + 1..].iter().take_while(|line| after(line)).count();
        lines.drain(at..end);
    }

    /// Replaces a piece by another, or by an empty square, or moves it.
    fn change_position(&mut self, lines: &mut [String]) {
        let mut text: Vec<char> = lines[3].chars().collect();
        let begin = "position: ".len();
        let length = text[begin..].iter().position(|&c| c == ' ').unwrap();
        loop {
            let [from, to] = [begin + self.below(length), begin + self.below(length)];
            if text[from].is_alphabetic() && !"kK".contains(text[from]) {
                match self.below(3) {
                    0 => text[from] = '1',
                    1 => text[from] = ['r', 'n', 'c', 'R', 'N', 'C'][self.below(6)],
                    _ => text.swap(from, to),
                }
                break;
            }
        }
        lines[3] = text.into_iter().collect();
    }
}

/// Whether the claim of a certificate is true, by trying all moves of both sides after its first.
fn is_true(text: &str) -> bool {
    let read = Certificate::read(text).unwrap();
    let Claim::Mate(moves) = read.claim else { panic!("{text}") };
    let game = Xiangqi::begin(&read.rules).unwrap().read_position(&read.position).unwrap();
    let first = game.read_move(&read.nodes[0].mv).unwrap();
    mate_line(&game, &[first], Score::mate_in(2 * moves as usize - 1), 20_000_000).is_some()
}

#[test]
fn two_hundred_changed_certificates_are_refused_or_still_true() {
    let mut finder = Finder::new();
    let texts: Vec<String> = problems()
        .iter()
        .filter(|problem| (2..=3).contains(&problem.moves))
        .map(|problem| finder.certificate(problem))
        .collect();
    let mut mutator = Mutator { random: Xoshiro256PlusPlus::seed_from_u64(146) };
    // Accepted, refused and unreadable, by kind of change.
    let mut counts = [[0; 3]; 5];
    for number in 0..200 {
        let (text, kind) = (&texts[mutator.below(texts.len())], number % 5);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        match kind {
            0 => mutator.change_move(&mut lines),
            1 => mutator.remove_end(&mut lines),
            2 => mutator.remove_reply(&mut lines),
            3 => {
                lines[4] = lines[4]
                    .replace('3', "2")
                    .replace("mate 2", ["mate 1", "mate 2"][usize::from(lines[4].contains('3'))])
            }
            _ => mutator.change_position(&mut lines),
        }
        let changed = lines.join("\n");
        assert_ne!(&changed, text.trim_end());
        counts[kind][match verify::<Xiangqi>(&changed) {
            Ok(_) => {
                assert!(is_true(&changed), "accepted, but not true:\n{changed}");
                assert!(kind == 0 || kind == 4, "accepted after a change of kind {kind}:\n{changed}");
                0
            }
            Err(ProofError::Refused(_)) => 1,
            Err(ProofError::Unreadable(_)) => 2,
        }] += 1;
    }
    println!("accepted, refused, unreadable: {counts:?}");
    assert_eq!(counts.map(|[_, refused, _]| usize::from(refused > 0)), [1; 5], "each kind of change is refused");
}

/// A single stone in the wrong place of a tree is found wherever it is: every end is removed in turn.
#[test]
fn the_refusal_gives_the_line_and_the_moves() {
    let problems = problems();
    let text = Finder::new().certificate(problems.iter().find(|problem| problem.moves == 3).unwrap());
    let lines: Vec<&str> = text.lines().collect();
    for at in (HEADING..lines.len()).filter(|&at| lines[at].ends_with(" mated")) {
        let mut changed = lines.clone();
        changed[at] = changed[at].trim_end_matches(" mated");
        let Err(ProofError::Refused(refused)) = verify::<Xiangqi>(&changed.join("\n")) else { panic!("line {at}") };
        assert_eq!(refused.line, at + 1, "{refused}");
        let read = Certificate::read(&text).unwrap();
        let mut game = History::new(Xiangqi::begin("").unwrap().read_position(&read.position).unwrap());
        game.read_turns(refused.moves.iter().map(String::as_str)).unwrap();
        assert!(game.now().outcome().is_some(), "{refused}");
    }
}
