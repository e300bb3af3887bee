//! A bucket of whoever speaks S3, and the HTTP client that asks it.

use std::fmt;
use std::time::Duration;

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{HttpClient, HttpConnector};
use object_store::{BackoffConfig, ClientOptions, RetryConfig};
use url::Url;

use crate::StorageError;

/// What the bucket says of each file: it never changes.
pub(crate) const CACHE_CONTROL: &str = "public, max-age=31536000, immutable";

/// Who takes no connection for so long is tried by another.
const S3_CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// A bucket that is silent for so long is given up.
const S3_READ_TIMEOUT: Duration = Duration::from_secs(10);

/// For one call, the largest picture too.
const A_CALL_HAS: Duration = Duration::from_secs(60);

/// A connection without a call is closed before those in between forget it.
const S3_IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Which bucket, and by which keys. Its `Debug` leaves the secret one out.
#[derive(Clone)]
pub struct S3Settings {
    pub bucket: String,
    /// Such as `https://s3.example.com`; Amazon's own when absent.
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
        // Plain HTTP is for who names it, such as a bucket on the same machine.
        builder = builder.with_endpoint(url.trim_end_matches('/')).with_allow_http(true);
    }
    Ok(builder.build()?)
}

fn parse(endpoint: &str) -> Result<&str, StorageError> {
    // Who stands before the host would be logged with the address.
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
        None => Err(StorageError::setting("the S3 endpoint is not an http(s) URL")),
    }
}

/// Somebody waits for the answer.
fn retries() -> RetryConfig {
    let backoff = BackoffConfig {
        init_backoff: Duration::from_millis(100),
        max_backoff: Duration::from_secs(2),
        base: 2.0,
    };
    RetryConfig { backoff, max_retries: 2, retry_timeout: Duration::from_secs(10) }
}

/// By the proxy that the environment names.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = stoa_tls_roots::http()
            .http1_only()
            .connect_timeout(S3_CONNECT_TIMEOUT)
            .read_timeout(S3_READ_TIMEOUT)
            .timeout(A_CALL_HAS)
            .pool_idle_timeout(S3_IDLE_TIMEOUT)
            .user_agent(concat!("Stoa/", env!("CARGO_PKG_VERSION")))
            .build();
        let failed = |error| object_store::Error::Generic { store: "S3", source: Box::new(error) };
        Ok(HttpClient::new(client.map_err(failed)?))
    }
}
