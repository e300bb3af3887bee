//! The credential of a request, which a guard verifies.

use std::fmt;

use http::{HeaderMap, HeaderName, header};

use crate::Call;

/// A credential as the client sent it. It may be wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Credential<'a> {
    Absent,
    /// The header is repeated, is not text, or has another scheme.
    Malformed,
    Given(&'a str),
}

impl Call {
    /// The token in `Authorization: Bearer <token>`: everything after the first space.
    pub fn bearer(&self) -> Credential<'_> {
        bearer(self.headers())
    }

    /// The API key in this header.
    pub fn api_key(&self, header: HeaderName) -> Credential<'_> {
        single(self.headers(), &header)
    }
}

fn bearer(headers: &HeaderMap) -> Credential<'_> {
    match single(headers, &header::AUTHORIZATION) {
        Credential::Given(value) => match value.split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                Credential::Given(token)
            }
            _ => Credential::Malformed,
        },
        absent_or_malformed => absent_or_malformed,
    }
}

/// The value of a header that occurs once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Credential<'a> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Credential::Absent,
        (Some(value), None) => value.to_str().map_or(Credential::Malformed, Credential::Given),
        (Some(_), Some(_)) => Credential::Malformed,
    }
}

impl fmt::Debug for Credential<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Absent => "Absent",
            Self::Malformed => "Malformed",
            Self::Given(_) => "Given([hidden])",
        })
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
        assert_eq!(bearer(&headers(&["Bearer b"])), Credential::Given("b"));
        assert_eq!(bearer(&headers(&["bearer  b"])), Credential::Given(" b"));
        for wrong in ["Basic b", "Bearer", "b", ""] {
            assert_eq!(bearer(&headers(&[wrong])), Credential::Malformed, "{wrong}");
        }
        assert_eq!(bearer(&headers(&["Bearer a", "Bearer a"])), Credential::Malformed);
        assert_eq!(format!("{:?}", bearer(&headers(&["Bearer b"]))), "Given([hidden])");
    }
}
