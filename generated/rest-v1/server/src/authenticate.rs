//! Authentication: implemented once for the API, called before every handler.

use stoa_rest_v1_reasons as reasons;
use stoa_runtime::{
    ApiKey, Bearer, Credential, CredentialReader, Credentials, Documents, Error, Operation,
    Permitted, Refuses, RequestContext, Restricted,
};

/// Finds the caller: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. It
/// gets the integers in the path that all of its operations have in common. A header that the
/// method sets in the [`RequestContext`] is part of every response to the call, including errors.
pub trait Authenticate: Send + Sync + 'static {
    /// The caller, by credential:
    /// - `Authorization: Bearer`: The site's API key: `Authorization: Bearer svc_live_…`. If both
    ///   headers are present, only this one counts, unless it is empty or has another scheme. A key has
    ///   the role `store` while its site has an enabled store.
    /// - Header `x-api-key`: The site's API key: `x-api-key: svc_live_…`.
    type ApiKey: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: The site's API key: `Authorization: Bearer svc_live_…`. If both
    ///   headers are present, only this one counts, unless it is empty or has another scheme. A key has
    ///   the role `store` while its site has an enabled store.
    /// - Header `x-api-key`: The site's API key: `x-api-key: svc_live_…`.
    /// - without a credential: the data that handlers need, such as the client's address.
    type ApiKeyOrAnyone: Send;

    /// Returns the caller as [`Self::ApiKey`].
    fn api_key<
        Op: Operation
            + Documents<401>
            + Documents<404>
            + Documents<429>
            + Refuses<reasons::InvalidApiKey>
            + Refuses<reasons::NotFound>
            + Refuses<reasons::RateLimitExceeded>,
    >(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrAnyone`].
    fn api_key_or_anyone<
        Op: Operation
            + Documents<401>
            + Documents<429>
            + Refuses<reasons::InvalidApiKey>
            + Refuses<reasons::RateLimitExceeded>,
    >(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKey`].
    ///
    /// For operations that require roles. The method checks them with [`Restricted::check_roles`].
    fn api_key_with_role<
        Op: Restricted<Role = Role>
            + Documents<401>
            + Documents<404>
            + Documents<429>
            + Refuses<reasons::InvalidApiKey>
            + Refuses<reasons::NotFound>
            + Refuses<reasons::RateLimitExceeded>,
    >(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<(Self::ApiKey, Permitted<Op>), Error<Op>>> + Send;
}

/// The roles that operations of the document require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The role `store`.
    Store,
}

impl Role {
    /// Every role, sorted by name.
    pub const ALL: [Self; 1] = [Self::Store];

    /// The role as the document writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Store => "store",
        }
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.as_str())
    }
}

/// The credentials in a request that may identify `ApiKey`.
#[derive(Debug, Clone, Copy)]
pub struct ApiKeyCredentials<'a> {
    /// `Authorization: Bearer`: The site's API key: `Authorization: Bearer svc_live_…`. If both headers
    /// are present, only this one counts, unless it is empty or has another scheme. A key has the role
    /// `store` while its site has an enabled store.
    pub bearer_key: Credential<Bearer<'a>>,
    /// Header `x-api-key`: The site's API key: `x-api-key: svc_live_…`.
    pub header_key: Credential<ApiKey<'a>>,
}

impl<'a> Credentials<'a> for ApiKeyCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { bearer_key: reader.bearer(), header_key: reader.header("x-api-key") }
    }
}
