//! Commands in comments: `[%clk 0:12:30]`, the time left, `[%emt 0:00:05]`, the time of the move, and
//! `[%eval 0.35,12]`, a score with its depth, as programs for chess write them. Other text in the comment stays.

use std::{ops::Range, time::Duration};

/// Where a command stands in a comment, and its value.
fn find<'a>(comment: &'a str, name: &str) -> Option<(Range<usize>, &'a str)> {
    let mut from = 0;
    while let Some(at) = comment[from..].find("[%").map(|at| from + at) {
        let inside = &comment[at + 2..];
        let end = inside.find(']')?;
        if inside[..end].contains('[') {
            from = at + 2;
            continue;
        }
        let (found, value) = inside[..end].split_once(char::is_whitespace).unwrap_or((&inside[..end], ""));
        if found == name {
            return Some((at..at + 2 + end + 1, value.trim()));
        }
        from = at + 2;
    }
    None
}

/// The value of a command in a comment: `command("[%clk 1:02:03]", "clk")` is `1:02:03`.
///
/// ```
/// use duiyi_xiangqi::formats::commands::{command, set_command};
///
/// let mut comment = "a quiet move [%clk 0:10:00]".to_owned();
/// assert_eq!(command(&comment, "clk"), Some("0:10:00"));
/// set_command(&mut comment, "clk", Some("0:09:59"));
/// set_command(&mut comment, "eval", Some("0.35"));
/// assert_eq!(comment, "a quiet move [%clk 0:09:59] [%eval 0.35]");
/// set_command(&mut comment, "clk", None);
/// assert_eq!(comment, "a quiet move [%eval 0.35]");
/// ```
pub fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    find(comment, name).map(|(_, value)| value)
}

/// Writes a command into a comment, in its place or at the end; `None` removes it.
pub fn set_command(comment: &mut String, name: &str, value: Option<&str>) {
    let text = value.map(|value| format!("[%{name} {value}]"));
    match (find(comment, name), text) {
        (Some((place, _)), Some(text)) => comment.replace_range(place, &text),
        (Some((place, _)), None) => {
            let (before, after) = (comment[..place.start].to_owned(), &comment[place.end..]);
            let before = before.strip_suffix(' ').unwrap_or(&before);
            let after = if before.is_empty() { after.strip_prefix(' ').unwrap_or(after) } else { after };
            *comment = format!("{before}{after}");
        }
        (None, Some(text)) => {
            if !comment.is_empty() && !comment.ends_with(char::is_whitespace) {
                comment.push(' ');
            }
            comment.push_str(&text);
        }
        (None, None) => {}
    }
}

/// The time of `[%clk …]`: hours, minutes and seconds, of which the last may have a fraction; `None` for another text.
pub fn read_time(text: &str) -> Option<Duration> {
    let mut parts = text.rsplitn(3, ':');
    let seconds = parts.next()?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let mut total = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    for (part, factor) in parts.zip([60, 3600]) {
        let part = if digits(part) { part.parse::<u32>().ok()? } else { return None };
        total = total.checked_add(Duration::from_secs(u64::from(part) * factor))?;
    }
    Some(total)
}

/// A time for `[%clk …]`, with milliseconds if it is not a whole number of seconds.
pub fn write_time(time: Duration) -> String {
    let rounded = Duration::from_millis(u64::try_from(time.as_micros().saturating_add(500) / 1000).unwrap_or(u64::MAX));
    let (seconds, millis) = (rounded.as_secs(), rounded.subsec_millis());
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if millis == 0 { text } else { format!("{text}.{millis:03}").trim_end_matches('0').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_among_other_text() {
        for (comment, value) in [
            ("[%clk 0:01:00]", Some("0:01:00")),
            ("a [%eval 1] [%clk  2 ] b", Some("2")),
            ("[%clk]", Some("")),
            ("[%clks 1]", None),
            ("[%clk 1", None),
            ("[% clk 1]", None),
            ("[%[%clk 3]", Some("3")),
            ("", None),
        ] {
            assert_eq!(command(comment, "clk"), value, "{comment}");
            let mut changed = comment.to_owned();
            set_command(&mut changed, "clk", Some("9"));
            assert_eq!(command(&changed, "clk"), Some("9"), "{changed}");
        }
        let mut comment = "[%clk 1] rest".to_owned();
        set_command(&mut comment, "clk", None);
        assert_eq!(comment, "rest");
        set_command(&mut comment, "clk", None);
        assert_eq!(comment, "rest");
    }

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, millis) in
            [("0:00:00", 0), ("1:02:03", 3_723_000), ("0:00:05.25", 5250), ("99:59:59.999", 359_999_999)]
        {
            let time = Duration::from_millis(millis);
            assert_eq!((read_time(text), write_time(time)), (Some(time), text.to_owned()));
        }
        assert_eq!(read_time("90"), Some(Duration::from_secs(90)));
        assert_eq!(read_time("1:30"), Some(Duration::from_secs(90)));
        for wrong in ["", ":", "1:", "a", "-1", "1e3", "1:-2:3", "1:2:3:4", "1.", "inf", "99999999999:00:00"] {
            assert_eq!(read_time(wrong), None, "{wrong}");
        }
    }
}
