//! The HTTP client of whoever gives none.

use std::time::Duration;

use crate::Error;

/// Connections that take longer are given up, and tried again.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Redirects are not followed: where one is an answer of the API, its `Location` is for the caller.
pub fn client() -> Result<reqwest::Client, Error> {
    let builder = reqwest::Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none());
    tls(builder)?.build().map_err(Error::Transport)
}

/// The provider of cryptography is named here, so that it matters to nobody which one the process has installed.
#[cfg(feature = "rustls")]
fn tls(builder: reqwest::ClientBuilder) -> Result<reqwest::ClientBuilder, Error> {
    use std::sync::Arc;

    use rustls::ClientConfig;
    use rustls::crypto::ring;
    use rustls_platform_verifier::BuilderVerifierExt;

    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_platform_verifier())
        .map_err(|error| Error::Request(format!("TLS cannot be set up: {error}").into()))?;
    Ok(builder.tls_backend_preconfigured(config.with_no_client_auth()))
}

#[cfg(not(feature = "rustls"))]
fn tls(builder: reqwest::ClientBuilder) -> Result<reqwest::ClientBuilder, Error> {
    Ok(builder)
}
