//! Authentication: implemented once for the API, called before every handler.

use stoa_live_chat_reasons as reasons;
use stoa_runtime::{
    ApiKey, Bearer, Credential, CredentialReader, Credentials, Documents, Error, Operation,
    Refuses, RequestContext,
};

/// Finds the caller: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. It
/// gets the integers in the path that all of its operations have in common. A header that the
/// method sets in the [`RequestContext`] is part of every response to the call, including errors.
pub trait Authenticate: Send + Sync + 'static {
    /// The caller of an operation without credentials: the data that handlers need, such as the
    /// client's address.
    type Anyone: Send;
    /// The caller, by credential:
    /// - Query parameter `token`: The `ephemeralToken` of the conversation, for `EventSource`, which
    ///   cannot set headers.
    /// - `Authorization: Bearer`: The `ephemeralToken` of the conversation, for clients that can set
    ///   headers. This keeps it out of URLs.
    type Conversation: Send;

    /// Returns the caller as [`Self::Anyone`].
    fn anyone<Op: Operation + Documents<404> + Documents<429>>(
        &self,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Conversation`].
    fn conversation<
        Op: Operation
            + Documents<401>
            + Documents<404>
            + Documents<429>
            + Refuses<reasons::NotFound>
            + Refuses<reasons::TooManyOpenStreams>
            + Refuses<reasons::Unauthorized>,
    >(
        &self,
        credentials: ConversationCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::Conversation, Error<Op>>> + Send;
}

/// The credentials in a request that may identify `Conversation`.
#[derive(Debug, Clone, Copy)]
pub struct ConversationCredentials<'a> {
    /// Query parameter `token`: The `ephemeralToken` of the conversation, for `EventSource`, which
    /// cannot set headers.
    pub query_token: Credential<ApiKey<'a>>,
    /// `Authorization: Bearer`: The `ephemeralToken` of the conversation, for clients that can set
    /// headers. This keeps it out of URLs.
    pub bearer_token: Credential<Bearer<'a>>,
}

impl<'a> Credentials<'a> for ConversationCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { query_token: reader.query("token"), bearer_token: reader.bearer() }
    }
}
