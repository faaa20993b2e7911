//! The faults of options that UCI and UCCI engines announce.

use duiyi_engine::protocol::OptionLine;

/// What is wrong with an option; `None` if it is well-formed.
pub(super) fn fault(option: &OptionLine) -> Option<String> {
    let default = option.default.as_deref();
    let number = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<i64>().ok());
    let good = match option.kind.as_str() {
        "check" => matches!(default, Some("true" | "false")),
        "spin" => match (number(&option.default), number(&option.min), number(&option.max)) {
            (Some(default), Some(min), Some(max)) => (min..=max).contains(&default),
            _ => false,
        },
        "combo" => default.is_some_and(|default| option.vars.iter().any(|var| var == default)),
        "string" => default.is_some(),
        "button" => default.is_none(),
        _ => false,
    };
    (!good).then(|| {
        let OptionLine { name, kind, default, min, max, vars } = option;
        let shown = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
        let (default, min, max, vars) = (shown(default), shown(min), shown(max), vars.join(", "));
        format!("option {name}: type {kind}, default {default}, min {min}, max {max}, vars [{vars}]")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_both_protocols_are_checked() {
        let fault = |line: &str| fault(&OptionLine::read(line).expect("an option").expect("a name and a type"));
        for good in [
            "option name Skill Level type spin default 20 min 0 max 20",
            "option style type combo var solid var normal default normal",
            "option name A type check default false",
            "option name A type string default <empty>",
            "option name A type string default",
            "option name A type button",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in [
            "option name A type spin default 9 min 1 max 8",
            "option name A type spin default 9 min 1",
            "option name A type spin default x min 1 max 8",
            "option name A type check default maybe",
            "option name A type combo default a var b",
            "option name A type button default x",
            "option name A type string",
            "option name A type slider default 3",
        ] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
