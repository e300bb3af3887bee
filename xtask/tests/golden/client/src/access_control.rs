//! The operations tagged `access-control`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// `GET /whoami/one`: One principal with a query key alone.
    pub fn know_order(&self) -> KnowOrder {
        KnowOrder(self.call("knowOrder", Method::GET, "/whoami/one"))
    }

    /// `GET /whoami/optional`: One principal, or no one.
    pub fn know_anyone(&self) -> KnowAnyone {
        KnowAnyone(self.call("knowAnyone", Method::GET, "/whoami/optional"))
    }

    /// `GET /whoami/lenient`: One principal, or no one, or one whose credential is not valid.
    pub fn know_anyone_leniently(&self) -> KnowAnyoneLeniently {
        KnowAnyoneLeniently(self.call("knowAnyoneLeniently", Method::GET, "/whoami/lenient"))
    }

    /// `GET /whoami/several`: Two principals.
    pub fn know_either(&self) -> KnowEither {
        KnowEither(self.call("knowEither", Method::GET, "/whoami/several"))
    }

    /// `GET /whoami/several-optional`: Two principals, in another order, or no one.
    pub fn know_either_or_none(&self) -> KnowEitherOrNone {
        KnowEitherOrNone(self.call("knowEitherOrNone", Method::GET, "/whoami/several-optional"))
    }

    /// `GET /whoami/roles`: One principal with roles, in another order.
    pub fn know_roles(&self) -> KnowRoles {
        KnowRoles(self.call("knowRoles", Method::GET, "/whoami/roles"))
    }
}

::stoa_client_core::calls! {
    know_order: KnowOrder -> Json<types::KnownResponse>;
    know_anyone: KnowAnyone -> Json<types::KnownResponse>;
    know_anyone_leniently: KnowAnyoneLeniently -> Json<types::KnownResponse>;
    know_either: KnowEither -> Json<types::KnownResponse>;
    know_either_or_none: KnowEitherOrNone -> Json<types::KnownResponse>;
    know_roles: KnowRoles -> Json<types::KnownResponse>;
}
