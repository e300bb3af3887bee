//! Another one.

fn main() {}
