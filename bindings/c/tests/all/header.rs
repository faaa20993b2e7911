//! The header is the one that cbindgen generates.

use crate::library::{exists, output, root};
use expect_test::expect_file;
use std::process::Command;

#[test]
fn the_header_is_the_generated_one() {
    let mut generated = Vec::new();
    cbindgen::generate(root()).expect("the sources have an interface").write(&mut generated);
    let header = String::from_utf8(generated).expect("the header is UTF-8");
    expect_file!["../../include/duiyi.h"].assert_eq(&header);
}

#[test]
fn the_header_compiles_alone_as_c_and_cpp() {
    for (compiler, standard, language) in [("gcc", "-std=c11", "c"), ("g++", "-std=c++11", "c++")] {
        if !exists(compiler) {
            println!("skipped: no {compiler}");
            continue;
        }
        let header = root().join("include/duiyi.h");
        output(
            Command::new(compiler)
                .args([standard, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", language])
                .arg(header),
        );
    }
}
