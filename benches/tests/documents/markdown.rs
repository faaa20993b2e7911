//! What a page of Markdown names: headings, links, spans of code, blocks of code.

/// A piece of text and the line where it begins, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// A page, taken apart.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The anchors of its headings.
    pub(crate) headings: Vec<String>,
    /// The targets of its links.
    pub(crate) links: Vec<Piece>,
    /// What stands between backticks, on one line.
    pub(crate) spans: Vec<Piece>,
    /// The lines of its blocks of code but those of Rust, continued lines joined.
    block_lines: Vec<Piece>,
}

impl Page {
    pub(crate) fn new(text: &str) -> Page {
        let mut page = Page::default();
        // The language of the block that is open, and the paragraph so far with its first line.
        let mut block: Option<&str> = None;
        let mut paragraph = Piece { line: 1, text: String::new() };
        for (number, line) in text.lines().enumerate() {
            if let Some(language) = line.trim_start().strip_prefix("```") {
                page.add_paragraph(&paragraph);
                paragraph.text.clear();
                block = if block.is_some() { None } else { Some(language) };
                continue;
            }
            match block {
                Some("rust") => {}
                Some(_) => page.add_block_line(number + 1, line),
                None if line.trim().is_empty() => {
                    page.add_paragraph(&paragraph);
                    paragraph.text.clear();
                }
                None => {
                    page.add_heading(line);
                    if paragraph.text.is_empty() {
                        paragraph.line = number + 1;
                    }
                    paragraph.text += line;
                    paragraph.text.push('\n');
                }
            }
        }
        page.add_paragraph(&paragraph);
        page
    }

    /// The lines of blocks, and the spans that are more than a name.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &Piece> {
        self.block_lines.iter().chain(self.spans.iter().filter(|span| span.text.contains(' ')))
    }

    fn add_block_line(&mut self, line: usize, text: &str) {
        match self.block_lines.last_mut() {
            Some(last) if last.text.ends_with('\\') => {
                last.text.pop();
                last.text += text.trim();
            }
            _ => self.block_lines.push(Piece { line, text: text.trim().to_owned() }),
        }
    }

    fn add_heading(&mut self, line: &str) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            return;
        }
        let slug = slug(title.trim());
        let same = self.headings.iter().filter(|known| **known == slug).count();
        self.headings.push(if same == 0 { slug } else { format!("{slug}-{same}") });
    }

    /// Finds spans and links in a paragraph; a span may go over the end of a line.
    fn add_paragraph(&mut self, paragraph: &Piece) {
        let text = paragraph.text.as_str();
        let line_at = |at: usize| paragraph.line + text[..at].matches('\n').count();
        let mut at = 0;
        while let Some(found) = text[at..].find(['`', ']']) {
            let start = at + found;
            if text[start..].starts_with(']') {
                at = start + 1;
                if let Some(target) = text[at..].strip_prefix('(').and_then(|rest| rest.split_once(')')) {
                    self.links.push(Piece { line: line_at(start), text: target.0.trim().to_owned() });
                }
                continue;
            }
            let ticks = text[start..].len() - text[start..].trim_start_matches('`').len();
            let inner = start + ticks;
            let Some(length) = text[inner..].find(&"`".repeat(ticks)) else { return };
            let words: Vec<_> = text[inner..inner + length].split_whitespace().collect();
            self.spans.push(Piece { line: line_at(start), text: words.join(" ") });
            at = inner + length + ticks;
        }
    }
}

/// The anchor of a heading, as GitHub makes it.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|character| character.is_alphanumeric() || " -_".contains(*character));
    kept.flat_map(char::to_lowercase).map(|character| if character == ' ' { '-' } else { character }).collect()
}

#[test]
fn a_page_is_taken_apart() {
    let page = Page::new("# `A` page\n\nSee [b](c.md#d) and `e\nf`, ``g ` h``.\n\n```sh\ncargo test \\\n  -p x\n```\n");
    let pieces = |pieces: &[Piece]| pieces.iter().map(|piece| (piece.line, piece.text.clone())).collect::<Vec<_>>();
    assert_eq!(page.headings, ["a-page"]);
    assert_eq!(pieces(&page.links), [(3, "c.md#d".to_owned())]);
    let spans = [(1, "A"), (3, "e f"), (4, "g ` h")].map(|(line, text)| (line, text.to_owned()));
    assert_eq!(pieces(&page.spans), spans);
    assert_eq!(pieces(&page.block_lines), [(7, "cargo test -p x".to_owned())]);
}
