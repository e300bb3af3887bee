//! Who calls: implemented once for the API, before any handler runs.

use stoa_runtime::{Call, Documents, Error, Operation};

/// Who calls: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. What
/// it sets on the call's answer stands on every answer that follows, errors too.
pub trait Authenticate: Send + Sync + 'static {
    /// Who calls where no credential is asked for: what handlers need to know of them, such as the
    /// client's address.
    type Anyone: Send;
    /// Whom a credential speaks for:
    /// - query parameter `token`: The `ephemeralToken` of the conversation, for `EventSource`, which
    ///   cannot set headers.
    /// - `Authorization: Bearer`: The `ephemeralToken` of the conversation, for clients that can set
    ///   headers. This keeps it out of URLs.
    type Conversation: Send;

    /// Who calls: [`Self::Anyone`].
    fn anyone<Op: Operation + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Who calls: [`Self::Conversation`].
    fn conversation<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Conversation, Error<Op>>> + Send;
}
