//! Macros that the types share.
