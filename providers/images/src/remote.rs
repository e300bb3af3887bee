//! Loads pictures over https from public addresses, never from the server's own network.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::Client;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use url::{Host, Url};

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
        // The client follows no redirects, because each target would need the same checks as the first address.
        let client = stoa_tls_roots::http()
            .https_only(true)
            .timeout(REMOTE_IMAGE_TIMEOUT)
            // A proxy would resolve names itself, without the check of `PublicAddresses`.
            .no_proxy()
            .dns_resolver(PublicAddresses)
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

/// Whether the URL is https and its host is neither a private address, in any spelling, nor `localhost`. This function
/// does not resolve names.
fn is_public_https(url: &Url) -> bool {
    let is_public = match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name != "localhost" && !name.ends_with(".localhost")
        }
        Some(Host::Ipv4(address)) => is_public_v4(address),
        Some(Host::Ipv6(address)) => is_public_v6(address),
        None => false,
    };
    is_public && url.scheme() == "https"
}

/// Resolves names to public addresses only. The client connects to an address of this result, so a second lookup cannot
/// return another address.
struct PublicAddresses;

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(Box::<dyn Error + Send + Sync>::from("no public address"));
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Whether an address is absent from IANA's registry of special-purpose addresses (RFC 6890 and its updates).
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224..=255, ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18..=19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !is_special
}

/// Whether an address is global. Tunnels and addresses for documentation are not public. An address that embeds an IPv4
/// address is public if the IPv4 address is public.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, ..] = address.segments();
    let [.., w, x, y, z] = address.octets();
    let embedded = Ipv4Addr::new(w, x, y, z);
    match (a, b, c) {
        (0, 0, 0) if address.to_ipv4_mapped().is_some() => is_public_v4(embedded),
        (0x64, 0xff9b, 0) => is_public_v4(embedded),
        // These are protocol assignments such as Teredo, addresses for documentation, and tunnels to IPv4.
        (0x2001, 0..=0x1ff | 0xdb8, _) | (0x2002, ..) | (0x3fff, 0..=0xfff, _) => false,
        (0x2000..=0x3fff, ..) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for public in
            ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.7",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

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
