//! Authentication: implemented once for the API, called before every handler.

use stoa_runtime::{Call, Documents, Error, Operation, Restricted};

/// Finds the caller: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. A
/// header that the method sets is part of every response to the call, including errors.
pub trait Authenticate: Send + Sync + 'static {
    /// The caller of an operation without credentials: the data that handlers need, such as the
    /// client's address.
    type Anyone: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    type ApiKey: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    /// - without a credential: the data that handlers need, such as the client's address.
    type ApiKeyOrAnyone: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    /// - cookie `fixture_session`: A cookie.
    type ApiKeyOrSession: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    /// - cookie `fixture_session`: A cookie.
    /// - without a credential: the data that handlers need, such as the client's address.
    type ApiKeyOrSessionOrAnyone: Send;
    /// The caller, by credential:
    /// - query parameter `orderToken`: A token in the query.
    type Order: Send;
    /// The caller, by credential:
    /// - header `X-Sender`: Who is no client of ours.
    type Somebody: Send;

    /// Returns the caller as [`Self::Anyone`].
    fn anyone<Op: Operation>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKey`].
    fn api_key<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Returns the caller, with the roles `second_floor` and `store` as [`Self::ApiKey`].
    ///
    /// A caller without a required role is answered [`Restricted::REFUSAL`].
    fn api_key_with_second_floor_and_store<Op: Restricted + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrAnyone`].
    fn api_key_or_anyone<Op: Operation + Documents<401> + Documents<403>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrAnyone`].
    ///
    /// An invalid credential is not a failure. The method returns such a caller as it chooses, for
    /// example as anyone.
    fn api_key_or_anyone_leniently<Op: Operation>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrSession`].
    fn api_key_or_session<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrSession, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrSessionOrAnyone`].
    fn api_key_or_session_or_anyone<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrSessionOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Order`].
    fn order<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Order, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Somebody`].
    fn somebody<Op: Operation + Documents<401> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Somebody, Error<Op>>> + Send;
}
