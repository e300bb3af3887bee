//! A bucket with the S3 API, and the HTTP client for it.

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpRequest, HttpResponse, HttpService,
};
use object_store::{BackoffConfig, ClientOptions, RetryConfig};
use url::Url;

use crate::StorageError;

/// `Cache-Control` of every file: files never change.
pub(crate) const CACHE_CONTROL: &str = "public, max-age=31536000, immutable";

/// Time limit for opening a connection.
const S3_CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Time in which a bucket sends nothing during a call; then the attempt fails.
const S3_READ_TIMEOUT: Duration = Duration::from_secs(10);

/// Time for one attempt of a call to a bucket; then the attempt fails.
///
/// It is enough for the largest picture.
const S3_CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// Idle connections are closed after this time, before firewalls and proxies on the way drop them.
const S3_IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// A bucket and its keys, which `Debug` leaves out.
#[derive(Clone)]
pub struct S3Settings {
    pub bucket: String,
    /// URL such as `https://s3.example.com`; `None` for Amazon S3.
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: String,
}

impl fmt::Debug for S3Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bucket, endpoint, region, .. } = self;
        out.debug_struct("S3Settings")
            .field("bucket", bucket)
            .field("endpoint", endpoint)
            .field("region", region)
            .finish_non_exhaustive()
    }
}

pub(crate) fn bucket(settings: &S3Settings) -> Result<AmazonS3, StorageError> {
    let S3Settings { bucket, endpoint, region, access_key_id, secret_access_key } = settings;
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(region)
        .with_access_key_id(access_key_id)
        .with_secret_access_key(secret_access_key)
        .with_retry(retries())
        .with_http_connector(Connector);
    if let Some(endpoint) = endpoint {
        let url = parse(endpoint)?;
        // Plain HTTP is used only if the endpoint says so, such as for a bucket on the same machine.
        builder = builder.with_endpoint(url.trim_end_matches('/')).with_allow_http(true);
    }
    Ok(builder.build()?)
}

fn parse(endpoint: &str) -> Result<&str, StorageError> {
    // A user name or password in the URL would be logged with the URL.
    let is_plain = |url: &Url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none()
    };
    match Url::parse(endpoint.trim()).ok().filter(is_plain) {
        Some(_) => Ok(endpoint.trim()),
        None => Err(StorageError::Setting("the S3 endpoint is not an http(s) URL")),
    }
}

/// Few retries with short pauses, because a caller waits for the answer.
fn retries() -> RetryConfig {
    let backoff = BackoffConfig {
        init_backoff: Duration::from_millis(100),
        max_backoff: Duration::from_secs(2),
        base: 2.0,
    };
    RetryConfig { backoff, max_retries: 2, retry_timeout: Duration::from_secs(10) }
}

/// Creates HTTP clients that use the proxy that the environment names.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = stoa_tls_roots::http()
            .http1_only()
            .connect_timeout(S3_CONNECT_TIMEOUT)
            .read_timeout(S3_READ_TIMEOUT)
            .timeout(S3_CALL_TIMEOUT)
            .pool_idle_timeout(S3_IDLE_TIMEOUT)
            .user_agent(concat!("Stoa/", env!("CARGO_PKG_VERSION")))
            .build();
        let failed = |error| object_store::Error::Generic { store: "S3", source: Box::new(error) };
        Ok(HttpClient::new(Traced(client.map_err(failed)?)))
    }
}

#[derive(Debug)]
struct Traced(reqwest::Client);

impl HttpService for Traced {
    fn call<'service, 'call>(
        &'service self,
        request: HttpRequest,
    ) -> Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'call>>
    where
        'service: 'call,
        Self: 'call,
    {
        Box::pin(async move {
            let (method, url) = (request.method().clone(), request.uri().to_string());
            // The bucket does not continue the trace, so its requests do not have the trace's headers.
            let send = |_trace| self.0.call(request);
            let status = |response: &HttpResponse| response.status().as_u16();
            stoa_telemetry::http_call("s3", method.as_str(), &url, send, status).await
        })
    }
}
