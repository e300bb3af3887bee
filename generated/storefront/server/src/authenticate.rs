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
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    type Customer: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    /// - without a credential: what handlers need to know of them, such as the client's address.
    type CustomerOrAnyone: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    /// - cookie `svc_design_session`: An anonymous session of the product designer, set by
    ///   `createDesign` and `cloneDesign`.
    type CustomerOrDesignSession: Send;
    /// Whom a credential speaks for:
    /// - `Authorization: Bearer`: A customer's session token: `Authorization: Bearer <SESSION_TOKEN>`.
    /// - cookie `svc_design_session`: An anonymous session of the product designer, set by
    ///   `createDesign` and `cloneDesign`.
    /// - without a credential: what handlers need to know of them, such as the client's address.
    type CustomerOrDesignSessionOrAnyone: Send;

    /// Who calls: [`Self::Anyone`].
    fn anyone<Op: Operation + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Who calls: [`Self::Customer`].
    fn customer<Op: Operation + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::Customer, Error<Op>>> + Send;

    /// Who calls: [`Self::CustomerOrAnyone`].
    fn customer_or_anyone<Op: Operation + Documents<401> + Documents<404> + Documents<429>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::CustomerOrAnyone, Error<Op>>> + Send;

    /// Who calls: [`Self::CustomerOrAnyone`].
    ///
    /// A credential that is not valid is no failure: what the handler is told of it is for the guard to
    /// say.
    fn customer_or_anyone_leniently<
        Op: Operation + Documents<401> + Documents<403> + Documents<404> + Documents<429>,
    >(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::CustomerOrAnyone, Error<Op>>> + Send;

    /// Who calls: [`Self::CustomerOrDesignSession`].
    fn customer_or_design_session<Op: Operation + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::CustomerOrDesignSession, Error<Op>>> + Send;

    /// Who calls: [`Self::CustomerOrDesignSessionOrAnyone`].
    fn customer_or_design_session_or_anyone<
        Op: Operation + Documents<401> + Documents<404> + Documents<429>,
    >(
        &self,
        call: &mut Call,
    ) -> impl Future<Output = Result<Self::CustomerOrDesignSessionOrAnyone, Error<Op>>> + Send;
}
