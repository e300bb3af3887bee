//! From a request to its operation, and from the operation's result to the response.

pub(crate) mod exchange;
pub(crate) mod router;
pub(crate) mod routes;
pub(crate) mod settings;
pub(crate) mod span;
mod table;

pub use router::{Router, RoutingFuture};
pub use routes::{EndpointFuture, RouteError, Routes};
