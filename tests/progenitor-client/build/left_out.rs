//! Operations that progenitor cannot express. The build step fails if it can express one of them.

/// API, operation, and the reason in progenitor's own words.
pub const LEFT_OUT: &[(&str, &str, &str)] = &[
    ("storefront", "uploadDesignAsset", "unexpected content type: multipart/form-data"),
    ("storefront", "uploadImage", "unexpected content type: multipart/form-data"),
];
