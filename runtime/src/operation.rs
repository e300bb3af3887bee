//! What generated code says about each operation of an API.

pub(crate) mod error;
mod refusal;
mod statuses;

pub use error::{Error, Internal, Invalid, Unavailable};
pub use refusal::{Refusal, Restricted};
pub use statuses::*;

/// An operation of an API: a struct of what a caller asks for. Its handler answers [`Error`] of it, which is made of
/// the statuses that it [`Documents`].
pub trait Operation: Send + Sync + 'static {
    /// The `operationId`.
    const ID: &'static str;
}

/// The operation documents this status, so its handler may answer with it.
///
/// ```compile_fail
/// use stoa_runtime::{Error, NotFound, Operation};
/// struct ListTags {
///     site_id: i64,
/// }
/// impl Operation for ListTags {
///     const ID: &'static str = "listTags";
/// }
/// fn list_tags(request: ListTags) -> Result<(), Error<ListTags>> {
///     Err(NotFound("Not found"))? // 404 is not documented
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "operation `{Self}` does not document status {STATUS}",
    label = "status {STATUS} is not documented",
    note = "add {STATUS} to the responses of this operation in the spec and run `cargo xtask codegen`, or return another error"
)]
pub trait Documents<const STATUS: u16> {}
