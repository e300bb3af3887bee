//! Which browsers may call which API.

use std::time::Duration;

use http::{HeaderName, HeaderValue, Method, Request, Response, header};
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

/// What answers depend on here; those to requests without an origin say it too.
pub const VARY: HeaderValue = HeaderValue::from_static(
    "origin, access-control-request-method, access-control-request-headers",
);

/// REST v1 is for servers; a browser of any origin may read.
pub fn rest_v1() -> CorsLayer {
    base().allow_methods([Method::GET, Method::HEAD]).allow_origin(AllowOrigin::any())
}

/// A page of any origin may call a storefront. Cookies are for the store's own, which the database knows: see
/// [`allow_cookies`].
pub fn storefront() -> CorsLayer {
    base().allow_methods(AllowMethods::mirror_request()).allow_origin(AllowOrigin::mirror_request())
}

/// The site of a storefront, and the origin of the page that calls it.
pub fn caller<B>(request: &Request<B>) -> Option<(i64, String)> {
    let below = request.uri().path().strip_prefix(stoa_storefront_server::BASE_PATH)?;
    let site_id = below.strip_prefix('/')?.split('/').next()?.parse().ok()?;
    let origin = request.headers().get(header::ORIGIN)?.to_str().ok()?;
    Some((site_id, origin.to_owned()))
}

/// The page that called may send cookies and read what is answered to them.
pub fn allow_cookies<B>(response: &mut Response<B>) {
    let allow = HeaderValue::from_static("true");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, allow);
}

/// Chat widgets stand on pages of any origin, and no cookie is theirs.
pub fn live_chat() -> CorsLayer {
    base().allow_methods([Method::GET, Method::HEAD, Method::POST]).allow_origin(AllowOrigin::any())
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
            HeaderName::from_static("x-request-id"),
            HeaderName::from_static("idempotent-replayed"),
        ])
        .max_age(Duration::from_secs(3600))
}
