//! An API's document.

/// An OpenAPI document, with the names in it that a program needs to serve its API. Every generated server exports one.
pub struct Document {
    /// The name of the API, for paths and metrics: `rest-v1`.
    pub name: &'static str,
    /// The path under which the API is mounted.
    pub base_path: &'static str,
    /// The document, byte for byte.
    pub yaml: &'static str,
    /// The document as JSON.
    pub json: &'static str,
    /// The document as OpenAPI 3.0.3.
    pub json_3_0: &'static str,
    /// The names of the rate limits. Operators set a limit by its name.
    pub rate_limits: &'static [&'static str],
}
