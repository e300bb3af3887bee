//! The transport of a client: server, credentials and settings.

use std::fmt;
use std::sync::Arc;

use http::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use http::{Method, Uri};

#[cfg(not(target_arch = "wasm32"))]
use crate::HttpLayer;
#[cfg(feature = "cache")]
use crate::cache::Cache;
use crate::call::escaped;
use crate::http_client::{HttpClient, header_value};
use crate::retry::Budget;
use crate::{Call, Error, Settings};

/// Sends calls to one server, with credentials and settings. Clones share their connections.
#[derive(Clone)]
pub struct Transport {
    pub(crate) http: HttpClient,
    pub(crate) config: Config,
    /// The retry budget, which clones share, and transports built by [`Transport::to_builder`].
    pub(crate) budget: Arc<Budget>,
}

/// Everything of a transport except its HTTP client.
#[derive(Clone)]
pub(crate) struct Config {
    /// The base URL without a trailing slash.
    pub(crate) base_url: String,
    pub(crate) server: Server,
    /// Credentials and `User-Agent`.
    pub(crate) headers: HeaderMap,
    /// Credentials in the query: names, and percent-encoded values.
    pub(crate) query: Vec<(&'static str, String)>,
    pub(crate) settings: Settings,
    #[cfg(feature = "cache")]
    pub(crate) cache: Option<Arc<Cache>>,
}

/// The server, as spans name it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Server {
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// Puts a layer around an HTTP client.
type Wrap = Arc<dyn Fn(HttpClient) -> HttpClient + Send + Sync>;

/// Builds a [`Transport`]. [`build`](Self::build) reports values that are not valid.
#[derive(Clone)]
#[must_use]
pub struct Builder {
    config: Config,
    http: Option<HttpClient>,
    /// The budget of the transport that the builder comes from.
    budget: Option<Arc<Budget>>,
    layers: Vec<Wrap>,
    fault: Option<&'static str>,
}

impl Builder {
    /// Creates a builder. The built transport sends calls to `path` at `base_url`. The base URL is scheme and host,
    /// such as `https://shop.example`. A host name with letters outside of ASCII has its ASCII form, such as
    /// `xn--caf-dma.example`.
    pub fn new(base_url: &str, path: &str, user_agent: &'static str) -> Self {
        let base_url = base_url.trim();
        let found = server(base_url);
        let repeats_path = |url: &str| !path.is_empty() && url.ends_with(path);
        let fault = match &found {
            Some((_, url)) if repeats_path(url) => {
                Some("the base URL must be scheme and host, without the path of the API")
            }
            Some(_) => None,
            None if !base_url.is_ascii() => {
                Some("the base URL must be ASCII: https://xn--caf-dma.example")
            }
            None => Some("the base URL must be scheme and host: https://shop.example"),
        };
        let (server, server_url) = found.unwrap_or_default();
        let config = Config {
            server,
            base_url: server_url + path,
            headers: name(user_agent),
            query: Vec::new(),
            settings: Settings::default(),
            #[cfg(feature = "cache")]
            cache: None,
        };
        Self { config, http: None, budget: None, layers: Vec::new(), fault }
    }

    /// Sends calls by the application's HTTP client. That client's TLS, proxies and user agent apply, but its timeout
    /// does not. That client must not follow redirects: see [`ErrorKind::Redirected`](crate::ErrorKind::Redirected).
    #[cfg(feature = "reqwest")]
    pub fn http(mut self, http: reqwest::Client) -> Self {
        self.http = Some(HttpClient::of_reqwest(http));
        self.config.headers.remove(USER_AGENT);
        self
    }

    /// Puts a layer of `tower` around each attempt of each call, for example to sign or log requests, or to add
    /// `traceparent`. A layer that is added later is outside of an earlier one. The request has the [`CallInfo`] of the
    /// attempt among its extensions.
    ///
    /// [`CallInfo`]: crate::CallInfo
    #[cfg(not(target_arch = "wasm32"))]
    pub fn layer(mut self, layer: impl HttpLayer) -> Self {
        self.layers.push(Arc::new(move |http| HttpClient::layered(layer.layer(http))));
        self
    }

    /// Changes the timeout, retries and headers of all calls.
    pub fn settings(mut self, change: impl FnOnce(Settings) -> Settings) -> Self {
        self.config.settings = change(self.config.settings);
        self
    }

    /// Caches responses that have a tag, in at most this many bytes. Each call still asks the server, with the cached
    /// tag. The server does not send an unchanged body again.
    #[cfg(feature = "cache")]
    pub fn cache(mut self, bytes: u64) -> Self {
        self.config.cache = Some(Cache::new(bytes).into());
        self
    }

    /// Adds the credential as `Authorization: Bearer <credential>`.
    pub fn bearer(self, credential: &str) -> Self {
        self.credential(AUTHORIZATION, format!("Bearer {credential}"))
    }

    /// Adds the credential as a header.
    pub fn header(self, name: &'static str, credential: &str) -> Self {
        self.credential(HeaderName::from_static(name), credential.to_owned())
    }

    /// Adds the credential as a cookie, and preserves cookies with other names.
    pub fn cookie(self, name: &str, credential: &str) -> Self {
        // These are the bytes that RFC 6265 allows in a cookie's value. Another byte could end the cookie and start a
        // second one.
        let allowed = |byte: u8| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte);
        if !credential.bytes().all(allowed) {
            return self
                .fail("the credential contains characters that are not allowed in a cookie");
        }
        let begin = format!("{name}=");
        let given = self.config.headers.get(COOKIE).and_then(|given| given.to_str().ok());
        let others = given.into_iter().flat_map(|given| given.split("; "));
        let others = others.filter(|other| !other.starts_with(&begin)).map(str::to_owned);
        let cookies: Vec<String> = others.chain([begin.clone() + credential]).collect();
        let cookies = cookies.join("; ");
        self.credential(COOKIE, cookies)
    }

    /// Adds the credential as a query parameter of every call. A parameter of the same name that a call sets replaces it.
    ///
    /// The credential is part of the URL. No error and no log line of this client shows URLs. An application's HTTP
    /// client that follows redirects may send the URL on as `Referer`: see [`ErrorKind::Redirected`](crate::ErrorKind::Redirected).
    pub fn query(mut self, name: &'static str, credential: &str) -> Self {
        let query = &mut self.config.query;
        query.retain(|(other, _)| *other != name);
        query.push((name, escaped(credential)));
        self
    }

    /// Builds the transport.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Request`](crate::ErrorKind::Request) in these cases:
    /// - The base URL, a credential or a header is not valid.
    /// - The base URL is https, but the client has no TLS. TLS needs the feature `rustls`, an HTTP client of the
    ///   application (`http`), or a browser.
    /// - The default HTTP client cannot be created.
    pub fn build(self) -> Result<Transport, Error> {
        if let Some(fault) = self.fault.or(self.config.settings.fault) {
            return Err(Error::request(fault));
        }
        let has_tls = cfg!(any(feature = "rustls", target_arch = "wasm32"));
        if self.http.is_none() && !has_tls && self.config.base_url.starts_with("https") {
            let fault =
                "without the feature `rustls`, https needs an HTTP client of yours (`http`)";
            return Err(Error::request(fault));
        }
        let http = self.http.map_or_else(HttpClient::new, Ok)?;
        let http = self.layers.iter().fold(http, |http, wrap| wrap(http));
        Ok(Transport { http, config: self.config, budget: self.budget.unwrap_or_default() })
    }

    fn credential(mut self, name: HeaderName, value: String) -> Self {
        let Some(value) = header_value(&value) else {
            return self
                .fail("the credential contains characters that are not allowed in a header");
        };
        self.config.headers.insert(name, value);
        self
    }

    fn fail(mut self, fault: &'static str) -> Self {
        self.fault.get_or_insert(fault);
        self
    }
}

/// Returns the server of a base URL, and the base URL without a trailing slash, or `None` if it is not valid.
fn server(base_url: &str) -> Option<(Server, String)> {
    // `Uri` ignores fragments.
    let is_plain = base_url.is_ascii() && !base_url.contains('#');
    let uri: Uri = base_url.parse().ok().filter(|_| is_plain)?;
    let (scheme, default_port) = match uri.scheme_str()? {
        "http" => ("http", 80),
        "https" => ("https", 443),
        _ => return None,
    };
    let host = uri.host()?.to_ascii_lowercase();
    let authority = match uri.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.clone(),
    };
    // An authority that differs has a user, a password or an invalid port.
    let is_bare = uri.authority()?.as_str().eq_ignore_ascii_case(&authority);
    if host.is_empty() || !is_bare || uri.query().is_some() {
        return None;
    }
    let port = uri.port_u16().unwrap_or(default_port);
    let path = uri.path().trim_end_matches('/');
    Some((Server { host, port }, format!("{scheme}://{authority}{path}")))
}

/// Returns the `User-Agent` header, or no header in a browser, which sends its own.
fn name(user_agent: &'static str) -> HeaderMap {
    if cfg!(target_arch = "wasm32") {
        return HeaderMap::new();
    }
    HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static(user_agent))])
}

impl Transport {
    /// Returns the same transport with other settings.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(Settings) -> Settings) -> Self {
        let mut changed = self.clone();
        changed.config.settings = change(changed.config.settings);
        changed
    }

    /// Returns a builder that has everything that this transport has, including its connections and retry budget. Use
    /// the builder to set another credential.
    pub fn to_builder(&self) -> Builder {
        let Self { http, config, budget } = self.clone();
        Builder { config, http: Some(http), budget: Some(budget), layers: Vec::new(), fault: None }
    }

    /// Returns a call of an operation. `path` has the names of parameters in braces: `/{siteId}/cart`.
    pub fn call(&self, operation: &'static str, method: Method, path: &'static str) -> Call {
        Call::new(self.clone(), operation, method, path)
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Transport");
        out.field("settings", &self.config.settings);
        #[cfg(feature = "cache")]
        out.field("cache", &self.config.cache);
        out.finish_non_exhaustive()
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Builder").field("settings", &self.config.settings).finish_non_exhaustive()
    }
}
