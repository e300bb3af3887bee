//! The operations tagged `access-control`.

use reqwest::Method;

use crate::{Client, Error, Response, types};

impl Client {
    /// `GET /whoami/one`: One principal with a query key alone.
    pub async fn know_order(&self) -> Result<Response<types::KnownResponse>, Error> {
        let call = self.call(Method::GET, "/whoami/one".to_owned());
        call.send().await
    }

    /// `GET /whoami/optional`: One principal, or no one.
    pub async fn know_anyone(&self) -> Result<Response<types::KnownResponse>, Error> {
        let call = self.call(Method::GET, "/whoami/optional".to_owned());
        call.send().await
    }

    /// `GET /whoami/lenient`: One principal, or no one, or one whose credential is not valid.
    pub async fn know_anyone_leniently(&self) -> Result<Response<types::KnownResponse>, Error> {
        let call = self.call(Method::GET, "/whoami/lenient".to_owned());
        call.send().await
    }

    /// `GET /whoami/several`: Two principals.
    pub async fn know_either(&self) -> Result<Response<types::KnownResponse>, Error> {
        let call = self.call(Method::GET, "/whoami/several".to_owned());
        call.send().await
    }

    /// `GET /whoami/several-optional`: Two principals, in another order, or no one.
    pub async fn know_either_or_none(&self) -> Result<Response<types::KnownResponse>, Error> {
        let call = self.call(Method::GET, "/whoami/several-optional".to_owned());
        call.send().await
    }

    /// `GET /whoami/roles`: One principal with roles, in another order.
    pub async fn know_roles(&self) -> Result<Response<types::KnownResponse>, Error> {
        let call = self.call(Method::GET, "/whoami/roles".to_owned());
        call.send().await
    }
}
