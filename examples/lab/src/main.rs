//! The laboratory for the games of this workspace.

use std::process::ExitCode;

fn main() -> ExitCode {
    duiyi_lab::main()
}
