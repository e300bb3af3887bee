//! REST v1: a module for each tag, followed by rules for all operations.

mod blocks;
mod media;
mod posts;
mod products;
mod site;
mod taxonomy;

mod authorization;
mod hostile_input;
mod order_of_checks;
mod rate_limit;

use crate::contract::document::{self, Operation};
use crate::harness::{Exchange, Server};

pub const TAGS: &str = "/api/v1/sites/1/tags";

/// The refusal of a search text, here and in the storefront.
pub const SEARCH: &str = "search must be valid text without NUL";

pub fn operations() -> impl Iterator<Item = &'static Operation> + Clone {
    document::of("rest-v1").operations.iter()
}

/// A path that answers 200 to a key of this site, for a resource that the site has.
pub fn path(operation: &Operation, site_id: &str) -> String {
    let slug = match (operation.id.as_str(), site_id) {
        ("get_post_by_slug", "2") => "cotton",
        ("get_post_by_slug", "3") => "good-bye",
        ("get_post_by_slug", _) => "how-we-dye-our-canvas",
        (_, "2") => "everything",
        (_, "3") => "last-piece",
        (_, "4") => "left-over",
        (_, _) => "harbor-tote",
    };
    operation.path_of(&[("siteId", site_id), ("slug", slug)])
}

/// Asserts that the list has these ids in this order, for each query in turn.
pub async fn finds(server: &Server, path: &str, key: &str, table: &[(&str, &[i64])]) {
    for (query, ids) in table {
        let list = ask(server, path, key, query).await;
        assert_eq!(list.status(), 200, "{query}: {}", list.message());
        assert_eq!(list.ids(), *ids, "{query}");
    }
}

/// Asserts that the list is refused with 400 and this message, for each query in turn.
pub async fn refuses(server: &Server, path: &str, key: &str, table: &[(&str, &str)]) {
    for (query, message) in table {
        assert_eq!(ask(server, path, key, query).await.outcome(), (400, *message), "{query}");
    }
}

/// Sends a query such as `a=1&b=über`, percent-encoding it.
pub async fn ask(server: &Server, path: &str, key: &str, query: &str) -> Exchange {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.fold(server.get(path).key(key), |request, (name, value)| request.query(name, value)).await
}
