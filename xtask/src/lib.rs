//! The tasks of `cargo xtask` as a library, so that tests can call them.

pub mod codegen;
pub mod compare;
