//! The HTTP client of whoever gives none, and what may stand in a header.

use reqwest::header::HeaderValue;

/// HTTP knows no encoding of more than ASCII in a header. No text of it is shown anywhere.
pub fn header_value(text: &str) -> Option<HeaderValue> {
    let mut value = text.is_ascii().then(|| HeaderValue::from_str(text).ok())??;
    value.set_sensitive(true);
    Some(value)
}

/// It has connections, TLS and timeouts of its own, and follows redirects.
#[cfg(target_arch = "wasm32")]
pub fn client() -> Result<reqwest::Client, crate::Error> {
    Ok(reqwest::Client::new())
}

#[cfg(not(target_arch = "wasm32"))]
pub use native::client;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::time::Duration;

    use reqwest::{Client, ClientBuilder};

    use crate::Error;
    use crate::error::with_causes;

    /// Connections that take longer are given up, and tried again.
    const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

    /// Redirects are not followed: where one is an answer of the API, its `Location` is for the caller.
    pub fn client() -> Result<Client, Error> {
        let builder = Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none());
        tls(builder)?.build().map_err(|error| no_tls(&error))
    }

    /// The provider of cryptography is named here, so that it matters to nobody which one the process has installed.
    #[cfg(feature = "rustls")]
    fn tls(builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        use std::sync::Arc;

        use rustls::ClientConfig;
        use rustls::crypto::ring;
        use rustls_platform_verifier::BuilderVerifierExt;

        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_platform_verifier())
            .map_err(|error| no_tls(&error))?;
        Ok(builder.tls_backend_preconfigured(config.with_no_client_auth()))
    }

    #[cfg(all(feature = "native-tls", not(feature = "rustls")))]
    fn tls(builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        Ok(builder.tls_backend_native())
    }

    /// What TLS `reqwest` has then is another crate's choice, and it may panic for want of a provider of cryptography.
    #[cfg(not(any(feature = "native-tls", feature = "rustls")))]
    fn tls(_builder: ClientBuilder) -> Result<ClientBuilder, Error> {
        Err(Error::Request(
            "without the features `rustls` and `native-tls` the builder needs `http`".into(),
        ))
    }

    fn no_tls(error: &(dyn std::error::Error + 'static)) -> Error {
        Error::Request(format!("TLS cannot be set up: {}", with_causes(error)).into())
    }
}
