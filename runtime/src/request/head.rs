//! Limits on the head of a request. They are lower than hyper's own limits, because hyper refuses a head without an
//! explanation.

use http::{header::HOST, request::Parts};

use crate::operation::error::UntypedError;

/// Maximum length of a request's path and query. A longer one is answered 414.
const MAX_TARGET_BYTES: usize = 60 * 1024;

/// Maximum length of the names and values of a request's headers together. Longer ones are answered 431.
const MAX_HEADER_BYTES: usize = 32 * 1024;

/// Maximum number of a request's headers. A request with more is answered 431.
///
/// hyper's limit is 100.
const MAX_HEADERS: usize = 96;

/// Refuses a head beyond these limits, and a head with several `Host` headers (RFC 9112, section 3.2).
pub(crate) fn check(parts: &Parts) -> Result<(), UntypedError> {
    let target = parts.uri.path_and_query().map_or("", |target| target.as_str());
    if target.len() > MAX_TARGET_BYTES {
        return Err(UntypedError::plain(414, "Request target too long"));
    }
    let headers = &parts.headers;
    let bytes = headers.iter().map(|(name, value)| name.as_str().len() + value.len());
    if headers.len() > MAX_HEADERS || bytes.sum::<usize>() > MAX_HEADER_BYTES {
        return Err(UntypedError::plain(431, "Request headers too large"));
    }
    if headers.get_all(HOST).iter().nth(1).is_some() {
        return Err(UntypedError::plain(400, "Host is given twice"));
    }
    Ok(())
}
