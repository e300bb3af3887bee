//! Connections: direct or through a proxy, with TLS for https.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use http::Uri;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tower::util::{BoxCloneSyncService, ServiceExt};
use tower::{BoxError, service_fn};

use crate::Error;

/// Timeout for connecting, including TLS.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Time after which TCP probes an idle connection, and time between further probes. TCP closes the connection after
/// [`TCP_KEEPALIVE_PROBES`] unanswered probes.
const TCP_KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);
const TCP_KEEPALIVE_PROBES: u32 = 3;

type Tcp = TokioIo<TcpStream>;

#[cfg(feature = "rustls")]
type Connection = hyper_rustls::MaybeHttpsStream<Tcp>;
#[cfg(not(feature = "rustls"))]
type Connection = Tcp;

type Connecting<C> = BoxCloneSyncService<Uri, C, BoxError>;
pub type Connector = Connecting<Connection>;

pub fn connector() -> Result<Connector, Error> {
    let connector = with_tls(tcp())?;
    Ok(BoxCloneSyncService::new(service_fn(move |address| {
        let connecting = connector.clone().oneshot(address);
        async move {
            let late = || io::Error::new(io::ErrorKind::TimedOut, "it took too long to connect");
            timeout(CONNECT_TIMEOUT, connecting).await.unwrap_or_else(|_| Err(late().into()))
        }
    })))
}

/// Connects directly or through a proxy. Only https uses a proxy: the one that `HTTPS_PROXY`, `ALL_PROXY` and
/// `NO_PROXY` select.
fn tcp() -> Connecting<Tcp> {
    let mut direct = HttpConnector::new();
    direct.enforce_http(!cfg!(feature = "rustls"));
    direct.set_nodelay(true);
    direct.set_keepalive(Some(TCP_KEEPALIVE_INTERVAL));
    direct.set_keepalive_interval(Some(TCP_KEEPALIVE_INTERVAL));
    direct.set_keepalive_retries(Some(TCP_KEEPALIVE_PROBES));
    let proxies = Arc::new(Matcher::from_env());
    BoxCloneSyncService::new(service_fn(move |address: Uri| {
        let direct = direct.clone();
        let proxy = match address.scheme_str() {
            Some("https") => proxies.intercept(&address),
            _ => None,
        };
        async move {
            let Some(proxy) = proxy else { return Ok(direct.oneshot(address).await?) };
            if proxy.uri().scheme_str() != Some("http") {
                let kind = io::ErrorKind::Unsupported;
                return Err(
                    io::Error::new(kind, "the address of a proxy begins with http://").into()
                );
            }
            let mut tunnel = Tunnel::new(proxy.uri().clone(), direct);
            if let Some(credentials) = proxy.basic_auth() {
                tunnel = tunnel.with_auth(credentials.clone());
            }
            Ok(tunnel.oneshot(address).await?)
        }
    }))
}

/// Adds TLS with an explicit crypto provider. The default provider of the process therefore has no effect.
#[cfg(feature = "rustls")]
fn with_tls(tcp: Connecting<Tcp>) -> Result<Connector, Error> {
    use hyper_rustls::HttpsConnectorBuilder;
    use rustls::ClientConfig;
    use rustls::crypto::ring;
    use rustls_platform_verifier::BuilderVerifierExt;

    use crate::error::with_causes;

    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_platform_verifier())
        .map_err(|error| {
            Error::request(format!("TLS cannot be set up: {}", with_causes(&error)))
        })?;
    let builder = HttpsConnectorBuilder::new()
        .with_tls_config(config.with_no_client_auth())
        .https_or_http()
        .enable_http1();
    #[cfg(feature = "http2")]
    let builder = builder.enable_http2();
    Ok(BoxCloneSyncService::new(builder.wrap_connector(tcp)))
}

#[cfg(not(feature = "rustls"))]
fn with_tls(tcp: Connecting<Tcp>) -> Result<Connector, Error> {
    Ok(tcp)
}
