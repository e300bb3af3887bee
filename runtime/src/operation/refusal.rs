//! What a caller is answered who lacks a role that an operation asks for.

use crate::{Documented, Documents, Error, Operation};

/// An operation whose `security` lists roles.
pub trait Restricted: Operation + Sized {
    /// For a caller who lacks one of them: a status that the operation documents, with its `x-message`.
    const REFUSAL: Refusal<Self>;
}

/// An answer to who may not call. An [`Error`] of a restricted operation is made of its own by `?`.
#[derive(Debug)]
pub struct Refusal<Op> {
    status: Documented<Op>,
    message: &'static str,
}

impl<Op> Refusal<Op> {
    /// Of a status that the operation documents.
    pub const fn new<const STATUS: u16>(message: &'static str) -> Self
    where
        Op: Documents<STATUS>,
    {
        Self { status: Documented::status::<STATUS>(), message }
    }
}

impl<Op> From<Refusal<Op>> for Error<Op> {
    fn from(refusal: Refusal<Op>) -> Self {
        refusal.status.error(refusal.message, None)
    }
}
