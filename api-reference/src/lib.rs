//! What draws the reference pages in a browser: [Scalar](https://github.com/scalar/scalar), as its own crate carries it,
//! under the licence that `LICENSE-SCALAR` holds. A crate of its own, so that it is compressed once and not with each
//! build of the server.

/// The script, as gzip.
pub const SCALAR_GZIP: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scalar.js.gz"));
