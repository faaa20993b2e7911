//! The rows of `docs/ablation.md` are those of its data.

use super::repository::Repository;

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
    for (heading, set) in
        [("## The default search", "modern"), ("## The classical search", "classical"), ("## Connect6", "connect6")]
    {
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
