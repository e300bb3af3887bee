//! The operations tagged `someday`.
//!
//! Not served yet: the server answers 404.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// `GET /whoami/someday`: One principal that no served operation has.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Only the client has it.
    pub fn know_somebody(&self) -> KnowSomebody {
        KnowSomebody(self.call("knowSomebody", Method::GET, "/whoami/someday"))
    }
}

::stoa_client_core::calls! {
    know_somebody: KnowSomebody -> Json<types::KnownResponse>;
}
