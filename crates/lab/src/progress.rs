//! Progress reports: a bar in a terminal, otherwise a line per minute.

use duiyi_game::Reason;
pub use duiyi_kit::cli::progress::spinner;
use duiyi_train::{
    Ending,
    texel::{Trainer, TrainerState},
};
use indicatif::ProgressBar;

/// A bar for work whose length is set later.
pub(crate) fn progress_bar() -> ProgressBar {
    duiyi_kit::cli::progress::bar(0)
}

/// A bar for resumed work: the finished part is excluded from the speed.
pub fn resumed_bar(done: u64, all: u64) -> ProgressBar {
    let bar = progress_bar();
    bar.set_length(all);
    bar.set_position(done);
    bar.reset_eta();
    bar
}

/// Trains to the end; `keep` saves the state after every epoch.
pub(crate) fn train(
    trainer: &mut Trainer<'_>,
    mut keep: impl FnMut(&TrainerState) -> Result<(), Reason>,
) -> Result<Ending, Reason> {
    let bar = spinner();
    let mut kept = Ok(());
    let ending = trainer.run(|progress, now| {
        let (epoch, training, held_out) = (progress.epoch, progress.training, progress.held_out);
        bar.set_message(format!("epoch {epoch}: training {training:.6}, held out {held_out:.6}"));
        bar.tick();
        kept = keep(now);
        kept.is_ok()
    });
    bar.finish_and_clear();
    kept.map(|()| ending)
}

/// A description of the end of a training.
pub(crate) fn show_ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Converged => "converged",
        Ending::Epochs => "NOT CONVERGED after the maximum number of epochs (--epochs)",
        Ending::Stopped => "stopped",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_train::texel::{Sample, Samples, TexelSettings};

    #[test]
    fn a_training_ends_when_its_state_cannot_be_kept() {
        let mut samples = Samples::new(1);
        for target in [1.0, 1.0, 0.0] {
            samples.push(&Sample { features: vec![(0, 1)], phase: 1.0, scale: 1.0, target }).unwrap();
        }
        let settings = TexelSettings { epochs: 9, ..TexelSettings::default() };
        let mut trainer = Trainer::new(&samples, &samples, vec![[0.0; 2]], settings).unwrap();
        let mut kept = Vec::new();
        let failed = train(&mut trainer, |now| {
            kept.push(now.epoch);
            if kept.len() == 2 { Err("the disk is full".into()) } else { Ok(()) }
        });
        assert_eq!((failed.unwrap_err().to_string().as_str(), &kept[..]), ("the disk is full", &[1, 2][..]));
    }
}
