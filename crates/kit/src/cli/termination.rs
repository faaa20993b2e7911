//! The end of a program that is terminated while it writes.

use duiyi_game::files::remove_parts;
use std::sync::Once;

/// Makes the process remove its temporary files before SIGTERM ends it, on Unix. Other signals, which a program may
/// have been started to ignore, keep their effect.
pub fn remove_parts_at_termination() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        #[cfg(unix)]
        if let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) {
            std::thread::spawn(move || {
                for signal in &mut signals {
                    remove_parts();
                    // The process ends, or continues as if the signal were ignored.
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            });
        }
    });
}
