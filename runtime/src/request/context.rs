//! The parts of a request that a guard gets in addition to the credentials.

use std::{borrow::Cow, net::IpAddr};

use http::{HeaderName, HeaderValue, Method, header};

use super::Call;

/// A request without its query, headers and body. A guard gets it in addition to the credentials.
#[derive(Clone, Copy)]
pub struct RequestContext<'a>(&'a Call);

impl Call {
    pub fn context(&self) -> RequestContext<'_> {
        RequestContext(self)
    }
}

impl<'a> RequestContext<'a> {
    /// The request's method. `HEAD` is routed to the operation of `GET`.
    pub fn method(self) -> &'a Method {
        self.0.method()
    }

    /// Returns a path parameter, percent-decoded but not validated.
    pub fn path_parameter(self, name: &str) -> Option<Cow<'a, str>> {
        self.0.path_parameter(name)
    }

    /// See [`Call::peer`].
    pub fn peer(self) -> IpAddr {
        self.0.peer()
    }

    /// See [`Call::client`].
    pub fn client(self) -> IpAddr {
        self.0.client()
    }

    /// The value of the response's header `X-Request-Id`.
    pub fn request_id(self) -> &'a str {
        self.0.request_id()
    }

    /// Whether a browser sends the request before the user follows a link (`Sec-Purpose: prefetch`).
    pub fn is_prefetch(self) -> bool {
        ["sec-purpose", "purpose"].iter().any(|name| {
            let value = self.0.headers().get(*name).and_then(|value| value.to_str().ok());
            value.is_some_and(|value| value.to_ascii_lowercase().contains("prefetch"))
        })
    }

    /// The origin of the page that sends the request. Programs other than browsers send none.
    pub fn origin(self) -> Option<&'a str> {
        self.0.headers().get(header::ORIGIN)?.to_str().ok()
    }

    /// Refuses a JSON body unless its content type is `application/json` or ends with `+json`. A guard calls this for a
    /// page that must not use the credential, because a browser asks CORS before it sends such a body.
    pub fn require_json_type(self) {
        self.0.require_json_type();
    }

    /// See [`Call::set_header`].
    pub fn set_header(self, name: HeaderName, value: HeaderValue) {
        self.0.set_header(name, value);
    }
}
