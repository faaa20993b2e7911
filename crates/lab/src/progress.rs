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
