//! The response to callers without the roles that an operation requires.

use crate::{Documented, Documents, Error, Operation};

/// An operation whose `security` lists roles.
pub trait Restricted: Operation + Sized {
    /// The response to a caller without the required roles: a documented status with its `x-message`. Generated code
    /// checks the roles.
    const REFUSAL: Refusal<Self>;
}

/// The response to a caller without the required roles. `?` turns it into an [`Error`] of the same operation.
#[derive(Debug)]
pub struct Refusal<Op> {
    status: Documented<Op>,
    message: &'static str,
}

impl<Op> Refusal<Op> {
    /// A refusal with a status that the operation documents.
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
