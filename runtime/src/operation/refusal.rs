//! The roles that an operation requires of its caller, and the response to a caller without them.

use std::marker::PhantomData;

use crate::{Documented, Documents, Error, Operation};

/// An operation whose `security` lists roles.
pub trait Restricted: Operation + Sized {
    /// The roles of the document.
    type Role: Copy + 'static;

    /// The alternatives. A caller needs every role of one of them.
    const ROLES: &'static [&'static [Self::Role]];

    /// The response to a caller without the required roles: a documented status with its `x-message`.
    const REFUSAL: Refusal<Self>;

    /// Refuses a caller without the required roles. The guard calls this, at the point where the refusal belongs among
    /// the guard's own.
    fn check_roles(
        has_role: impl Fn(Self::Role) -> bool,
    ) -> Result<Permitted<Self>, Refusal<Self>> {
        match Self::ROLES.iter().any(|roles| roles.iter().all(|role| has_role(*role))) {
            true => Ok(Permitted(PhantomData)),
            false => Err(Self::REFUSAL),
        }
    }
}

/// The proof that the guard has checked the roles of the caller. Only [`Restricted::check_roles`] makes one.
pub struct Permitted<Op>(PhantomData<fn() -> Op>);

/// The response to a caller without the required roles. `?` turns it into an [`Error`] of the same operation.
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
