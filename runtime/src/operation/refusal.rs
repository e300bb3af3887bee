//! What a caller is answered who lacks a role that an operation asks for.

use std::borrow::Cow;

use crate::{Error, Operation};

/// An operation whose `security` lists roles.
pub trait Restricted: Operation {
    /// For a caller who lacks one of them: a status that the operation documents, with its `x-message`.
    const REFUSAL: Refusal;
}

/// An answer to who may not call. An [`Error`] of a restricted operation is made of its own by `?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    status: u16,
    message: &'static str,
}

impl Refusal {
    /// For generated code, which knows that the document has both.
    pub const fn new(status: u16, message: &'static str) -> Self {
        Self { status, message }
    }
}

impl<Op: Restricted> From<Refusal> for Error<Op> {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.status, Cow::Borrowed(refusal.message), None)
    }
}
