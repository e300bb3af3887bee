//! Authentication: implemented once for the API, called before every handler.

use stoa_runtime::{Call, Documents, Error, Operation};

/// Finds the caller: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. A
/// header that the method sets is part of every response to the call, including errors.
pub trait Authenticate: Send + Sync + 'static {
    /// The caller of an operation without credentials: the data that handlers need, such as the
    /// client's address.
    type Anyone: Send;
    /// The caller, by credential:
    /// - query parameter `token`: The `ephemeralToken` of the conversation, for `EventSource`, which
    ///   cannot set headers.
    /// - `Authorization: Bearer`: The `ephemeralToken` of the conversation, for clients that can set
    ///   headers. This keeps it out of URLs.
    type Conversation: Send;

    /// Returns the caller as [`Self::Anyone`].
    fn anyone<Op: Operation + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Conversation`].
    fn conversation<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Conversation, Error<Op>>> + Send;
}
