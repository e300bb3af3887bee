//! The reasons for which the operations of Stoa REST v1 refuse calls.
//!
//! Generated from `specs/rest-v1.yaml` by `cargo xtask codegen`.

#![warn(missing_docs)]

pub use stoa_runtime::{Failed, Refusals, refusals};

stoa_runtime::reasons! {
    401 InvalidApiKey "invalid_api_key" "Invalid API key";
    400 InvalidCategory "invalid_category" "category must be valid text without NUL";
    400 InvalidLimit "invalid_limit" "limit must be an integer";
    400 InvalidOffset "invalid_offset" "offset must be an integer";
    400 InvalidPage "invalid_page" "page must be an integer";
    400 InvalidSearch "invalid_search" "search must be valid text without NUL";
    400 InvalidSiteId "invalid_site_id" "Invalid site ID";
    400 InvalidSlug "invalid_slug" "slug must be valid text without NUL";
    400 InvalidSort "invalid_sort" "sort must be one of newest, price_asc, price_desc, featured";
    400 LimitTooSmall "limit_too_small" "limit must be at least 1";
    404 NotFound "not_found" "Not found";
    400 OffsetTooSmall "offset_too_small" "offset must be at least 0";
    400 PageTooSmall "page_too_small" "page must be at least 1";
    429 RateLimitExceeded "rate_limit_exceeded" "Rate limit exceeded" retry_after;
    404 StoreNotFound "store_not_found" "Store not found";
}
