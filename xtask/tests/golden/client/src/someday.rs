//! The operations tagged `someday`.
//!
//! Not served yet: the server answers 404.

use reqwest::Method;

use crate::{Client, Error, Response, types};

impl Client {
    /// `GET /whoami/someday`: One principal that no served operation has.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Only the client has it.
    pub async fn know_somebody(&self) -> Result<Response<types::KnownResponse>, Error> {
        let call = self.call(Method::GET, "/whoami/someday".to_owned());
        call.send().await
    }
}
