//! Who calls: implemented once for the API, before any handler runs.

use stoa_runtime::{Call, Documents, Error, Operation, Restricted};

/// Who calls: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. What
/// it sets on the call's answer stands on every answer that follows, errors too.
pub trait Authenticate: Send + Sync + 'static {
    /// Who calls where no credential is asked for: what handlers need to know of them, such as the
    /// client's address.
    type Anyone: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    type ApiKey: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    /// - without a credential: what handlers need to know of them, such as the client's address.
    type ApiKeyOrAnyone: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    /// - cookie `fixture_session`: A cookie.
    type ApiKeyOrSession: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: A key as `Authorization`.
    /// - header `X-Api-Key`: A key as a header.
    /// - cookie `fixture_session`: A cookie.
    /// - without a credential: what handlers need to know of them, such as the client's address.
    type ApiKeyOrSessionOrAnyone: Send;
    /// Whom a credential speaks for:
    /// - query parameter `orderToken`: A token in the query.
    type Order: Send;
    /// Whom a credential speaks for:
    /// - header `X-Sender`: Who is no client of ours.
    type Somebody: Send;

    /// Who calls: [`Self::Anyone`].
    fn anyone<Op: Operation>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Who calls: [`Self::ApiKey`].
    fn api_key<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Who calls, with the roles `second_floor` and `store`: [`Self::ApiKey`].
    ///
    /// Whoever lacks a role is answered [`Restricted::REFUSAL`].
    fn api_key_with_second_floor_and_store<Op: Restricted + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Who calls: [`Self::ApiKeyOrAnyone`].
    fn api_key_or_anyone<Op: Operation + Documents<401> + Documents<403>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;

    /// Who calls: [`Self::ApiKeyOrAnyone`].
    ///
    /// A credential that is not valid is no failure: what the handler is told of it is for the guard to
    /// say.
    fn api_key_or_anyone_leniently<Op: Operation>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;

    /// Who calls: [`Self::ApiKeyOrSession`].
    fn api_key_or_session<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrSession, Error<Op>>> + Send;

    /// Who calls: [`Self::ApiKeyOrSessionOrAnyone`].
    fn api_key_or_session_or_anyone<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrSessionOrAnyone, Error<Op>>> + Send;

    /// Who calls: [`Self::Order`].
    fn order<Op: Operation + Documents<401>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Order, Error<Op>>> + Send;

    /// Who calls: [`Self::Somebody`].
    fn somebody<Op: Operation + Documents<401> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Somebody, Error<Op>>> + Send;
}
