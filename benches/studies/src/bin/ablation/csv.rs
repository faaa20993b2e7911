//! The tables as CSV files, for `docs/data`.

use crate::{Arguments, Row, markdown, plot, thesis};
use duiyi_search::Stage;
use std::{error::Error, fs, path::Path};

/// Writes `ablation-SET.csv`, `ablation-SET-cutoffs.csv` (xiangqi only) and the plot
/// `ablation-SET.svg` into a folder.
pub(crate) fn write(
    folder: &Path,
    arguments: &Arguments,
    full: &Row,
    rows: &[Row],
    added: &[Row],
) -> Result<(), Box<dyn Error>> {
    let name = |end: &str| folder.join(format!("ablation-{}{end}", arguments.set.name()));
    save(&name(".csv"), arguments, &switches(arguments.shows_thesis(), full, rows, added))?;
    if !full.statistics.is_empty() {
        save(&name("-cutoffs.csv"), arguments, &cutoffs(arguments.shows_thesis(), full))?;
    }
    plot::draw(&name(".svg"), full, rows)
}

/// Writes `ablation-SET-seeds.csv` into a folder.
pub(crate) fn write_seeds(folder: &Path, arguments: &Arguments, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    save(&folder.join(format!("ablation-{}.csv", arguments.mark())), arguments, &seeds(rows))
}

/// Writes a file: a comment with the origin of the figures, then the table.
fn save(path: &Path, arguments: &Arguments, table: &str) -> Result<(), Box<dyn Error>> {
    let command: Vec<String> = std::env::args().skip(1).collect();
    let origin = format!(
        "# command: cargo run --release -p studies --bin ablation -- {} commit: {} conditions: {} positions, \
         table {} MiB, one thread\n",
        command.join(" "),
        commit(),
        arguments.positions(),
        arguments.mebibytes(),
    );
    fs::write(path, origin + table).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The commit of the checkout; `unknown` outside of one.
fn commit() -> String {
    let output = std::process::Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let hash =
        output.ok().filter(|output| output.status.success()).and_then(|output| String::from_utf8(output.stdout).ok());
    hash.map_or_else(|| "unknown".to_owned(), |hash| hash.trim().to_owned())
}

/// One row for each configuration and depth. The percentages are those of the Markdown: `without`
/// compares the full set with the set without the switch, `with` the larger set with the full one.
fn switches(beside_thesis: bool, full: &Row, rows: &[Row], added: &[Row]) -> String {
    let mut text = "change,switch,depth,nodes,nodes_percent,time_percent,ms,thesis_nodes,thesis_percent\n".to_owned();
    for depth in 1..=full.nodes.len() {
        let nodes = full.nodes[depth - 1];
        let theirs =
            beside_thesis.then(|| thesis::NODES.get(depth - 1)).flatten().map_or_else(String::new, u64::to_string);
        text += &format!("full,,{depth},{nodes},,,{},{theirs},\n", milliseconds(full, depth));
    }
    for row in rows {
        let saving = thesis::SAVINGS.iter().find(|saving| beside_thesis && saving.switch == row.name);
        for depth in 1..=full.nodes.len() {
            let theirs = saving.and_then(|saving| saving.percent.get(depth - 1));
            let theirs = theirs.map_or_else(String::new, |percent| format!("{percent:.2}"));
            text += &compared("without", &row.name, depth, row, full, row);
            text += &format!(",,{theirs}\n");
        }
    }
    for row in added {
        for depth in 1..=full.nodes.len() {
            text += &compared("with", &row.name, depth, row, row, full);
            text += ",,\n";
        }
    }
    text
}

/// The first seven columns of a row: the nodes and time of `row`, and the change from `other` to `one`.
fn compared(change: &str, switch: &str, depth: usize, row: &Row, one: &Row, other: &Row) -> String {
    let at = depth - 1;
    let nodes = markdown::saved(one.nodes[at] as f64, other.nodes[at] as f64);
    let time = markdown::saved(one.time[at].as_secs_f64(), other.time[at].as_secs_f64());
    format!("{change},{switch},{depth},{},{nodes:.2},{time:.1},{}", row.nodes[at], milliseconds(row, depth))
}

fn milliseconds(row: &Row, depth: usize) -> String {
    format!("{:.0}", row.time[depth - 1].as_secs_f64() * 1e3)
}

/// The shares of the cut-offs by stage, one row for each depth.
fn cutoffs(beside_thesis: bool, full: &Row) -> String {
    let stages: Vec<_> = Stage::ALL.iter().map(|stage| stage.name()).collect();
    let mut text = format!(
        "depth,{},first_move,table_with_scores,thesis_table,thesis_captures,thesis_killers,thesis_history\n",
        stages.join(",")
    );
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    for (at, statistics) in full.statistics.iter().enumerate() {
        let mut cells = vec![(at + 1).to_string()];
        cells.extend(statistics.cutoff_shares().into_iter().map(percent));
        cells.extend([statistics.first_move_rate(), statistics.table_share()].map(percent));
        let theirs = at.checked_sub(1).and_then(|at| thesis::STAGES.get(at)).filter(|_| beside_thesis);
        cells
            .extend(theirs.map_or_else(|| [(); 4].map(|()| String::new()), |shares| shares.map(|s| format!("{s:.1}"))));
        text += &(cells.join(",") + "\n");
    }
    text
}

/// The rows of `--seeds`; the first one is the default search.
fn seeds(rows: &[Row]) -> String {
    let mut text = "with,depth,nodes,nodes_percent,time_percent,growth\n".to_owned();
    let Some(first) = rows.first() else { return text };
    for row in rows {
        for (at, nodes) in row.nodes.iter().enumerate() {
            text += &format!(
                "{},{},{nodes},{:.2},{:.1},{:.2}\n",
                row.name.replace(['`', ','], ""),
                at + 1,
                markdown::saved(row.nodes[at] as f64, first.nodes[at] as f64),
                markdown::saved(row.time[at].as_secs_f64(), first.time[at].as_secs_f64()),
                markdown::growth(&row.nodes[..=at]),
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn row(name: &str, nodes: [u64; 2], ms: [u64; 2]) -> Row {
        Row {
            name: name.to_owned(),
            nodes: nodes.to_vec(),
            time: ms.map(Duration::from_millis).to_vec(),
            statistics: vec![],
        }
    }

    #[test]
    fn each_configuration_has_a_row_for_each_depth() {
        let (full, without) = (row("full", [10, 50], [1, 4]), row("null_move", [20, 200], [2, 16]));
        let with = row("singular", [10, 25], [1, 2]);
        let text = switches(true, &full, &[without], &[with]);
        let lines: Vec<_> = text.lines().skip(1).collect();
        let expected = [
            "full,,1,10,,,1,29115,",
            "full,,2,50,,,4,68274,",
            "without,null_move,1,20,-50.00,-50.0,2,,0.00",
            "without,null_move,2,200,-75.00,-75.0,16,,7.43",
            "with,singular,1,10,0.00,0.0,1,,",
            "with,singular,2,25,-50.00,-50.0,2,,",
        ];
        assert_eq!(lines, expected);
        let columns = text.lines().next().map(|line| line.split(',').count());
        assert!(text.lines().all(|line| Some(line.split(',').count()) == columns));
    }

    #[test]
    fn a_name_with_a_comma_stays_in_one_column() {
        let text = seeds(&[
            row("driver `aspiration`", [10, 50], [1, 4]),
            row("driver `tolerance`, within 10", [5, 25], [1, 2]),
        ]);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[4], "driver tolerance within 10,2,25,-50.00,-50.0,1.00");
        assert!(lines.iter().all(|line| line.split(',').count() == 6));
    }
}
