//! Which browsers may call which API.

use std::time::Duration;

use http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, CorsLayer};

/// What answers depend on here; those to requests without an origin say it too.
pub const VARY: HeaderValue = HeaderValue::from_static(
    "origin, access-control-request-method, access-control-request-headers",
);

/// REST v1 is for servers; a browser of any origin may read.
pub fn rest_v1() -> CorsLayer {
    base().allow_methods([Method::GET, Method::HEAD]).allow_origin(AllowOrigin::any())
}

/// Storefronts call from their own pages. Credentials wait for the store's own origins to be known.
pub fn storefront() -> CorsLayer {
    base().allow_methods(AllowMethods::mirror_request()).allow_origin(AllowOrigin::mirror_request())
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
            header::ETAG,
            header::RETRY_AFTER,
            HeaderName::from_static("x-ratelimit-limit"),
            HeaderName::from_static("x-ratelimit-remaining"),
            HeaderName::from_static("x-request-id"),
            HeaderName::from_static("idempotent-replayed"),
        ])
        .max_age(Duration::from_secs(3600))
}
