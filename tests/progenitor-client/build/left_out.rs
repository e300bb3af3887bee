//! What progenitor cannot express. The build step fails where it can.

/// API, operation, and why: progenitor's own words.
pub const LEFT_OUT: &[(&str, &str, &str)] = &[
    ("storefront", "uploadDesignAsset", "unexpected content type: multipart/form-data"),
    ("storefront", "uploadImage", "unexpected content type: multipart/form-data"),
];
