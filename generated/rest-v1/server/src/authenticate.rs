//! Authentication: implemented once for the API, called before every handler.

use stoa_runtime::{Call, Documents, Error, Operation, Restricted};

/// Finds the caller: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. A
/// header that the method sets is part of every response to the call, including errors.
pub trait Authenticate: Send + Sync + 'static {
    /// The caller, by credential:
    /// - `Authorization: Bearer`: The site's API key: `Authorization: Bearer svc_live_…`. If both
    ///   headers are present, only this one counts. A key has the role `store` while its site has an
    ///   enabled store.
    /// - header `x-api-key`: The site's API key: `x-api-key: svc_live_…`.
    type ApiKey: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: The site's API key: `Authorization: Bearer svc_live_…`. If both
    ///   headers are present, only this one counts. A key has the role `store` while its site has an
    ///   enabled store.
    /// - header `x-api-key`: The site's API key: `x-api-key: svc_live_…`.
    /// - without a credential: the data that handlers need, such as the client's address.
    type ApiKeyOrAnyone: Send;

    /// Returns the caller as [`Self::ApiKey`].
    fn api_key<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Returns the caller, with the role `store` as [`Self::ApiKey`].
    ///
    /// A caller without a required role is answered [`Restricted::REFUSAL`].
    fn api_key_with_store<Op: Restricted + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKey, Error<Op>>> + Send;

    /// Returns the caller as [`Self::ApiKeyOrAnyone`].
    fn api_key_or_anyone<Op: Operation + Documents<401> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::ApiKeyOrAnyone, Error<Op>>> + Send;
}
