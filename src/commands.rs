//! What the command line's subcommands print. What they do is domain/'s.

pub mod chat;
