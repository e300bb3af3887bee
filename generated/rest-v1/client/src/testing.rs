//! A mock server for unit tests of an application. It opens no connection.

pub use ::stoa_client_core::testing::{MockServer, ReceivedRequest};

use ::stoa_client_core::serde::de::DeserializeOwned;
use ::stoa_client_core::{Operation, testing};

const EXAMPLES: &str = include_str!("examples.json");

/// Creates a mock server, which is a layer of a client: `Client::builder("http://mock").layer(mock_server.clone())`. It
/// answers each operation that has JSON or no body with the example of its success in the document, until a test gives it
/// other answers. It has no event streams.
pub fn mock_server() -> MockServer {
    MockServer::new(EXAMPLES)
}

/// Returns the example of an operation's success in the document, as a value to change in a test: `example::<GetCart>()`.
///
/// # Panics
/// Panics if the document has no example of the operation's success.
pub fn example<O: Operation<Body: DeserializeOwned>>() -> O::Body {
    testing::example::<O>(EXAMPLES)
}
