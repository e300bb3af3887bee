//! The operations tagged `access-control`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// One principal with a query key alone: `GET /whoami/one`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_order(&self) -> KnowOrder {
        KnowOrder(self.call("knowOrder", Method::GET, "/whoami/one"))
    }

    /// One principal, or no one: `GET /whoami/optional`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_anyone(&self) -> KnowAnyone {
        KnowAnyone(self.call("knowAnyone", Method::GET, "/whoami/optional"))
    }

    /// One principal, or no one, or one whose credential is not valid: `GET /whoami/lenient`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_anyone_leniently(&self) -> KnowAnyoneLeniently {
        KnowAnyoneLeniently(self.call("knowAnyoneLeniently", Method::GET, "/whoami/lenient"))
    }

    /// Two principals: `GET /whoami/several`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_either(&self) -> KnowEither {
        KnowEither(self.call("knowEither", Method::GET, "/whoami/several"))
    }

    /// Two principals, in another order, or no one: `GET /whoami/several-optional`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_either_or_none(&self) -> KnowEitherOrNone {
        KnowEitherOrNone(self.call("knowEitherOrNone", Method::GET, "/whoami/several-optional"))
    }

    /// One principal with roles, in another order: `GET /whoami/roles`.
    ///
    /// Requires the roles `second_floor` and `store`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_roles(&self) -> KnowRoles {
        KnowRoles(self.call("knowRoles", Method::GET, "/whoami/roles"))
    }

    /// One principal with one role or with two others: `GET /whoami/any-role`.
    ///
    /// The order of alternatives and of their roles has no meaning.
    ///
    /// Requires the roles `attic` and `second_floor`, or the role `store`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn know_any_role(&self) -> KnowAnyRole {
        KnowAnyRole(self.call("knowAnyRole", Method::GET, "/whoami/any-role"))
    }
}

::stoa_client_core::calls! {
    know_order: KnowOrder "knowOrder" -> Json<types::KnownResponse>;
    know_anyone: KnowAnyone "knowAnyone" -> Json<types::KnownResponse>;
    know_anyone_leniently: KnowAnyoneLeniently "knowAnyoneLeniently" -> Json<types::KnownResponse>;
    know_either: KnowEither "knowEither" -> Json<types::KnownResponse>;
    know_either_or_none: KnowEitherOrNone "knowEitherOrNone" -> Json<types::KnownResponse>;
    know_roles: KnowRoles "knowRoles" -> Json<types::KnownResponse>;
    know_any_role: KnowAnyRole "knowAnyRole" -> Json<types::KnownResponse>;
}

impl KnowOrder {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl KnowAnyone {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl KnowAnyoneLeniently {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl KnowEither {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl KnowEitherOrNone {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl KnowRoles {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl KnowAnyRole {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}
