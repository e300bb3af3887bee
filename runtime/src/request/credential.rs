//! The credentials of a request, which a guard verifies.

use std::{fmt, str};

use http::{HeaderMap, header};

use crate::Call;

/// A credential as the client sent it. It may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential<T> {
    Absent,
    /// The header or query parameter is repeated, the header or cookie is not text, or `Authorization` has no scheme or no
    /// token.
    Malformed,
    Given(T),
}

/// The token in `Authorization: Bearer <token>`: everything after the first space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bearer<'a>(pub &'a str);

/// The value of an API key's header, cookie or query parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ApiKey<'a>(pub &'a str);

/// The credentials that a guard gets. Generated code implements it for each set of principals.
pub trait Credentials<'a> {
    /// Reads each credential from the place that the document states.
    fn read(reader: CredentialReader<'a>) -> Self;
}

#[derive(Clone, Copy)]
pub struct CredentialReader<'a>(&'a Call);

impl Call {
    pub fn credentials<'a, T: Credentials<'a>>(&'a self) -> T {
        T::read(CredentialReader(self))
    }
}

impl<'a> CredentialReader<'a> {
    /// The token in `Authorization`. An empty header, or one of another scheme, has none: a proxy in front of the server
    /// may ask for `Basic`.
    pub fn bearer(self) -> Credential<Bearer<'a>> {
        bearer(self.0.headers())
    }

    /// The API key in this header.
    pub fn header(self, name: &'static str) -> Credential<ApiKey<'a>> {
        single(self.0.headers(), name).map(ApiKey)
    }

    /// The API key in this cookie. If several cookies have this name, the first one counts: a browser sends the cookie
    /// with the longest path first.
    pub fn cookie(self, name: &'static str) -> Credential<ApiKey<'a>> {
        let headers = self.0.headers().get_all(header::COOKIE).iter();
        let mut pairs = headers.flat_map(|header| header.as_bytes().split(|byte| *byte == b';'));
        let value = pairs
            .find_map(|pair| pair.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"="));
        let Some(value) = value else { return Credential::Absent };
        let unquoted = value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\""));
        let text = str::from_utf8(unquoted.unwrap_or(value));
        text.map_or(Credential::Malformed, |text| Credential::Given(ApiKey(text)))
    }

    /// The API key in this query parameter, decoded.
    pub fn query(self, name: &'static str) -> Credential<ApiKey<'a>> {
        let mut values = self.0.decoded_query().iter().filter(|(other, _)| other == name);
        match (values.next(), values.next()) {
            (None, _) => Credential::Absent,
            (Some((_, value)), None) => Credential::Given(ApiKey(value)),
            (Some(_), Some(_)) => Credential::Malformed,
        }
    }
}

impl<T> Credential<T> {
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Credential<U> {
        match self {
            Self::Absent => Credential::Absent,
            Self::Malformed => Credential::Malformed,
            Self::Given(value) => Credential::Given(change(value)),
        }
    }
}

fn bearer(headers: &HeaderMap) -> Credential<Bearer<'_>> {
    match single(headers, header::AUTHORIZATION.as_str()) {
        Credential::Given(value) => match value.split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                Credential::Given(Bearer(token))
            }
            Some(_) => Credential::Absent,
            None if value.is_empty() => Credential::Absent,
            None => Credential::Malformed,
        },
        Credential::Absent => Credential::Absent,
        Credential::Malformed => Credential::Malformed,
    }
}

/// The value of a header that occurs once.
fn single<'a>(headers: &'a HeaderMap, name: &str) -> Credential<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Credential::Absent,
        (Some(value), None) => value.to_str().map_or(Credential::Malformed, Credential::Given),
        (Some(_), Some(_)) => Credential::Malformed,
    }
}

// `Debug` omits the secrets.
impl fmt::Debug for Bearer<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Bearer([hidden])")
    }
}

impl fmt::Debug for ApiKey<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ApiKey([hidden])")
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(values: &[&'static str]) -> HeaderMap {
        let values = values.iter().map(|value| HeaderValue::from_static(value));
        values.map(|value| (header::AUTHORIZATION, value)).collect()
    }

    #[test]
    fn tokens() {
        assert_eq!(bearer(&headers(&[])), Credential::Absent);
        assert_eq!(bearer(&headers(&["Bearer b"])), Credential::Given(Bearer("b")));
        assert_eq!(bearer(&headers(&["bearer  b"])), Credential::Given(Bearer(" b")));
        for wrong in ["Bearer", "b"] {
            assert_eq!(bearer(&headers(&[wrong])), Credential::Malformed, "{wrong}");
        }
        for other in ["Basic b", "Digest username=b, realm=c", ""] {
            assert_eq!(bearer(&headers(&[other])), Credential::Absent, "{other}");
        }
        assert_eq!(bearer(&headers(&["Bearer a", "Bearer a"])), Credential::Malformed);
        assert_eq!(format!("{:?}", bearer(&headers(&["Bearer b"]))), "Given(Bearer([hidden]))");
    }
}
