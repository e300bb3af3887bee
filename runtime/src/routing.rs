//! Routes a request to its operation, and turns the operation's result into the response.

pub(crate) mod exchange;
pub(crate) mod router;
pub(crate) mod routes;
pub(crate) mod settings;
pub(crate) mod span;
mod table;

pub use router::{Router, RoutingFuture};
pub use routes::{EndpointFuture, RouteError, Routes};
pub use settings::RouterSettings;
