//! Whose request it is, behind proxies too.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::{HeaderMap, HeaderName};

use crate::Connection;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The peer of the connection or, behind `trusted_proxies`, the address that the outermost of them saw.
///
/// Each proxy appends the address that it was called from, so the n-th from the right is the last one that a
/// trusted proxy wrote; everything further left is the client's own word. Without a connection (in tests) the
/// address is `0.0.0.0`.
pub(crate) fn client_address(
    connection: Option<&Connection>,
    headers: &HeaderMap,
    trusted_proxies: usize,
) -> IpAddr {
    let forwarded = trusted_proxies.checked_sub(1).and_then(|place| forwarded_for(headers, place));
    let peer = || connection.map(|connection| connection.peer.ip());
    forwarded.or_else(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)).to_canonical()
}

/// The address in this place from the right, over all headers of the name. What stands to the left of it may be
/// anything, bytes that are no text too.
fn forwarded_for(headers: &HeaderMap, place: usize) -> Option<IpAddr> {
    let values: Vec<&[u8]> =
        headers.get_all(X_FORWARDED_FOR).iter().map(|value| value.as_bytes()).collect();
    let mut entries = values.iter().rev().flat_map(|value| value.rsplit(|byte| *byte == b','));
    let entry = str::from_utf8(entries.nth(place)?).ok()?.trim();
    entry.parse().ok().or_else(|| Some(entry.parse::<SocketAddr>().ok()?.ip()))
}

/// What a client's part of something is counted by: of IPv6 the /64, which one client has to itself.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}
