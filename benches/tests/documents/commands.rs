//! Commands: cargo's, and those of the programs of this repository.

use crate::repository::{Package, Repository};

/// Checks a line of a shell; lines of other programs are skipped.
pub(crate) fn check(line: &str, repository: &Repository) -> Result<(), String> {
    let words = split(line.trim_start_matches("$ "));
    for command in words.split(|word| ["|", "&&", ";", ">", "||", "do", "tail"].contains(&word.as_str())) {
        let set_aside = |word: &&String| word.contains('=') || ["nice", "time"].contains(&word.as_str());
        let command: Vec<&str> = command.iter().skip_while(set_aside).map(String::as_str).collect();
        match command.as_slice() {
            ["cargo", rest @ ..] => check_cargo(rest, repository)?,
            [program, rest @ ..] => check_program(program, rest, repository)?,
            [] => {}
        }
    }
    Ok(())
}

/// The words of a line, without the quotes around them and without a comment.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in line.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            None if character == '"' || character == '\'' => quote = Some(character),
            None if character == '#' && words.last().is_some_and(String::is_empty) => break,
            None if character.is_whitespace() => words.push(String::new()),
            None if character == ';' => words.extend([";".to_owned(), String::new()]),
            _ => words.last_mut().expect("there is always one").push(character),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn check_cargo(words: &[&str], repository: &Repository) -> Result<(), String> {
    let words: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with('+')).collect();
    let (own, passed) = words
        .iter()
        .position(|&word| word == "--")
        .map_or((words.as_slice(), &[][..]), |at| (&words[..at], &words[at + 1..]));
    let Some((&command, own)) = own.split_first() else { return Ok(()) };
    if command == "fuzz" {
        return match own {
            ["run" | "tmin" | "cmin", rest @ ..] => check_fuzz(rest, repository),
            _ => Ok(()),
        };
    }
    if !["run", "test", "bench", "build", "check", "clippy", "doc", "miri"].contains(&command) {
        return Ok(());
    }
    let pairs = || own.iter().zip(own.iter().skip(1));
    let named: Vec<_> =
        pairs().filter(|(option, _)| ["-p", "--package"].contains(option)).map(|(_, name)| *name).collect();
    if let Some(name) = named.iter().find(|name| repository.packages().iter().all(|package| package.name != **name)) {
        return Err(format!("no package '{name}'"));
    }
    let chosen: Vec<&Package> = repository
        .packages()
        .iter()
        .filter(|package| match named.as_slice() {
            [] => package.is_default || own.contains(&"--workspace"),
            named => named.contains(&package.name.as_str()),
        })
        .collect();
    for (&option, &name) in pairs() {
        check_choice(option, name, &chosen, &named)?;
    }
    if command == "run" { check_arguments(passed, repository) } else { Ok(()) }
}

/// A target or the features that an option of cargo chooses.
fn check_choice(option: &str, name: &str, chosen: &[&Package], named: &[&str]) -> Result<(), String> {
    let place = if named.is_empty() { "the packages that cargo takes by default".to_owned() } else { named.join(", ") };
    let kind = option.trim_start_matches("--");
    if ["--bin", "--test", "--bench", "--example"].contains(&option) {
        let is_there = chosen.iter().any(|package| package.targets.get(kind).is_some_and(|names| names.contains(name)));
        return if is_there { Ok(()) } else { Err(format!("no {kind} '{name}' in {place}")) };
    }
    if option == "--features" {
        let missing = name.split(',').find(|feature| {
            let feature = feature.rsplit('/').next().unwrap_or(feature);
            chosen.iter().all(|package| !package.features.contains(feature))
        });
        return missing.map_or(Ok(()), |feature| Err(format!("no feature '{feature}' in {place}")));
    }
    Ok(())
}

fn check_fuzz(words: &[&str], repository: &Repository) -> Result<(), String> {
    let options_with_value = ["-s"];
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if options_with_value.contains(&word) {
            words.next();
        } else if !word.starts_with('-') {
            let path = format!("fuzz/fuzz_targets/{word}.rs");
            return if repository.exists(&path) { Ok(()) } else { Err(format!("no fuzz target '{word}'")) };
        }
    }
    Ok(())
}

/// A program of this repository: its subcommands and options.
fn check_program(program: &str, words: &[&str], repository: &Repository) -> Result<(), String> {
    let name = program.rsplit('/').next().unwrap_or(program);
    let mut words = words;
    let is_ours = repository.has_target("bin", name) || (repository.has_target("example", name) && words.len() > 1);
    if !is_ours {
        return Ok(());
    }
    // A subcommand is a variant of an enum, or is compared as text.
    while let Some((&word, rest)) = words.split_first() {
        if !repository.has_target("bin", name) || !word.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '6')
        {
            break;
        }
        if word.starts_with('-') {
            break;
        }
        if !repository.has_word(&camel(word)) && !repository.has_text(&format!("\"{word}\"")) {
            return Err(format!("'{name}' has no command '{word}'"));
        }
        words = rest;
    }
    check_arguments(words, repository)
}

/// Options of our programs, and the settings of an engine such as `"builtin=duiyi hash=8"`.
fn check_arguments(words: &[&str], repository: &Repository) -> Result<(), String> {
    for word in words {
        if let Some(option) = word.strip_prefix("--") {
            let option = option.split('=').next().unwrap_or(option);
            let is_there = repository.has_word(&option.replace('-', "_")) || repository.has_text(option);
            if !is_there && !option.is_empty() {
                return Err(format!("no program here has an option '--{option}'"));
            }
        }
        for setting in word.split_whitespace().filter(|_| word.contains(' ')) {
            check_setting(setting, repository)?;
        }
    }
    Ok(())
}

/// `switch.NAME=…` and `param.NAME=…` name a switch and a constant.
fn check_setting(setting: &str, repository: &Repository) -> Result<(), String> {
    let Some((key, _)) = setting.split_once('=') else { return Ok(()) };
    let name = key.strip_prefix("switch.").or_else(|| key.strip_prefix("param."));
    let Some(name) = name.filter(|name| name.chars().any(|c| c.is_ascii_lowercase())) else { return Ok(()) };
    if repository.has_word(name) { Ok(()) } else { Err(format!("'{name}' of '{setting}' is nowhere in the code")) }
}

fn camel(word: &str) -> String {
    let capital = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    word.split('-').filter(|part| !part.is_empty()).map(capital).collect()
}
