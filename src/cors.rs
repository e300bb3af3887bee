//! CORS policies: which pages may call which API.

use std::time::Duration;

use http::{HeaderName, HeaderValue, Method, Request, Response, header};
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

/// The value of `Vary`: the request headers that the CORS headers of a response depend on. Responses to requests
/// without `Origin` have it too.
pub const VARY: HeaderValue = HeaderValue::from_static(
    "origin, access-control-request-method, access-control-request-headers",
);

/// Pages of any origin may call these methods, without cookies.
pub fn any_origin<const N: usize>(methods: [Method; N]) -> CorsLayer {
    base().allow_methods(methods).allow_origin(AllowOrigin::any())
}

/// Pages of these origins may call all methods, without cookies. Returns `None` if there are no origins.
pub fn origins(origins: &[HeaderValue]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let methods =
        [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
    let origins = AllowOrigin::list(origins.iter().cloned());
    Some(base().allow_methods(methods).allow_origin(origins))
}

/// Pages of any origin may call a storefront. Cookies are for the store's own pages, whose origins the database knows:
/// see [`allow_cookies`].
pub fn storefront() -> CorsLayer {
    base().allow_methods(AllowMethods::mirror_request()).allow_origin(AllowOrigin::mirror_request())
}

/// Returns the site of a storefront request, and the origin of the calling page.
pub fn caller<B>(request: &Request<B>) -> Option<(i64, String)> {
    let below = request.uri().path().strip_prefix(stoa_storefront_server::BASE_PATH)?;
    let site_id = below.strip_prefix('/')?.split('/').next()?.parse().ok()?;
    let origin = request.headers().get(header::ORIGIN)?.to_str().ok()?;
    Some((site_id, origin.to_owned()))
}

/// Lets the calling page send cookies and read the response.
pub fn allow_cookies<B>(response: &mut Response<B>) {
    let allow = HeaderValue::from_static("true");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, allow);
}

fn base() -> CorsLayer {
    CorsLayer::new()
        .vary([
            header::ORIGIN,
            header::ACCESS_CONTROL_REQUEST_METHOD,
            header::ACCESS_CONTROL_REQUEST_HEADERS,
        ])
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers([
            header::AGE,
            header::ETAG,
            header::LINK,
            header::RETRY_AFTER,
            HeaderName::from_static("x-ratelimit-limit"),
            HeaderName::from_static("x-ratelimit-remaining"),
            stoa_runtime::X_ERROR_CODE,
            HeaderName::from_static("x-request-id"),
            HeaderName::from_static("idempotent-replayed"),
        ])
        .max_age(Duration::from_secs(3600))
}
