//! The figures of the documents are those of data files.
//!
//! A measured figure in `README.md` or a page of `docs/` (a match score, an interval, a share, a
//! ratio, a count with a thousands separator, a decimal number) must be in one line of a CSV file
//! that the page links, or in a line of `docs/data/figures.csv` for the page. The columns of that
//! file are the page, the section, the figures, the commit that they were written at, and the
//! command of that section. After a new measurement
//!
//! ```sh
//! FIGURES=write cargo test -p duiyi-benches --test documents figures
//! ```
//!
//! writes the lines of the figures that are new, and removes those that no page has.

use super::{markdown::Page, repository::Repository};
use regex::Regex;
use std::{collections::BTreeSet, env, fs, process::Command, sync::LazyLock};

/// The figures that no other data file has.
const FIGURES: &str = "docs/data/figures.csv";
const HEADER: &str = "page,section,figures,commit,command";

/// Pages whose text is generated, or which only list words.
const UNREAD: [&str; 4] = ["docs/sources.md", "docs/dependencies.md", "docs/style.md", "docs/SUMMARY.md"];

const NUMBER: &str = r"[+−-]?\d[\d,]*(?:\.\d+)?";

static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    let kinds = [
        r"\+\d+ =\d+ −\d+".to_owned(),
        format!(r"{NUMBER}(?: %| Elo)? ± {NUMBER}"),
        format!(r"[\[(]{NUMBER}(?: …|,) ?{NUMBER}[\])]"),
        format!(r"{NUMBER}(?: …|,| to) {NUMBER} %"),
        format!(r"{NUMBER} ?%"),
        r"\d+(?:\.\d+)? (?:times|Elo)\b".to_owned(),
        r"[+−]\d[\d,]*(?:\.\d+)?".to_owned(),
        r"\d{1,3}(?:,\d{3})+".to_owned(),
        r"\d+\.\d+".to_owned(),
    ];
    Regex::new(&kinds.join("|")).expect("a regular expression")
});
static DIGITS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\d[\d,]*(?:\.\d+)?").expect("a regular expression"));

/// A figure in a page: its line, the section, its text.
struct Figure {
    line: usize,
    section: String,
    text: String,
}

/// The numbers of a text, without signs and separators.
fn numbers(text: &str) -> BTreeSet<String> {
    DIGITS.find_iter(text).map(|number| number.as_str().replace(',', "")).collect()
}

/// The figures of a page, outside of code, links and comments.
fn figures(text: &str) -> Vec<Figure> {
    static LEFT_OUT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?s)`[^`\n]*`|\]\([^)]*\)|<!--.*?-->").expect("a regular expression"));
    let blank = LEFT_OUT.replace_all(text, |found: &regex::Captures<'_>| "\n".repeat(found[0].matches('\n').count()));
    let (mut all, mut section, mut is_code) = (Vec::new(), String::new(), false);
    for (number, (written, line)) in (1..).zip(text.lines().zip(blank.lines())) {
        is_code ^= written.trim_start().starts_with("```");
        if is_code {
            continue;
        }
        if let Some(heading) = line.strip_prefix('#') {
            section = heading.trim_start_matches('#').trim().to_owned();
            continue;
        }
        let found = FIGURE.find_iter(line);
        all.extend(found.map(|figure| Figure {
            line: number,
            section: section.clone(),
            text: figure.as_str().to_owned(),
        }));
    }
    all
}

/// The cells of a line of a CSV file; those with commas are quoted.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("a cell").push(character),
        }
    }
    cells
}

/// A line of [`FIGURES`].
#[derive(PartialEq, Eq)]
struct Row {
    page: String,
    section: String,
    figures: Vec<String>,
    commit: String,
    command: String,
}

impl Row {
    /// Reads the columns of a line.
    fn read(line: &str) -> Row {
        let Ok([page, section, figures, commit, command]) = <[String; 5]>::try_from(cells(line)) else {
            panic!("{FIGURES}: '{line}' has not the columns {HEADER}");
        };
        Row { page, section, figures: figures.split("; ").map(str::to_owned).collect(), commit, command }
    }

    fn write(&self) -> String {
        let quoted = |cell: &str| match cell.contains([',', '"']) {
            true => format!("\"{}\"", cell.replace('"', "'")),
            false => cell.to_owned(),
        };
        [&self.page, &self.section, &self.figures.join("; "), &self.commit, &self.command]
            .map(|cell| quoted(cell))
            .join(",")
    }

    fn has(&self, figure: &Figure) -> bool {
        self.section == figure.section && self.figures.contains(&figure.text)
    }
}

/// The numbers of each line of the data files that a page links.
fn linked_data(path: &str, text: &str, repository: &Repository) -> Vec<BTreeSet<String>> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let page = Page::new(text);
    let files = page.links.iter().map(|link| super::repository::join(folder, &link.text));
    let tables = files.filter(|file| file.ends_with(".csv") && file != FIGURES);
    let of_line = |line: &str| cells(line).iter().flat_map(|cell| numbers(cell)).collect();
    tables.flat_map(|file| repository.read(&file).lines().map(of_line).collect::<Vec<_>>()).collect()
}

/// The first command of a section of a page, its continued lines joined.
fn command_of(text: &str, section: &str) -> String {
    let is_heading = |line: &&str| line.starts_with('#') && line.trim_start_matches('#').trim() == section;
    let lines = text.lines().skip_while(|line| !is_heading(line)).skip(1);
    let code = lines.take_while(|line| !line.starts_with("## ")).skip_while(|line| !line.starts_with("```")).skip(1);
    let mut command = Vec::new();
    for line in code.take_while(|line| !line.starts_with("```")) {
        command.push(line.trim().trim_end_matches('\\').trim());
        if !line.ends_with('\\') {
            break;
        }
    }
    command.join(" ")
}

/// The commit that the checkout is at.
fn commit() -> String {
    let output = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output().expect("git runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// What the figures of a page need: the rows of [`FIGURES`] that it uses, and the figures that are in no data.
fn compare<'a>(path: &str, repository: &Repository, rows: &'a [Row]) -> (Vec<&'a Row>, Vec<Figure>) {
    let text = repository.read(path);
    let linked = linked_data(path, &text, repository);
    let all = figures(&text);
    let open = all.into_iter().filter(|figure| {
        let wanted = numbers(&figure.text);
        !linked.iter().any(|row| wanted.is_subset(row))
    });
    let own: Vec<&Row> = rows.iter().filter(|row| row.page == path).collect();
    let (known, missing): (Vec<Figure>, _) = open.partition(|figure| own.iter().any(|row| row.has(figure)));
    (own.into_iter().filter(|row| known.iter().any(|figure| row.has(figure))).collect(), missing)
}

/// A row for each line of a page that has figures without data.
fn new_rows(path: &str, text: &str, missing: &[Figure]) -> Vec<Row> {
    let lines = missing.chunk_by(|one, other| one.line == other.line);
    let row = |figures: &[Figure]| {
        let section = figures[0].section.clone();
        let command = command_of(text, &section);
        let figures = figures.iter().map(|figure| figure.text.clone()).collect();
        Row { page: path.to_owned(), section, figures, commit: commit(), command }
    };
    lines.map(row).collect()
}

#[test]
fn every_figure_of_a_page_is_in_a_data_file() {
    let repository = Repository::open();
    let rows: Vec<Row> = repository.read(FIGURES).lines().skip(1).map(Row::read).collect();
    let is_page = |path: &&str| *path == "README.md" || path.starts_with("docs/") && path.ends_with(".md");
    let pages: Vec<&str> = repository.files().filter(is_page).filter(|path| !UNREAD.contains(path)).collect();
    let (mut lines, mut faults) = (vec![HEADER.to_owned()], Vec::new());
    for path in pages {
        let (used, missing) = compare(path, &repository, &rows);
        lines.extend(used.into_iter().map(Row::write));
        if env::var_os("FIGURES").is_some_and(|value| value == "write") {
            lines.extend(new_rows(path, &repository.read(path), &missing).iter().map(Row::write));
        } else {
            faults.extend(missing.iter().map(|figure| format!("{path}:{}: {}", figure.line, figure.text)));
        }
    }
    if env::var_os("FIGURES").is_some_and(|value| value == "write") {
        fs::write(repository.root().join(FIGURES), lines.join("\n") + "\n").expect("the file can be written");
        return;
    }
    let count = faults.len();
    assert_eq!(count, 0, "figures that are in no data file (FIGURES=write adds them):\n{}", faults.join("\n"));
    assert!(rows.len() > 100, "{} rows", rows.len());
    assert_eq!(lines.len(), rows.len() + 1, "{FIGURES} has figures that no page has");
}

#[test]
fn a_changed_figure_is_found() {
    let page = "## Speed\n\nIt is 3.6 times as fast: **+149 ± 50** Elo in `1.5` of 1,651 games (+1 =2 −3).\n";
    let texts = |page: &str| figures(page).into_iter().map(|figure| figure.text).collect::<Vec<_>>();
    assert_eq!(texts(page), ["3.6 times", "+149 ± 50", "1,651", "+1 =2 −3"]);
    let row = Row::read("README.md,Speed,3.6 times; +149 ± 50,abc,lab match");
    let found = |page: &str| figures(page).iter().filter(|figure| row.has(figure)).count();
    assert_eq!(found(page), 2);
    assert_eq!(found(&page.replace("149", "159")), 1);
    assert_eq!(found(&page.replace("3.6", "4.6")), 1);
}

/// The nodes without each switch at the greatest depth of a data file, by name.
fn deepest(data: &str) -> Vec<(&str, &str)> {
    let rows = data.lines().filter_map(|line| line.strip_prefix("without,"));
    let cells = rows.filter_map(|row| {
        let mut cells = row.split(',');
        Some((cells.next()?, cells.nth(1)?))
    });
    // The rows of a switch are in the order of the depth, so the last one stays.
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (name, nodes) in cells {
        found.retain(|&(known, _)| known != name);
        found.push((name, nodes));
    }
    found
}

#[test]
fn the_rows_of_the_ablation_are_in_its_data() {
    let repository = Repository::open();
    let page = repository.read("docs/ablation.md");
    let mut compared = 0;
    for (heading, set) in [
        ("## The default search", "modern"),
        ("## The classical search", "classical"),
        ("## The set of the thesis", "thesis"),
        ("## Connect6", "connect6"),
    ] {
        let data = repository.read(&format!("docs/data/ablation-{set}.csv"));
        let data = deepest(&data);
        let section = page.split(&format!("\n{heading}\n")).nth(1).expect("the heading");
        let table = section.lines().skip_while(|line| !line.contains("nodes without it"));
        for line in table.skip(2).take_while(|line| line.starts_with('|')) {
            let mut cells = line.trim_matches('|').split('|').map(str::trim);
            let (name, nodes) = (cells.next().unwrap_or_default().trim_matches('`'), cells.next().unwrap_or_default());
            assert!(data.contains(&(name, &nodes.replace(',', ""))), "{set}: {line}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared} rows");
}
