//! Who calls: implemented once for the API, before any handler runs.

use stoa_runtime::{Call, Documents, Error, Operation, Restricted};

/// Who calls: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. What
/// it sets on the call's answer stands on every answer that follows, errors too.
pub trait Authenticate: Send + Sync + 'static {
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: The site's API key: `Authorization: Bearer svc_live_…`. If both
    ///   headers are present, only this one counts. A key has the role `store` while its site has an
    ///   enabled store.
    /// - header `x-api-key`: The site's API key: `x-api-key: svc_live_…`.
    type ApiKey: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: The site's API key: `Authorization: Bearer svc_live_…`. If both
    ///   headers are present, only this one counts. A key has the role `store` while its site has an
    ///   enabled store.
    /// - header `x-api-key`: The site's API key: `x-api-key: svc_live_…`.
    /// - without a credential: what handlers need to know of them, such as the client's address.
    type ApiKeyOrAnyone: Send;

    /// Who calls: [`Self::ApiKey`].
    fn api_key<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Who calls, with the role `store`: [`Self::ApiKey`].
    ///
    /// Whoever lacks a role is answered [`Restricted::REFUSAL`].
    fn api_key_with_store<Op: Restricted + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Who calls: [`Self::ApiKeyOrAnyone`].
    fn api_key_or_anyone<Op: Operation + Documents<401> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;
}
