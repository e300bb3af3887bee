//! The storefront: a module for each tag, followed by rules for all operations.

mod account;
mod ai;
mod assets;
pub mod auth;
pub mod cart;
mod catalog;
mod checkout;
mod codes;
mod designs;
pub mod drawings;
mod orders;
pub mod shipping;
pub mod support;
pub mod tracking;
mod webhooks;
mod wishlist;

mod client;
pub mod commands;
pub mod customers;
mod design_staff;
mod design_sweep;
pub mod designers;
pub mod fake;
mod hostile_input;
mod lenience;
pub mod openai;
mod order_of_checks;
mod other_sites;
pub mod purchases;
mod rate_limits;
mod sequences;
mod shared_address;
mod stored_bytes;
pub mod stripe;
pub mod sweep;

use crate::contract::document::{self, Operation};
use crate::harness::{Request, Server, encoded};

/// The operations of all served tags.
pub fn operations() -> impl Iterator<Item = &'static Operation> + Clone {
    document::of("storefront").operations.iter()
}

/// Calls the operation on this site; the other parameters and the body are the document's examples.
pub fn call<'a>(server: &'a Server, operation: &'static Operation, site: &str) -> Request<'a> {
    call_with(server, operation, &[("siteId", site.as_bytes())])
}

/// Like [`call`], with these values instead of the examples. The first of two values for one parameter applies.
pub fn call_with<'a>(
    server: &'a Server,
    operation: &'static Operation,
    values: &[(&str, &[u8])],
) -> Request<'a> {
    let mut path = operation.path.clone();
    let mut query = String::new();
    let mut headers = Vec::new();
    for parameter in &operation.parameters {
        let name = parameter.name.as_str();
        let given = values.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        let Some(value) = given.or(parameter.example.as_deref().map(str::as_bytes)) else {
            continue;
        };
        match parameter.place.as_str() {
            "path" => path = path.replace(&format!("{{{name}}}"), &encoded(value)),
            "query" => {
                let separator = if query.is_empty() { '?' } else { '&' };
                query.push_str(&format!("{separator}{name}={}", encoded(value)));
            }
            "header" => {
                headers.push((parameter.name.as_str(), String::from_utf8(value.to_vec()).unwrap()))
            }
            other => panic!("a parameter in {other}"),
        }
    }
    let request = server.request(&operation.method, &(path + &query));
    let request =
        headers.into_iter().fold(request, |request, (name, value)| request.header(name, &value));
    if operation.body.is_null() { request } else { request.json(&operation.body) }
}
