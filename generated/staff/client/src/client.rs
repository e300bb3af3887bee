//! The client and its builder.

use std::time::Duration;

use ::stoa_client_core::{Builder, Call, Error, Method, Settings, Transport};

/// A client of Stoa staff at one server. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Client {
    transport: Transport,
}

/// Builds a [`Client`].
#[derive(Debug, Clone)]
#[must_use]
pub struct ClientBuilder {
    builder: Builder,
}

impl Client {
    /// Returns a client without a credential. `base_url` is scheme and host, such as `https://shop.example`.
    pub fn new(base_url: &str) -> Result<Self, Error> {
        Self::builder(base_url).build()
    }

    /// Returns a client with this credential: A person's session token, or a server key (`stk_…`):
    /// `Authorization: Bearer <TOKEN>`. `invitePerson`, `updatePerson`, `createServerKey` and the
    /// command `stoa staff create` give roles. A role allows:
    ///
    /// - `owner`: everything of the site, including its people, its settings, its keys and the audit
    ///   trail
    /// - `shop`: products, orders, stock, customers, discount codes, gift certificates, shipping and
    ///   taxes; reads media and uploads pictures
    /// - `support`: conversations, messages and chat widgets; reads orders and customers
    /// - `content`: posts, the navigation, media, branding and design templates; reads products and
    ///   product categories
    pub fn with_staff(base_url: &str, credential: &str) -> Result<Self, Error> {
        Self::builder(base_url).staff(credential).build()
    }

    /// Returns a builder for a client with settings and any number of credentials.
    pub fn builder(base_url: &str) -> ClientBuilder {
        ClientBuilder {
            builder: Builder::new(
                base_url,
                "/api/staff",
                concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")),
            ),
        }
    }

    /// Returns the same client with other settings, on the same connections:
    /// `client.with(|settings| settings.retries(0))`.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(Settings) -> Settings) -> Self {
        Self { transport: self.transport.with(change) }
    }

    /// Returns a builder with everything that this client has, including its connections. Use it to give each user of
    /// an application a client with their own credential.
    pub fn to_builder(&self) -> ClientBuilder {
        ClientBuilder { builder: self.transport.to_builder() }
    }

    pub(crate) fn call(&self, operation: &'static str, method: Method, path: &'static str) -> Call {
        self.transport.call(operation, method, path)
    }
}

impl ClientBuilder {
    /// A person's session token, or a server key (`stk_…`): `Authorization: Bearer <TOKEN>`.
    /// `invitePerson`, `updatePerson`, `createServerKey` and the command `stoa staff create` give
    /// roles. A role allows:
    ///
    /// - `owner`: everything of the site, including its people, its settings, its keys and the audit
    ///   trail
    /// - `shop`: products, orders, stock, customers, discount codes, gift certificates, shipping and
    ///   taxes; reads media and uploads pictures
    /// - `support`: conversations, messages and chat widgets; reads orders and customers
    /// - `content`: posts, the navigation, media, branding and design templates; reads products and
    ///   product categories
    pub fn staff(self, credential: &str) -> Self {
        Self { builder: self.builder.bearer(credential) }
    }

    /// Sets the maximum duration of a call, including its retries and their waits. The default is 60 seconds.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.settings(|settings| settings.timeout(timeout))
    }

    /// Sets how often a call that may be repeated is retried after a temporary failure. The default is 2.
    pub fn retries(self, retries: u32) -> Self {
        self.settings(|settings| settings.retries(retries))
    }

    /// Changes any settings of the client.
    pub fn settings(self, change: impl FnOnce(Settings) -> Settings) -> Self {
        Self { builder: self.builder.settings(change) }
    }

    /// Puts a layer of `tower` around each attempt of each call, for example to sign or log requests, or to add
    /// `traceparent`. A layer that is added later is outside of an earlier one. The request has the `CallInfo` of the
    /// attempt among its extensions.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn layer(self, layer: impl ::stoa_client_core::HttpLayer) -> Self {
        Self { builder: self.builder.layer(layer) }
    }

    /// Sends calls with this HTTP client, which has its own TLS, proxies and user agent. The
    /// timeout of this builder applies to it. The HTTP client must not follow redirects: a call whose redirect was followed fails
    /// ([`ErrorKind::Redirected`](crate::ErrorKind::Redirected)). With `connection_verbose`, it logs everything that is sent, including credentials.
    /// Without the feature `rustls`, https needs such a client.
    #[cfg(feature = "reqwest")]
    pub fn http(self, http: ::stoa_client_core::reqwest::Client) -> Self {
        Self { builder: self.builder.http(http) }
    }

    /// Builds the client.
    ///
    /// # Errors
    /// [`ErrorKind::Request`](crate::ErrorKind::Request) if the base URL, a credential or a header is not valid.
    pub fn build(self) -> Result<Client, Error> {
        Ok(Client { transport: self.builder.build()? })
    }
}
