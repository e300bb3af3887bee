//! Networks of addresses in settings: `10.1.0.0/16`, `2001:db8::/32`, or a single address.

use std::{fmt, net::IpAddr, str::FromStr};

use ipnet::{IpNet, Ipv4Net};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(IpNet);

impl fmt::Display for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

const NOT_A_NETWORK: &str = "neither an address nor a network such as 10.1.0.0/16";

/// Prefix length of the IPv6 network that holds all IPv4 addresses (`::ffff:0:0/96`).
const IPV4_MAPPED_PREFIX: u8 = 96;

impl Network {
    /// Whether the network contains this address. An IPv4 address matches in IPv4 and in IPv6 notation.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for Network {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let network = match text.parse::<IpAddr>() {
            Ok(address) => IpNet::from(address),
            Err(_) => text.parse::<IpNet>().map_err(|_| NOT_A_NETWORK)?,
        };
        let mapped = match network.addr().to_canonical() {
            IpAddr::V4(address) if network.addr().is_ipv6() => {
                let length = network.prefix_len().checked_sub(IPV4_MAPPED_PREFIX);
                length.and_then(|length| Ipv4Net::new(address, length).ok())
            }
            _ => None,
        };
        Ok(Self(mapped.map_or(network, IpNet::V4)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_its_addresses() {
        for (network, inside, outside) in [
            ("10.1.0.0/16", "10.1.255.255", "10.2.0.0"),
            ("10.1.2.3/16", "10.1.0.0", "10.2.2.3"),
            (" 192.0.2.7 ", "192.0.2.7", "192.0.2.8"),
            ("192.0.2.7", "::ffff:192.0.2.7", "::192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.8"),
            ("::ffff:10.0.0.0/104", "10.9.9.9", "11.0.0.0"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::1", "::1", "127.0.0.1"),
            ("0.0.0.0/0", "203.0.113.9", "2001:db8::1"),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(network.contains(inside.parse().unwrap()), "{network:?}");
            assert!(!network.contains(outside.parse().unwrap()), "{network:?}");
        }
    }

    #[test]
    fn invalid_networks() {
        let not = [
            "",
            "here",
            "10.1",
            "10.1.0.0/33",
            "::/129",
            "10.1.0.0/-1",
            "10.1.0.0/",
            "1.2.3.4:80",
            "1.2.3.4/8/8",
        ];
        for text in not {
            assert_eq!(text.parse::<Network>(), Err(NOT_A_NETWORK), "{text}");
        }
    }
}
