//! Glyphs in formats that have only comments: the first line of the comment consists of the signs `!`, `?`, `!!`,
//! `??`, `!?`, `?!` and of the numbers of other glyphs, `$14`. A comment whose own first line looks like this comes
//! after a line `$0`.

/// The signs of the glyphs 1 to 6.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The glyph of a word; 0 is none.
fn glyph(word: &str) -> Option<u8> {
    let sign = (1..).zip(SIGNS).find(|&(_, sign)| sign == word);
    let number = word.strip_prefix('$').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    sign.map(|(glyph, _)| glyph).or_else(|| number?.parse().ok())
}

/// Splits a tidy text into glyphs and comment; `None` if its first line is not one of glyphs.
pub(super) fn split(text: &str) -> Option<(Vec<u8>, String)> {
    let (first, comment) = text.split_once('\n').unwrap_or((text, ""));
    let found = first.split_whitespace().map(glyph).collect::<Option<Vec<u8>>>().filter(|found| !found.is_empty())?;
    let mut glyphs = Vec::new();
    add_glyphs(&mut glyphs, found);
    Some((glyphs, tidy(comment)))
}

/// Joins glyphs and comment to a text that [`split`] splits.
pub(super) fn comment_with_glyphs(glyphs: &[u8], comment: &str) -> String {
    let comment = comment.trim();
    let mut shown = Vec::new();
    add_glyphs(&mut shown, glyphs.iter().copied());
    let word = |&glyph: &u8| match SIGNS.get(usize::from(glyph) - 1) {
        Some(&sign) => sign.to_owned(),
        None => format!("${glyph}"),
    };
    let mut line = shown.iter().map(word).collect::<Vec<_>>().join(" ");
    if line.is_empty() && split(comment).is_some() {
        "$0".clone_into(&mut line);
    }
    [line.as_str(), comment].join("\n").trim().to_owned()
}

/// Adds glyphs: once each, without 0, which has no meaning.
pub(super) fn add_glyphs(glyphs: &mut Vec<u8>, more: impl IntoIterator<Item = u8>) {
    for glyph in more {
        if glyph > 0 && !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
    }
}

/// A comment without trailing blanks in its lines and without blank lines at both ends.
pub(super) fn tidy(comment: &str) -> String {
    let lines: Vec<&str> = comment.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_and_comments_are_split_as_they_were_joined() {
        for (glyphs, comment, text) in [
            (&[][..], "", ""),
            (&[], "text\n!", "text\n!"),
            (&[], "! text", "! text"),
            (&[], "!\ntext", "$0\n!\ntext"),
            (&[], "$0", "$0\n$0"),
            (&[], "$256", "$256"),
            (&[], "$+1", "$+1"),
            (&[1], "", "!"),
            (&[6, 14, 255], "a\n\nb", "?! $14 $255\na\n\nb"),
            (&[2], "??", "?\n??"),
        ] {
            assert_eq!(comment_with_glyphs(glyphs, comment), text);
            assert_eq!(split(text).unwrap_or((vec![], text.to_owned())), (glyphs.to_vec(), comment.to_owned()));
        }
        assert_eq!(comment_with_glyphs(&[0, 1, 1, 0], ""), "!");
        assert_eq!(split("$1 !  ?\n\n a "), Some((vec![1, 2], "a".to_owned())));
    }
}
