//! The operations tagged `access-control`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /whoami/one`: One principal with a query key alone.
    pub async fn know_order(&self) -> Result<Response<types::KnownResponse>, Error> {
        self.call("knowOrder", Method::GET, "/whoami/one").send().await
    }

    /// `GET /whoami/optional`: One principal, or no one.
    pub async fn know_anyone(&self) -> Result<Response<types::KnownResponse>, Error> {
        self.call("knowAnyone", Method::GET, "/whoami/optional").send().await
    }

    /// `GET /whoami/lenient`: One principal, or no one, or one whose credential is not valid.
    pub async fn know_anyone_leniently(&self) -> Result<Response<types::KnownResponse>, Error> {
        self.call("knowAnyoneLeniently", Method::GET, "/whoami/lenient").send().await
    }

    /// `GET /whoami/several`: Two principals.
    pub async fn know_either(&self) -> Result<Response<types::KnownResponse>, Error> {
        self.call("knowEither", Method::GET, "/whoami/several").send().await
    }

    /// `GET /whoami/several-optional`: Two principals, in another order, or no one.
    pub async fn know_either_or_none(&self) -> Result<Response<types::KnownResponse>, Error> {
        self.call("knowEitherOrNone", Method::GET, "/whoami/several-optional").send().await
    }

    /// `GET /whoami/roles`: One principal with roles, in another order.
    pub async fn know_roles(&self) -> Result<Response<types::KnownResponse>, Error> {
        self.call("knowRoles", Method::GET, "/whoami/roles").send().await
    }
}
