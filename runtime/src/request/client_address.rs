//! Whose request it is, behind proxies too.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Once;

use http::{HeaderMap, HeaderName};

use super::network::Network;
use crate::Connection;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whose word about where a request comes from is believed. Nobody's unless set.
#[derive(Debug, Clone, Default)]
pub struct Trusted {
    /// How many proxies in front append to `X-Forwarded-For`, whoever calls them.
    pub proxies: usize,
    /// Clients that speak for others, as servers do that render a store's pages: each names who asked it at the end of
    /// what it sends as `X-Forwarded-For`.
    pub clients: Vec<Network>,
}

impl Trusted {
    /// Whether a client of this address speaks for others.
    pub(crate) fn is_client(&self, address: IpAddr) -> bool {
        self.clients.iter().any(|network| network.contains(address))
    }
}

/// Who called, or whom a trusted client speaks for.
///
/// Each proxy appends the address that it was called from, so the n-th from the right is the last one that a trusted
/// proxy wrote. Where it is a trusted client's, or the peer's is where there are no proxies, that client wrote the next
/// one; without it, it counts as itself. Everything further left is anybody's word. Without a connection (in tests) the
/// peer is `0.0.0.0`.
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
    // The proxies did not do what they are trusted with, so there is no word of theirs to go on from.
    let Some(caller) = caller else { return peer.to_canonical() };
    let speaks_for = trusted.is_client(caller).then(|| forwarded.next().flatten()).flatten();
    speaks_for.unwrap_or(caller).to_canonical()
}

/// Behind a proxy that nobody has named, all its callers are one, and share the limits of one. Said once: anybody may
/// send the header.
fn warn_of_unknown_proxies() {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            "requests have X-Forwarded-For, and nobody's is believed: if proxies stand in front, say how many by --trusted-proxies"
        );
    });
}

/// The entries from the right, over all headers of the name; nothing where one is no address. What a client wrote may
/// be anything, bytes that are no text too.
fn forwarded_for(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    let values = headers.get_all(X_FORWARDED_FOR).into_iter().rev();
    values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')).map(|entry| {
        let entry = str::from_utf8(entry).ok()?.trim();
        entry.parse().ok().or_else(|| Some(entry.parse::<SocketAddr>().ok()?.ip()))
    })
}

/// What a client's part of something is counted by: of IPv6 the /64, which one client has to itself.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}
