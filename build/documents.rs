//! The documents and the digest that ties generated/ to them. Build script and build step share it, so it needs no crate.

/// The APIs, by the names of their documents in specs/.
pub const APIS: &[&str] = &["rest-v1", "storefront", "live-chat"];

/// FNV-1a, 64 bits, in hexadecimal: it finds a stale tree, it is no seal.
pub fn digest(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
