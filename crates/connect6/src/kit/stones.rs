//! The values of stones as parameters for tuning.

use crate::{
    evaluation::{StoneWeights, Weights},
    patterns::Shape,
};
use duiyi_game::Reason;
use duiyi_kit::tuning::{ParameterGroup, WeightsOf};
use duiyi_train::{
    Parameter, ParameterSet,
    genetic::{Constraint, Constraints},
};

/// The group of parameters: the logarithms of the values.
pub(super) fn group() -> ParameterGroup {
    ParameterGroup {
        name: "stones",
        read: |of, step| logarithms(&weights(of)?.stone, step),
        write: |of, values| {
            let start = weights(of)?;
            Ok(with_values(&start, &of_logarithms(&start.stone, values)).to_string())
        },
    }
}

/// The weights of an evaluation.
///
/// # Errors
/// If it is not a sum of weights, or its text is wrong.
pub fn weights(of: WeightsOf<'_>) -> Result<Weights, Reason> {
    match of {
        WeightsOf::Usual | WeightsOf::Named("tuned") => Ok(Weights::tuned()),
        WeightsOf::Named("plain") => Ok(Weights::plain()),
        WeightsOf::Named(name) => Err(format!("{name} is not a sum of weights").into()),
        WeightsOf::Text(text) => Ok(text.parse()?),
    }
}

/// The constraints between strong and weak shapes (thesis 5.3): more effect, more value; four times
/// a shape without a threat is not worth more than one that wins or must be stopped; a win has its
/// own value.
pub fn constraints(start: &StoneWeights) -> Constraints {
    let (gain, block) = (|shape: Shape| shape.index(), |shape: Shape| Shape::COUNT + shape.index());
    let mut rules = vec![
        Constraint::Fixed { index: gain(Shape::Six), value: start.gain[Shape::Six.index()] },
        Constraint::Fixed { index: block(Shape::Six), value: start.block[Shape::Six.index()] },
        Constraint::Fixed { index: gain(Shape::Dead), value: 0 },
        Constraint::Fixed { index: block(Shape::Dead), value: 0 },
    ];
    for index in [gain, block as fn(Shape) -> usize] {
        for (weak, strong) in [
            (Shape::Single, Shape::S2),
            (Shape::S2, Shape::A2),
            (Shape::S3, Shape::I3),
            (Shape::I3, Shape::A3),
            (Shape::S4, Shape::A4),
            (Shape::S5, Shape::A5),
            (Shape::S2, Shape::S3),
            (Shape::A2, Shape::A3),
            (Shape::A3, Shape::A4),
            (Shape::A4, Shape::A5),
            (Shape::A5, Shape::Six),
        ] {
            rules.push(Constraint::AtMost { weak: index(weak), times: 1, strong: index(strong) });
        }
        // The weak shapes of rule 2 are the twos, the strong one is a stone that stops a five.
        for weak in [Shape::Single, Shape::S2, Shape::A2] {
            rules.push(Constraint::AtMost { weak: index(weak), times: 4, strong: block(Shape::S5) });
        }
    }
    Constraints::new(rules)
}

/// The [constraints] that the values of an evaluation's stones break, as inequalities between their names.
///
/// # Errors
/// If the evaluation is not a sum of weights, or its text is wrong.
pub fn broken_constraints(of: WeightsOf<'_>) -> Result<Vec<String>, Reason> {
    let stone = weights(of)?.stone;
    let names: Vec<String> = StoneWeights::names().collect();
    let text = |rule: &Constraint| match *rule {
        Constraint::AtMost { weak, times: 1, strong } => format!("{} ≤ {}", names[weak], names[strong]),
        Constraint::AtMost { weak, times, strong } => format!("{times} {} ≤ {}", names[weak], names[strong]),
        Constraint::Fixed { index, value } => format!("{} = {value}", names[index]),
    };
    Ok(constraints(&Weights::plain().stone).broken(&stone.values()).map(text).collect())
}

/// The weights with other values of stones.
pub fn with_values(start: &Weights, values: &[u16]) -> Weights {
    let values: [u16; StoneWeights::VALUES] = std::array::from_fn(|i| values.get(i).copied().unwrap_or(0));
    Weights { stone: StoneWeights::from_values(values), ..start.clone() }
}

/// The logarithms of the values: they range from tens to thousands, so a logarithm can use one step
/// for all. A value of 0 remains 0.
pub fn logarithms(start: &StoneWeights, step: f64) -> Result<Vec<Parameter>, Reason> {
    let values = StoneWeights::names().zip(start.values()).filter(|(_, value)| *value > 0);
    let parameters =
        values.map(|(name, value)| Parameter::new(&name, f64::from(value).ln(), 0.0, 65_535f64.ln(), step));
    Ok(parameters.collect::<Result<_, _>>()?)
}

/// The values of the logarithms, with the constraints applied; values without a logarithm remain
/// unchanged.
pub fn of_logarithms(start: &StoneWeights, parameters: &ParameterSet) -> [u16; StoneWeights::VALUES] {
    let mut values = start.values();
    for (value, name) in values.iter_mut().zip(StoneWeights::names()) {
        if let Some(logarithm) = parameters.get(&name) {
            *value = logarithm.exp().round().clamp(0.0, 65_535.0) as u16;
        }
    }
    constraints(start).enforce(&mut values);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row C-G3 of docs/sources.md: the constraints check any values, not only those of the genetic algorithm.
    #[test]
    fn c_g3_values_of_stones_that_break_a_constraint_are_named() {
        let broken = |text: &str| broken_constraints(WeightsOf::Text(text)).unwrap();
        assert_eq!(broken_constraints(WeightsOf::Named("plain")).unwrap(), [""; 0]);
        assert_eq!(broken(""), [""; 0]);
        let plain = Weights::plain().stone;
        let a4 = plain.gain[Shape::A4.index()];
        assert_eq!(broken(&format!("gain.A3 {}", a4 + 1)), ["gain.A3 ≤ gain.A4"]);
        // Twos are compared with a stone that stops a five, whatever a five of the own side is worth.
        assert_eq!(broken("gain.S5 1"), [""; 0]);
        let least = plain.gain[Shape::A2.index()].max(plain.block[Shape::A2.index()]) * 4;
        assert_eq!(broken(&format!("block.S5 {least}")), [""; 0]);
        for (name, values) in [("gain", plain.gain), ("block", plain.block)] {
            let found = broken(&format!("block.S5 {}", values[Shape::A2.index()] * 4 - 1));
            assert!(found.contains(&format!("4 {name}.A2 ≤ block.S5")), "{found:?}");
        }
        let dead = StoneWeights::names().nth(Shape::Dead.index()).unwrap();
        assert_eq!(broken(&format!("{dead} 1")), [format!("{dead} = 0")]);
        assert!(broken_constraints(WeightsOf::Named("pattern")).is_err());
    }
}
