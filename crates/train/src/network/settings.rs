//! The settings of a training, and its schedules.

use super::samples::Sample;
use crate::descent::sigmoid;
use serde::{Deserialize, Serialize};

/// Settings of the training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrainingSettings {
    /// The number of epochs of the learning rate schedule.
    pub epochs: u32,
    /// Samples per minibatch.
    pub batch: usize,
    /// The highest AdamW step size.
    pub rate: f32,
    /// The final step size relative to the highest one, with a cosine schedule in between.
    pub last_rate: f32,
    /// The share of all steps in which the step size rises linearly to its highest value, from 0 to below 1.
    pub warm_up: f32,
    /// The weight decay per step, relative to the step size.
    pub decay: f32,
    /// The weight of the result in the target of the first epoch; the score has the rest.
    pub result_share: f32,
    /// The weight of the result in the last epoch, with a linear schedule in between; `None` for a constant weight.
    pub last_result_share: Option<f32>,
    /// The score with an expected result of 0.731, the sigmoid of 1.
    pub scale: f32,
    /// The training ends after this number of epochs without a lower held-out error, and its result is the network
    /// of the best epoch; `None` trains all epochs, and the result is the last network.
    pub patience: Option<u32>,
    /// The seed of the order of samples.
    pub seed: u64,
}

impl Default for TrainingSettings {
    fn default() -> TrainingSettings {
        TrainingSettings {
            epochs: 20,
            batch: 16384,
            rate: 0.001,
            last_rate: 0.01,
            warm_up: 0.0,
            decay: 0.01,
            result_share: 0.3,
            last_result_share: None,
            scale: 400.0,
            patience: None,
            seed: 1,
        }
    }
}

impl TrainingSettings {
    /// The target of a sample, from 0 to 1, with a weight of the result.
    pub fn target(&self, sample: &Sample<'_>, result_share: f32) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.scale);
        by_score + result_share * (sample.result - by_score)
    }

    /// The weight of the result in an epoch, from 1.
    pub fn result_share_in(&self, epoch: u32) -> f32 {
        let passed = epoch.saturating_sub(1) as f32 / self.epochs.saturating_sub(1).max(1) as f32;
        self.result_share + passed.min(1.0) * (self.last_result_share() - self.result_share)
    }

    /// The weight of the result in the last epoch. Held-out errors have this weight in every epoch, so that they can
    /// be compared.
    pub fn last_result_share(&self) -> f32 {
        self.last_result_share.unwrap_or(self.result_share)
    }

    /// The learning rate of a step after a share of the training; `step` is the share of a step.
    pub(super) fn rate_after(&self, share: f32, step: f32) -> f32 {
        if share < self.warm_up {
            return self.rate * ((share + step) / self.warm_up).min(1.0);
        }
        let share = (share - self.warm_up) / (1.0 - self.warm_up);
        let wave = (1.0 + (std::f32::consts::PI * share).cos()) / 2.0;
        self.rate * (self.last_rate + (1.0 - self.last_rate) * wave)
    }

    /// The first invalid setting: its name, its value and the allowed values.
    pub(super) fn invalid(&self) -> Option<(&'static str, f64, &'static str)> {
        const POSITIVE: &str = "a number above 0";
        let is_share = |value: f32| (0.0..=1.0).contains(&value);
        let is_positive = |value: f32| value > 0.0 && value.is_finite();
        let last = self.last_result_share();
        [
            ("epochs", f64::from(self.epochs), self.epochs > 0, POSITIVE),
            ("batch", self.batch as f64, self.batch > 0, POSITIVE),
            ("rate", self.rate.into(), is_positive(self.rate), POSITIVE),
            ("last rate", self.last_rate.into(), is_share(self.last_rate), "a share, from 0 to 1"),
            ("warm-up", self.warm_up.into(), (0.0..1.0).contains(&self.warm_up), "a share, from 0 to below 1"),
            ("decay", self.decay.into(), is_share(self.decay), "a share, from 0 to 1"),
            ("share of the result", self.result_share.into(), is_share(self.result_share), "from 0 to 1"),
            ("last share of the result", last.into(), is_share(last), "from 0 to 1"),
            ("scale", self.scale.into(), is_positive(self.scale), POSITIVE),
            ("patience", self.patience.map_or(1.0, f64::from), self.patience != Some(0), POSITIVE),
        ]
        .into_iter()
        .find(|&(_, _, good, _)| !good)
        .map(|(name, value, _, expected)| (name, value, expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_blends_score_and_result() {
        let sample = Sample { own: &[], other: &[], bucket: 0, score: 400, result: 0.0 };
        let target = |result_share| TrainingSettings::default().target(&sample, result_share);
        assert!((target(0.0) - 0.731).abs() < 1e-3);
        assert_eq!(target(1.0), 0.0);
        assert!((target(0.5) - 0.3655).abs() < 1e-3);
    }

    #[test]
    fn the_result_share_changes_linearly_over_the_epochs() {
        let settings = TrainingSettings {
            epochs: 5,
            result_share: 0.25,
            last_result_share: Some(0.75),
            ..TrainingSettings::default()
        };
        assert_eq!([1, 2, 3, 4, 5].map(|epoch| settings.result_share_in(epoch)), [0.25, 0.375, 0.5, 0.625, 0.75]);
        let constant = TrainingSettings { last_result_share: None, ..settings.clone() };
        assert_eq!([1, 5].map(|epoch| constant.result_share_in(epoch)), [0.25, 0.25]);
        let single = TrainingSettings { epochs: 1, ..settings };
        assert_eq!(single.result_share_in(1), 0.25);
    }

    #[test]
    fn the_learning_rate_rises_during_the_warm_up_and_then_falls() {
        let settings = TrainingSettings { rate: 1.0, warm_up: 0.2, ..TrainingSettings::default() };
        let rates: Vec<f32> = (0..10).map(|step| settings.rate_after(step as f32 / 10.0, 0.1)).collect();
        assert!((rates[0] - 0.5).abs() < 1e-6 && (rates[1] - 1.0).abs() < 1e-6, "{rates:?}");
        assert_eq!(settings.rate_after(0.2, 0.1), 1.0);
        assert!(rates[2..].windows(2).all(|pair| pair[0] > pair[1]), "{rates:?}");
        assert!((settings.rate_after(0.6, 0.1) - 0.505).abs() < 1e-6);
        // Without a warm-up, the first step has the highest rate.
        assert_eq!(TrainingSettings { warm_up: 0.0, ..settings }.rate_after(0.0, 0.1), 1.0);
    }

    /// States of earlier versions lack the later settings.
    #[test]
    fn missing_settings_have_their_defaults() {
        let old = r#"{"epochs":3,"batch":16384,"rate":0.001,"last_rate":0.01,"decay":0.01,"result_share":0.3,"scale":400.0,"seed":1}"#;
        let expected = TrainingSettings { epochs: 3, ..TrainingSettings::default() };
        assert_eq!(serde_json::from_str::<TrainingSettings>(old).unwrap(), expected);
    }
}
