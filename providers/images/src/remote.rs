//! Loads pictures over https from public addresses, never from the server's own network.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::Client;
use stoa_public_addresses::is_public_https;
use url::Url;

/// Time to load the photo of a product from another host; then the mock-up is drawn on white, and again later.
const REMOTE_IMAGE_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum length of the photo of a product on another host. A longer one is not loaded.
const MAX_REMOTE_IMAGE_BYTES: usize = 20 * 1024 * 1024;

/// The picture cannot be loaded, or its URL is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unavailable;

/// Loads pictures. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Remote {
    client: Client,
}

impl Remote {
    pub fn new() -> Result<Self, reqwest::Error> {
        let client = stoa_public_addresses::http()
            .timeout(REMOTE_IMAGE_TIMEOUT)
            .user_agent(concat!("stoa/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client })
    }

    /// Returns the bytes at a URL. They may be anything.
    pub async fn load(&self, url: &str) -> Result<Bytes, Unavailable> {
        let url = Url::parse(url).ok().filter(is_public_https).ok_or(Unavailable)?;
        let mut response = self.client.get(url).send().await.map_err(|_| Unavailable)?;
        if !response.status().is_success() {
            return Err(Unavailable);
        }
        let mut bytes = BytesMut::new();
        while let Some(piece) = response.chunk().await.map_err(|_| Unavailable)? {
            if bytes.len() + piece.len() > MAX_REMOTE_IMAGE_BYTES {
                return Err(Unavailable);
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes.freeze())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn private_addresses_are_never_requested() {
        let remote = Remote::new().unwrap();
        for url in [
            "http://example.com/a.png",
            "ftp://example.com/a.png",
            "file:///etc/passwd",
            "https://127.0.0.1/a.png",
            "https://2130706433/a.png",
            "https://0x7f.1/a.png",
            "https://[::1]/a.png",
            "https://a.LOCALHOST./a.png",
            "https://[::ffff:10.0.0.1]/a.png",
            "https://169.254.169.254/latest/meta-data",
            "https://localhost/a.png",
            "https://",
            "a.png",
            "",
        ] {
            assert_eq!(remote.load(url).await, Err(Unavailable), "{url}");
        }
    }
}
