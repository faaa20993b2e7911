//! Tests of the example.

mod rules;
