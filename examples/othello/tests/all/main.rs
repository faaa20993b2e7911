//! Tests of the example.

mod program;
mod rules;
