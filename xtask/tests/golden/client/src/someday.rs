//! The operations tagged `someday`.
//!
//! Not served yet: the server answers 404.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// One principal that no served operation has: `GET /whoami/someday`.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Only the client has it.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_somebody(&self) -> KnowSomebody {
        KnowSomebody(self.call("knowSomebody", Method::GET, "/whoami/someday"))
    }
}

::stoa_client_core::calls! {
    know_somebody: KnowSomebody -> Json<types::KnownResponse>;
}
