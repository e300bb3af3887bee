//! The operations tagged `someday`.
//!
//! Not served yet: the server answers 404.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /whoami/someday`: One principal that no served operation has.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Only the client has it.
    pub async fn know_somebody(&self) -> Result<Response<types::KnownResponse>, Error> {
        self.call("knowSomebody", Method::GET, "/whoami/someday").send().await
    }
}
