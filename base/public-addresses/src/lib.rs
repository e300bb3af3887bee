//! HTTP clients that connect to public addresses only, never to the server's own network.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::ClientBuilder;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use url::{Host, Url};

/// Returns a builder of clients that send requests over https to public addresses only. They follow no redirects, because
/// each target would need the same checks as the first address. Before each request, the caller checks the URL with
/// [`is_public_https`], because a client does not resolve a host that is an address.
pub fn http() -> ClientBuilder {
    // A proxy would resolve names itself, without the check of `PublicAddresses`.
    stoa_tls_roots::http().https_only(true).no_proxy().dns_resolver(PublicAddresses)
}

/// Whether the URL is https and its host is neither a private address, in any spelling, nor `localhost`. This function
/// does not resolve names.
pub fn is_public_https(url: &Url) -> bool {
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
            let addresses = look_up(name.as_str()).await?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// Returns the public addresses of a host, with port 0. Fails if there are none. A failed lookup is the same error, so that
/// nobody finds out which names the server's own network has.
pub async fn look_up(host: &str) -> io::Result<Vec<SocketAddr>> {
    public_of(lookup_host((host, 0)).await.map(Iterator::collect))
}

/// The public addresses among the result of a lookup.
fn public_of(found: io::Result<Vec<SocketAddr>>) -> io::Result<Vec<SocketAddr>> {
    let mut addresses = found.unwrap_or_default();
    addresses.retain(|address| is_public(address.ip()));
    if addresses.is_empty() {
        return Err(io::Error::other("the host has no public address"));
    }
    Ok(addresses)
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

    /// Each connection has its own lookup, so a name that has become private is refused.
    #[test]
    fn each_lookup_is_checked() {
        let address = |text: &str| SocketAddr::new(text.parse().unwrap(), 0);
        let resolved = |found: &[&str]| -> Vec<SocketAddr> {
            let found = found.iter().map(|text| address(text)).collect();
            public_of(Ok(found)).unwrap_or_default()
        };
        assert_eq!(resolved(&["93.184.216.34"]), [address("93.184.216.34")]);
        assert_eq!(resolved(&["127.0.0.1"]), []);
        assert_eq!(resolved(&["10.0.0.1", "8.8.8.8", "::1"]), [address("8.8.8.8")]);
        let refused = public_of(Ok(vec![address("::1")])).err().unwrap();
        assert_eq!(refused.to_string(), "the host has no public address");
    }

    #[test]
    fn urls() {
        for (url, is_allowed) in [
            ("https://example.com/a", true),
            ("https://8.8.8.8/", true),
            ("http://example.com/a", false),
            ("https://127.0.0.1/", false),
            ("https://a.LOCALHOST./", false),
            ("https://[::ffff:10.0.0.1]/", false),
        ] {
            assert_eq!(is_public_https(&Url::parse(url).unwrap()), is_allowed, "{url}");
        }
    }

    /// A name in the client's own network is refused when it is resolved.
    #[tokio::test]
    async fn a_name_with_a_private_address() {
        let resolved = PublicAddresses.resolve("localhost".parse().unwrap()).await;
        assert!(resolved.is_err());
    }

    /// An error does not tell whether the server's own network has a name.
    #[test]
    fn errors_of_lookups() {
        let text = |found| public_of(found).err().unwrap().to_string();
        let private = SocketAddr::new("10.0.0.1".parse().unwrap(), 0);
        assert_eq!(text(Err(io::ErrorKind::NotFound.into())), text(Ok(vec![private])));
    }
}
