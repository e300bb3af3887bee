//! The traits and types with which generated code declares the operations of an API.

pub(crate) mod error;
mod error_body;
pub(crate) mod error_code;
pub(crate) mod invalid;
mod reason;
mod refusal;
mod statuses;

use std::marker::PhantomData;

pub use error::{Error, Internal, Unavailable};
pub use error_body::{ErrorBody, ErrorMember};
pub use error_code::{ErrorCode, X_ERROR_CODE};
pub use invalid::{Invalid, InvalidBody, UnreadableBody};
pub use reason::{Failed, Reason, Refusals, Refuses};
pub use refusal::{Permitted, Refusal, Restricted};
pub use statuses::*;

/// An operation of an API, implemented by the struct of the request's parameters. On failure, the operation's handler
/// returns `Error<Self>` ([`Error`]). An error whose status the operation does not document ([`Documents`]) does not
/// compile.
pub trait Operation: Send + Sync + 'static {
    /// The `operationId` of the document.
    const ID: &'static str;

    /// Whether the operation grows the database. The router answers such an operation with 503 while the database has
    /// no room ([`Router::accepts_writes_while`](crate::Router)).
    const GROWS_STORAGE: bool = false;

    /// Whether calls have turns at shared resources that other calls cannot take ([`set_essential`]).
    ///
    /// [`set_essential`]: stoa_fair_queue::set_essential
    const IS_ESSENTIAL: bool = false;

    /// Headers of every response, whether it succeeds or fails: names in lower case, and values.
    const HEADERS: &'static [(&'static str, &'static str)] = &[];

    /// The named examples of the operation's failures, from which the header `X-Error-Code` is set.
    const ERROR_CODES: &'static [ErrorCode] = &[];
}

/// The operation documents this status, so its handler may answer with it.
#[diagnostic::on_unimplemented(
    message = "operation `{Self}` does not document status {STATUS}",
    label = "status {STATUS} is not documented",
    note = "add {STATUS} to the responses of this operation in the spec and run `cargo xtask codegen`, or return another error"
)]
pub trait Documents<const STATUS: u16> {}

/// An operation that takes JSON or a form. The body is checked before the operation's handler runs.
pub trait TakesBody: Operation + Documents<400> + Documents<413> + Documents<415> + Sized {
    /// The statuses other than 400 that the schema of the body sets for invalid bodies (`x-status`).
    const STATUSES: &'static [Documented<Self>] = &[];
}

/// A status that the operation documents.
pub struct Documented<Op> {
    status: u16,
    operation: PhantomData<fn() -> Op>,
}

impl<Op> Documented<Op> {
    /// Creates the documented status `STATUS`. Does not compile if the operation does not document it.
    pub const fn status<const STATUS: u16>() -> Self
    where
        Op: Documents<STATUS>,
    {
        Self { status: STATUS, operation: PhantomData }
    }

    /// The number, for example `404`.
    pub const fn number(&self) -> u16 {
        self.status
    }
}
