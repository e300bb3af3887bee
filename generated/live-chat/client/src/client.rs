//! The client, and how it is built.

use std::time::Duration;

use ::stoa_client_core::{Builder, Call, Error, Method, Settings, Transport};

/// Calls Stoa live chat at one server. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Client {
    transport: Transport,
}

/// A [`Client`] that is being put together.
#[derive(Debug, Clone)]
#[must_use]
pub struct ClientBuilder {
    builder: Builder,
}

impl Client {
    /// A client without a credential; `base_url` is scheme and host, `https://shop.example`.
    pub fn new(base_url: &str) -> Result<Self, Error> {
        Self::builder(base_url).build()
    }

    /// A client with this credential: The `ephemeralToken` of the conversation, for clients that can
    /// set headers. This keeps it out of URLs.
    pub fn with_conversation(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::builder(base_url).conversation(credential).build()
    }

    /// A client with settings, and with as many credentials as there are.
    pub fn builder(base_url: &str) -> ClientBuilder {
        ClientBuilder {
            builder: Builder::new(
                base_url,
                "/api/public/chat",
                concat!("stoa-live-chat-client/", env!("CARGO_PKG_VERSION")),
            ),
        }
    }

    /// The same client with other settings, on the same connections: `client.with(|settings| settings.retries(0))`.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(Settings) -> Settings) -> Self {
        Self { transport: self.transport.with(change) }
    }

    /// A builder that begins with all that this client has, its connections too: for another credential, such as that of
    /// each user of an application, for whom a client of its own need not be made anew.
    pub fn to_builder(&self) -> ClientBuilder {
        ClientBuilder { builder: self.transport.to_builder() }
    }

    pub(crate) fn call(&self, operation: &'static str, method: Method, path: &'static str) -> Call {
        self.transport.call(operation, method, path)
    }
}

impl ClientBuilder {
    /// The `ephemeralToken` of the conversation, for clients that can set headers. This keeps it out of
    /// URLs.
    pub fn conversation(self, credential: &str) -> Self {
        Self { builder: self.builder.bearer(credential) }
    }

    /// How long a call may take in all, with its retries and the waits between them: 60 seconds unless set.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.settings(|settings| settings.timeout(timeout))
    }

    /// How often a call that may be repeated is sent again after a failure that may pass: twice unless set.
    pub fn retries(self, retries: u32) -> Self {
        self.settings(|settings| settings.retries(retries))
    }

    /// All settings of a call at once.
    pub fn settings(self, change: impl FnOnce(Settings) -> Settings) -> Self {
        Self { builder: self.builder.settings(change) }
    }

    /// Calls are made on this HTTP client, with its own TLS, proxies and name; their timeout is the one set here. It must
    /// not follow redirects: a call whose redirect was followed fails ([`Error::Redirected`]). One that has
    /// `connection_verbose` logs all that is sent, credentials too. Without the feature `rustls`, https needs one.
    #[cfg(feature = "reqwest")]
    pub fn http(self, http: ::stoa_client_core::reqwest::Client) -> Self {
        Self { builder: self.builder.http(http) }
    }

    /// # Errors
    /// [`Error::Request`] where the base URL, a credential or a header cannot be what it is meant to be.
    pub fn build(self) -> Result<Client, Error> {
        Ok(Client { transport: self.builder.build()? })
    }
}
