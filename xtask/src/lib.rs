//! What cargo does not do by itself, as a library, so that tests can call it.

pub mod codegen;
pub mod compare;
