//! The tables as Markdown.

use crate::{Arguments, Row, Set, breadth, thesis};
use duiyi_search::Stage;
use std::fmt::Write;

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// The saving of the full search over the one without a switch, in per cent of the latter.
pub(crate) fn saved(full: f64, without: f64) -> f64 {
    (full - without) / without * 100.0
}

/// Puts text between the two lines with a name; `None` if the page has no such lines.
pub(crate) fn replace(page: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- ablation:{name} -->"), format!("<!-- /ablation:{name} -->"));
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim()))
}

/// All tables of a run.
///
/// `rows` are the searches without one of the switches that are on, `added` those with one of the
/// switches that are off.
pub(crate) fn tables(arguments: &Arguments, full: &Row, rows: &[Row], added: &[Row]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_tables(&mut text, arguments, full, rows, added);
    text
}

fn write_tables(text: &mut String, arguments: &Arguments, full: &Row, rows: &[Row], added: &[Row]) -> std::fmt::Result {
    let (name, positions) = (arguments.set.name(), arguments.positions() as u64);
    let beside_thesis = arguments.shows_thesis();
    // Many switches concern features that Connect6 lacks: noisy moves, a history.
    let is_idle = |row: &&Row| arguments.set == Set::Connect6 && row.nodes == full.nodes;
    let (idle, rows): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(is_idle);
    let (idle_added, added): (Vec<&Row>, Vec<&Row>) = added.iter().partition(is_idle);
    writeln!(text, "{positions} positions, table {} MiB, one thread.\n", arguments.mebibytes())?;
    writeln!(text, "![Nodes by depth](ablation-{name}.svg)\n")?;
    write_full(text, full, positions, arguments.set)?;
    write_growth(text, full, arguments)?;
    let depth = full.nodes.len();
    if let Some(last) = depth.checked_sub(1) {
        writeln!(text, "\n### At depth {depth}, all switches\n")?;
        let theirs = if beside_thesis { (" thesis % |", "---|") } else { ("", "") };
        writeln!(
            text,
            "| without | nodes | saved by it % | time saved % |{}\n|---|---|---|---|{}",
            theirs.0, theirs.1
        )?;
        let mut sorted = rows.clone();
        sorted.sort_by_key(|row| std::cmp::Reverse(row.nodes[last]));
        for row in sorted {
            let saving = thesis::SAVINGS.iter().find(|saving| saving.switch == row.name);
            writeln!(
                text,
                "| `{}` | {} | {:+.2} | {:+.1} |{}",
                row.name,
                grouped(row.nodes[last]),
                saved(full.nodes[last] as f64, row.nodes[last] as f64),
                saved(full.time[last].as_secs_f64(), row.time[last].as_secs_f64()),
                if beside_thesis {
                    percent_cell(saving.and_then(|saving| saving.percent.get(last)))
                } else {
                    String::new()
                },
            )?;
        }
    }
    write_added(text, full, &added)?;
    write_idle(text, &[idle, idle_added].concat())?;
    if arguments.set != Set::Connect6 {
        write_stages(text, full, beside_thesis)?;
    }
    for row in rows.into_iter().filter(|row| row.nodes != full.nodes) {
        write_switch(text, full, row, beside_thesis)?;
    }
    Ok(())
}

/// The table of `--seeds`; the first row is the default search.
pub(crate) fn seeds(arguments: &Arguments, rows: &[Row]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_seeds(&mut text, arguments, rows);
    text
}

fn write_seeds(text: &mut String, arguments: &Arguments, rows: &[Row]) -> std::fmt::Result {
    let Some((first, last)) = rows.first().zip(arguments.depth.checked_sub(1)) else { return Ok(()) };
    let (positions, depth, last) = (arguments.positions(), arguments.depth, last as usize);
    writeln!(text, "{positions} positions, depth {depth}, table {} MiB, one thread.\n", arguments.mebibytes())?;
    writeln!(text, "| with | nodes | more by it % | more time % | growth |\n|---|---|---|---|---|")?;
    for row in rows {
        writeln!(
            text,
            "| {} | {} | {:+.2} | {:+.1} | {:.2} |",
            row.name,
            grouped(row.nodes[last]),
            saved(row.nodes[last] as f64, first.nodes[last] as f64),
            saved(row.time[last].as_secs_f64(), first.time[last].as_secs_f64()),
            growth(&row.nodes),
        )?;
    }
    write_growth(text, first, arguments)
}

/// The growth of nodes per ply, from the second to the last, as the geometric mean.
pub(crate) fn growth(nodes: &[u64]) -> f64 {
    match nodes {
        [_, second, .., last] => (*last as f64 / *second as f64).powf(1.0 / (nodes.len() - 2) as f64),
        _ => 1.0,
    }
}

/// The growth per ply compared with the square root of the number of moves (row C-F1 of docs/sources.md).
fn write_growth(text: &mut String, row: &Row, arguments: &Arguments) -> std::fmt::Result {
    let Some(breadth) = breadth(arguments) else { return Ok(()) };
    writeln!(
        text,
        "\nA position has {breadth:.1} moves in the mean, whose square root is {:.2}; from depth 2 on a ply \
         multiplies the nodes by {:.2} in the geometric mean.",
        breadth.sqrt(),
        growth(&row.nodes)
    )
}

/// A cell with a figure from the thesis.
fn percent_cell(percent: Option<&f64>) -> String {
    percent.map_or_else(|| " – |".to_owned(), |percent| format!(" {percent:+.2} |"))
}

/// The saving of a switch by depth.
fn write_switch(text: &mut String, full: &Row, row: &Row, beside_thesis: bool) -> std::fmt::Result {
    let saving = thesis::SAVINGS.iter().find(|saving| saving.switch == row.name).filter(|_| beside_thesis);
    match saving {
        Some(saving) => writeln!(text, "\n### `{}` (thesis: table {})\n", row.name, saving.table)?,
        None => writeln!(text, "\n### `{}`\n", row.name)?,
    }
    let theirs = if saving.is_some() { (" thesis % |", "---|") } else { ("", "") };
    writeln!(text, "| depth | nodes without | nodes with | saved % | time saved % |{}", theirs.0)?;
    writeln!(text, "|---|---|---|---|---|{}", theirs.1)?;
    for i in 0..full.nodes.len() {
        writeln!(
            text,
            "| {} | {} | {} | {:+.2} | {:+.1} |{}",
            i + 1,
            grouped(row.nodes[i]),
            grouped(full.nodes[i]),
            saved(full.nodes[i] as f64, row.nodes[i] as f64),
            saved(full.time[i].as_secs_f64(), row.time[i].as_secs_f64()),
            saving.map_or_else(String::new, |saving| percent_cell(saving.percent.get(i))),
        )?;
    }
    Ok(())
}

/// The change by a switch that is off by default.
fn write_added(text: &mut String, full: &Row, added: &[&Row]) -> std::fmt::Result {
    let (depth, false) = (full.nodes.len(), added.is_empty()) else { return Ok(()) };
    let Some(last) = depth.checked_sub(1) else { return Ok(()) };
    writeln!(text, "\n### At depth {depth}, what is off by default\n")?;
    writeln!(text, "| with | nodes | more by it % | more time % |\n|---|---|---|---|")?;
    for row in added {
        writeln!(
            text,
            "| `{}` | {} | {:+.2} | {:+.1} |",
            row.name,
            grouped(row.nodes[last]),
            saved(row.nodes[last] as f64, full.nodes[last] as f64),
            saved(row.time[last].as_secs_f64(), full.time[last].as_secs_f64()),
        )?;
    }
    Ok(())
}

/// The switches that change nothing, on or off.
fn write_idle(text: &mut String, idle: &[&Row]) -> std::fmt::Result {
    if idle.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = idle.iter().map(|row| format!("`{}`", row.name)).collect();
    writeln!(text, "\nNot a node is changed by {}.", names.join(", "))
}

fn write_full(text: &mut String, full: &Row, positions: u64, set: Set) -> std::fmt::Result {
    let theirs = if set == Set::Connect6 { ("", "") } else { (" thesis: nodes | of the thesis's % |", "---|---|") };
    writeln!(text, "| depth | nodes | a position | growth | ms | nodes/s |{}", theirs.0)?;
    writeln!(text, "|---|---|---|---|---|---|{}", theirs.1)?;
    for (i, (&nodes, time)) in full.nodes.iter().zip(&full.time).enumerate() {
        let growth = if i > 0 { nodes as f64 / full.nodes[i - 1] as f64 } else { 1.0 };
        let seconds = time.as_secs_f64();
        let theirs = match thesis::NODES.get(i) {
            _ if set == Set::Connect6 => String::new(),
            Some(&theirs) => format!(" {} | {:.1} |", grouped(theirs), nodes as f64 / theirs as f64 * 100.0),
            None => " – | – |".to_owned(),
        };
        let speed = grouped((nodes as f64 / seconds) as u64);
        let (nodes, each) = (grouped(nodes), grouped(nodes / positions));
        writeln!(text, "| {} | {nodes} | {each} | {growth:.2} | {:.0} | {speed} |{theirs}", i + 1, seconds * 1e3)?;
    }
    if set == Set::Modern {
        writeln!(text, "\nA ply of this search is not one of the thesis's: late moves are searched less deep.")?;
    }
    Ok(())
}

/// Cut-offs by stage, and how often the first move caused them; for sets beside the thesis with its figures.
fn write_stages(text: &mut String, full: &Row, beside_thesis: bool) -> std::fmt::Result {
    let theirs = if beside_thesis {
        (" (thesis: table 3-9)", " table with scores | thesis: table | captures | killers | history |")
    } else {
        ("", "")
    };
    writeln!(text, "\n### Cut-offs by stage, in per cent{}\n", theirs.0)?;
    let names: Vec<_> = Stage::ALL.iter().map(|stage| stage.name().replace('_', " ")).collect();
    writeln!(text, "| depth | {} | first move |{}", names.join(" | "), theirs.1)?;
    writeln!(
        text,
        "|---|{}---|{}",
        "---|".repeat(names.len()),
        if beside_thesis { "---|".repeat(5) } else { String::new() }
    )?;
    for (i, statistics) in full.statistics.iter().enumerate() {
        let shares: Vec<_> = statistics.cutoff_shares().iter().map(|share| format!("{:.1}", share * 100.0)).collect();
        let with_scores = format!(" {:.1} |", statistics.table_share() * 100.0);
        let theirs = match i.checked_sub(1).and_then(|i| thesis::STAGES.get(i)) {
            _ if !beside_thesis => String::new(),
            Some(shares) => with_scores + &shares.map(|share| format!(" {share:.1} |")).concat(),
            None => with_scores + &" – |".repeat(4),
        };
        writeln!(text, "| {} | {} | {:.1} |{theirs}", i + 1, shares.join(" | "), statistics.first_move_rate() * 100.0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_between_the_marks_is_replaced() {
        let page = "a\n<!-- ablation:modern -->\nold\n<!-- /ablation:modern -->\nb\n";
        let once = replace(page, "modern", "new\n").unwrap();
        assert_eq!(once, "a\n<!-- ablation:modern -->\n\nnew\n\n<!-- /ablation:modern -->\nb\n");
        assert_eq!(replace(&once, "modern", "new").unwrap(), once);
        assert_eq!(replace(page, "classical", "new"), None);
    }

    #[test]
    fn growth_is_the_geometric_mean_over_the_plies() {
        assert_eq!((growth(&[1, 10, 20, 40, 80]), growth(&[3, 5]), growth(&[])), (2.0, 1.0, 1.0));
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 164_786_147].map(grouped), ["0", "999", "1,000", "164,786,147"]);
    }
}
