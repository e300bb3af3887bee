//! The staff API.

mod account;
mod alerts;
mod audit;
mod bundles;
mod carts;
mod catalog;
mod content;
mod conversations;
mod customers;
mod inbox;
mod keys;
mod media;
mod order_of_checks;
pub mod orders;
mod owner_keys;
pub mod passwords;
mod people;
mod posts;
mod previews;
mod products;
mod races;
mod search;
mod serving;
mod sessions;
mod settings;
mod sites;
pub mod stock;
mod support;
mod templates;
pub mod totp;
mod webhooks;
mod widgets;

use serde_json::{Value, json};

use crate::api::storefront::commands::stoa;
use crate::api::{answered, fifty, fifty_on};
use crate::harness::*;

pub const SESSIONS: &str = "/api/staff/sessions";
pub const ME: &str = "/api/staff/me";
pub const ACCEPT: &str = "/api/staff/invitations/accept";
pub const PEOPLE: &str = "/api/staff/sites/1/people";
pub const INES: &str = "ines@harborgoods.example";
pub const PASSWORD: &str = "a lighthouse over a wave";
const INVALID_NAME: &str = "name must have at most 255 characters, and no control characters";

/// Gives a person roles for a site, or for all sites, and returns the token of the invitation.
pub async fn invited(server: &Server, site_id: Option<i64>, email: &str, roles: &[&str]) -> String {
    grant(server, site_id, email, roles).await.unwrap()
}

/// Like [`invited`]. A person with a password gets no invitation.
async fn grant(
    server: &Server,
    site_id: Option<i64>,
    email: &str,
    roles: &[&str],
) -> Option<String> {
    let roles: Vec<String> = roles.iter().map(ToString::to_string).collect();
    stoa::commands::people::create(&server.db(), site_id, email, &roles).await.unwrap().token
}

pub fn acceptance(token: &str) -> Value {
    json!({"token": token, "name": "Ines Alvarez", "password": PASSWORD})
}

pub fn log_in<'a>(server: &'a Server, email: &str, password: &str) -> Request<'a> {
    server.post(SESSIONS, &json!({"email": email, "password": password}))
}

async fn me(server: &Server, token: &str) -> u16 {
    server.get(ME).bearer(token).await.status()
}

/// Creates a person with these roles, and returns the token of a session.
pub async fn hired(server: &Server, site_id: Option<i64>, email: &str, roles: &[&str]) -> String {
    let body = acceptance(&invited(server, site_id, email, roles).await);
    let accepted = server.post(ACCEPT, &body).await.expect(201);
    accepted.json["data"]["token"].as_str().unwrap().to_owned()
}

/// A server, and the token of Ines, who has this role for site 1.
pub async fn served_to(role: &str) -> (Server, String) {
    let server = served().await;
    let token = hired(&server, Some(1), INES, &[role]).await;
    (server, token)
}

/// Each row of the audit trail: site, actor, operation, target, fields and request id.
pub async fn audited(server: &Server) -> Vec<String> {
    let sql = "select concat_ws(' ', site_id, actor_kind, operation, target_kind, array_to_string(fields, ','), request_id)
        from audit_entries order by site_id desc, id";
    let rows = server.client().await.query(sql, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// The rows of the audit trail that contain this text.
async fn audited_with(server: &Server, text: &str) -> Vec<String> {
    audited(server).await.into_iter().filter(|row| row.contains(text)).collect()
}

/// The items of all pages. Each call of `page` begins the request for one.
async fn all_pages<'a>(page: impl Fn() -> Request<'a>) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = page().query("cursor", &cursor).await.expect(200);
        items.extend(page.json["data"].as_array().unwrap().iter().cloned());
        match page.json["nextCursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => return items,
        }
    }
}

/// The ids of the items of all pages.
async fn all_ids<'a>(page: impl Fn() -> Request<'a>) -> Vec<i64> {
    all_pages(page).await.iter().map(|item| item["id"].as_i64().unwrap()).collect()
}
