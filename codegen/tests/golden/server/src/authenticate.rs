//! Authentication: implemented once for the API, called before every handler.

use stoa_runtime::{
    ApiKey, Bearer, Credential, CredentialReader, Credentials, Documents, Error, Operation,
    Permitted, RequestContext, Restricted,
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
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - Header `X-Api-Key`: A key as a header.
    type ApiKey: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - Header `X-Api-Key`: A key as a header.
    /// - without a credential: the data that handlers need, such as the client's address.
    type ApiKeyOrAnyone: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - Header `X-Api-Key`: A key as a header.
    /// - Cookie `fixture_session`: A cookie.
    type ApiKeyOrSession: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - Header `X-Api-Key`: A key as a header.
    /// - Cookie `fixture_session`: A cookie.
    /// - without a credential: the data that handlers need, such as the client's address.
    type ApiKeyOrSessionOrAnyone: Send;
    /// The caller, by credential:
    /// - Query parameter `orderToken`: A token in the query.
    type Order: Send;
    /// The caller, by credential:
    /// - Header `X-Sender`: Who is no client of ours.
    type Somebody: Send;

    /// Returns the caller as [`Self::Anyone`].
    fn anyone<Op: Operation>(
        &self,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKey`].
    fn api_key<Op: Operation + Documents<401>>(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrAnyone`].
    fn api_key_or_anyone<Op: Operation + Documents<401> + Documents<403>>(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrAnyone`].
    ///
    /// An invalid credential is not a failure. The method returns such a caller as it chooses, for
    /// example as anyone.
    fn api_key_or_anyone_leniently<Op: Operation>(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrSession`].
    fn api_key_or_session<Op: Operation + Documents<401>>(
        &self,
        credentials: ApiKeyOrSessionCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::ApiKeyOrSession, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrSessionOrAnyone`].
    fn api_key_or_session_or_anyone<Op: Operation + Documents<401>>(
        &self,
        credentials: ApiKeyOrSessionCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::ApiKeyOrSessionOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKey`].
    ///
    /// For operations that require roles. The method checks them with [`Restricted::check_roles`].
    fn api_key_with_role<Op: Restricted<Role = Role> + Documents<401> + Documents<404>>(
        &self,
        credentials: ApiKeyCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<(Self::ApiKey, Permitted<Op>), Error<Op>>> + Send;

    /// Returns the caller as [`Self::Order`].
    fn order<Op: Operation + Documents<401>>(
        &self,
        credentials: OrderCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::Order, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Somebody`].
    fn somebody<Op: Operation + Documents<401> + Documents<429>>(
        &self,
        credentials: SomebodyCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::Somebody, Error<Op>>> + Send;
}

/// The roles that operations of the document require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The role `attic`.
    Attic,
    /// The role `second_floor`.
    SecondFloor,
    /// The role `store`.
    Store,
}

impl Role {
    /// Every role, sorted by name.
    pub const ALL: [Self; 3] = [Self::Attic, Self::SecondFloor, Self::Store];

    /// The role as the document writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Attic => "attic",
            Self::SecondFloor => "second_floor",
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
    /// `Authorization: Bearer`: A key as `Authorization`.
    pub bearer_key: Credential<Bearer<'a>>,
    /// Header `X-Api-Key`: A key as a header.
    pub header_key: Credential<ApiKey<'a>>,
}

impl<'a> Credentials<'a> for ApiKeyCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { bearer_key: reader.bearer(), header_key: reader.header("X-Api-Key") }
    }
}

/// The credentials in a request that may identify `ApiKey` or `Session`.
#[derive(Debug, Clone, Copy)]
pub struct ApiKeyOrSessionCredentials<'a> {
    /// `Authorization: Bearer`: A key as `Authorization`.
    pub bearer_key: Credential<Bearer<'a>>,
    /// Header `X-Api-Key`: A key as a header.
    pub header_key: Credential<ApiKey<'a>>,
    /// Cookie `fixture_session`: A cookie.
    pub session_cookie: Credential<ApiKey<'a>>,
}

impl<'a> Credentials<'a> for ApiKeyOrSessionCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self {
            bearer_key: reader.bearer(),
            header_key: reader.header("X-Api-Key"),
            session_cookie: reader.cookie("fixture_session"),
        }
    }
}

/// The credentials in a request that may identify `Order`.
#[derive(Debug, Clone, Copy)]
pub struct OrderCredentials<'a> {
    /// Query parameter `orderToken`: A token in the query.
    pub query_key: Credential<ApiKey<'a>>,
}

impl<'a> Credentials<'a> for OrderCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { query_key: reader.query("orderToken") }
    }
}

/// The credentials in a request that may identify `Somebody`.
#[derive(Debug, Clone, Copy)]
pub struct SomebodyCredentials<'a> {
    /// Header `X-Sender`: Who is no client of ours.
    pub inbound_key: Credential<ApiKey<'a>>,
}

impl<'a> Credentials<'a> for SomebodyCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { inbound_key: reader.header("X-Sender") }
    }
}
