//! `fix` writes the mechanical fixes of a document into its text.
//!
//! - Each case of `cases.txt` is a faulty document, or a part of one, and the same text after `fix`.
//! - What clients send and receive stays the same in random documents (`wire`).
//! - No fix leads to another fault at its place (`agreement`).

#![cfg(test)]

mod agreement;
mod cases;
mod faulty;
#[path = "../compare/property/random.rs"]
mod random;
#[path = "../compare/property/values.rs"]
mod values;
mod wire;
mod yaml;

use std::fs;
use std::path::Path;

use serde_json::Value;
use stoa_codegen::Package;
use stoa_codegen::document::Document;
use stoa_codegen::fix::{Fixed, fix};

fn fixed(text: &str) -> anyhow::Result<Fixed> {
    fix(&Package::new("base"), text)
}

fn parsed(text: &str) -> Value {
    Document::parse(Path::new("base.yaml"), text).unwrap().json().clone()
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
