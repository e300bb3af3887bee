//! Authentication: implemented once for the API, called before every handler.

use stoa_runtime::{
    ApiKey, Bearer, Credential, CredentialReader, Credentials, Documents, Error, Operation,
    Refuses, RequestContext,
};
use stoa_storefront_reasons as reasons;

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
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    type Customer: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    /// - without a credential: the data that handlers need, such as the client's address.
    type CustomerOrAnyone: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    /// - Cookie `svc_design_session`: An anonymous session of the product designer, set by
    ///   `createDesign` and `cloneDesign`.
    type CustomerOrDesignSession: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    /// - Cookie `svc_design_session`: An anonymous session of the product designer, set by
    ///   `createDesign` and `cloneDesign`.
    /// - without a credential: the data that handlers need, such as the client's address.
    type CustomerOrDesignSessionOrAnyone: Send;

    /// Returns the caller as [`Self::Anyone`].
    fn anyone<Op: Operation + Documents<404> + Refuses<reasons::StoreNotFound>>(
        &self,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Customer`].
    fn customer<
        Op: Operation
            + Documents<401>
            + Documents<404>
            + Refuses<reasons::StoreNotFound>
            + Refuses<reasons::Unauthorized>,
    >(
        &self,
        credentials: CustomerCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<Self::Customer, Error<Op>>> + Send;

    /// Returns the caller as [`Self::CustomerOrAnyone`].
    ///
    /// An invalid credential is not a failure. The method returns such a caller as it chooses, for
    /// example as anyone.
    fn customer_or_anyone_leniently<
        Op: Operation
            + Documents<404>
            + Documents<429>
            + Refuses<reasons::StoreNotFound>
            + Refuses<reasons::TooManyAttempts>,
    >(
        &self,
        credentials: CustomerCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<Self::CustomerOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::CustomerOrDesignSession`].
    fn customer_or_design_session<
        Op: Operation
            + Documents<401>
            + Documents<404>
            + Refuses<reasons::StoreNotFound>
            + Refuses<reasons::Unauthorized>,
    >(
        &self,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<Self::CustomerOrDesignSession, Error<Op>>> + Send;

    /// Returns the caller as [`Self::CustomerOrDesignSessionOrAnyone`].
    fn customer_or_design_session_or_anyone<
        Op: Operation
            + Documents<401>
            + Documents<404>
            + Documents<429>
            + Refuses<reasons::StoreNotFound>
            + Refuses<reasons::Unauthorized>,
    >(
        &self,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<Self::CustomerOrDesignSessionOrAnyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::CustomerOrDesignSessionOrAnyone`].
    ///
    /// An invalid credential is not a failure. The method returns such a caller as it chooses, for
    /// example as anyone.
    fn customer_or_design_session_or_anyone_leniently<
        Op: Operation
            + Documents<404>
            + Documents<429>
            + Refuses<reasons::DesignNotFound>
            + Refuses<reasons::ProductNotFound>
            + Refuses<reasons::StoreNotFound>
            + Refuses<reasons::TooManyRequests>
            + Refuses<reasons::TooManyUploads>
            + Refuses<reasons::VariantNotFound>,
    >(
        &self,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<Self::CustomerOrDesignSessionOrAnyone, Error<Op>>> + Send;
}

/// The credentials in a request that may identify `Customer`.
#[derive(Debug, Clone, Copy)]
pub struct CustomerCredentials<'a> {
    /// `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    pub customer: Credential<Bearer<'a>>,
}

impl<'a> Credentials<'a> for CustomerCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { customer: reader.bearer() }
    }
}

/// The credentials in a request that may identify `Customer` or `DesignSession`.
#[derive(Debug, Clone, Copy)]
pub struct CustomerOrDesignSessionCredentials<'a> {
    /// `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    pub customer: Credential<Bearer<'a>>,
    /// Cookie `svc_design_session`: An anonymous session of the product designer, set by `createDesign`
    /// and `cloneDesign`.
    pub design_session: Credential<ApiKey<'a>>,
}

impl<'a> Credentials<'a> for CustomerOrDesignSessionCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { customer: reader.bearer(), design_session: reader.cookie("svc_design_session") }
    }
}
