//! Determines the address of a request's client, whether or not the server is behind proxies.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Once;

use http::{HeaderMap, HeaderName};

use super::network::Network;
use crate::Connection;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The senders whose `X-Forwarded-For` is trusted. By default there are none.
#[derive(Debug, Clone, Default)]
pub struct Trusted {
    /// Number of trusted proxies in front of the server. Each of them appends its caller's address to
    /// `X-Forwarded-For`.
    pub proxies: usize,
    /// Clients that send requests on behalf of other clients, such as servers that render a store's pages. A trusted
    /// client appends the address of the other client to `X-Forwarded-For`.
    pub clients: Vec<Network>,
}

impl Trusted {
    /// Whether a client with this address sends requests on behalf of other clients.
    pub(crate) fn is_client(&self, address: IpAddr) -> bool {
        self.clients.iter().any(|network| network.contains(address))
    }
}

/// Returns the client's address, or the address that a trusted client sends the request for.
///
/// Each proxy appends the address of its caller to `X-Forwarded-For`. The entries are read from the right:
/// - Without proxies, the client's address is the peer's.
/// - Behind n trusted proxies, the client's address is the n-th entry from the right, which the outermost trusted proxy
///   wrote.
/// - If the client is trusted, the next entry to the left is the address that it sends the request for. If that entry
///   is not an address, the trusted client's own address counts.
///
/// Entries further left may be forged. A request without a connection, as in tests, has the peer `0.0.0.0`.
pub(crate) fn client_address(
    connection: Option<&Connection>,
    headers: &HeaderMap,
    trusted: &Trusted,
) -> IpAddr {
    let peer = connection.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.peer.ip());
    if trusted.proxies == 0 && !trusted.is_client(peer) && headers.contains_key(X_FORWARDED_FOR) {
        warn_of_unknown_proxies();
    }
    let mut forwarded = forwarded_for(headers);
    let caller = match trusted.proxies.checked_sub(1) {
        None => Some(peer),
        Some(place) => forwarded.nth(place).flatten(),
    };
    // The entry of the outermost trusted proxy is missing or not an address, so no other entry can be trusted either.
    let Some(caller) = caller else { return peer.to_canonical() };
    let forwarded_client = trusted.is_client(caller).then(|| forwarded.next().flatten()).flatten();
    forwarded_client.unwrap_or(caller).to_canonical()
}

/// Warns that a proxy may be missing from the settings. All clients of such a proxy count as one client and share its
/// limits. The warning is logged once, because any client may send the header.
fn warn_of_unknown_proxies() {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            "requests contain X-Forwarded-For, which this server ignores: if it is behind proxies, set their number with --trusted-proxies"
        );
    });
}

/// Yields the entries of all lines of the header, from right to left. An entry that is not an address is `None`:
/// clients may send anything, including bytes that are not text.
fn forwarded_for(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    let values = headers.get_all(X_FORWARDED_FOR).into_iter().rev();
    values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')).map(|entry| {
        let entry = str::from_utf8(entry).ok()?.trim();
        entry.parse().ok().or_else(|| Some(entry.parse::<SocketAddr>().ok()?.ip()))
    })
}

/// The key under which a client is counted. See [`Call::client`](crate::Call::client).
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}
