//! The C interface from outside: its header, and programs in C, Java and JavaScript that use the
//! library as it is shipped.

// Skipped parts and sizes are printed.
#![allow(clippy::print_stdout)]

mod c_programs;
mod header;
mod languages;
mod library;
