//! The staff API.

mod account;
mod audit;
mod conversations;
mod customers;
mod inbox;
mod keys;
mod order_of_checks;
mod orders;
mod owner_keys;
mod people;
mod products;
mod races;
mod serving;
mod sessions;
mod sites;
mod stock;
mod support;
pub mod totp;

use serde_json::{Value, json};

use crate::api::storefront::commands::stoa;
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
    let roles: Vec<String> = roles.iter().map(ToString::to_string).collect();
    let invited = stoa::commands::people::create(&server.db(), site_id, email, &roles).await;
    invited.unwrap().token.unwrap()
}

pub fn acceptance(token: &str) -> Value {
    json!({"token": token, "name": "Ines Alvarez", "password": PASSWORD})
}

pub fn log_in<'a>(server: &'a Server, email: &str, password: &str) -> Request<'a> {
    server.request("POST", SESSIONS).json(&json!({"email": email, "password": password}))
}

async fn me(server: &Server, token: &str) -> u16 {
    server.get(ME).bearer(token).await.status()
}

/// Creates a person with these roles, and returns the token of a session.
pub async fn hired(server: &Server, site_id: Option<i64>, email: &str, roles: &[&str]) -> String {
    let body = acceptance(&invited(server, site_id, email, roles).await);
    let accepted = server.request("POST", ACCEPT).json(&body).await;
    assert_eq!(accepted.status(), 201, "{}", accepted.message());
    accepted.json["data"]["token"].as_str().unwrap().to_owned()
}

/// Each row of the audit trail: site, actor, operation, target, fields and request id.
pub async fn audited(server: &Server) -> Vec<String> {
    let sql = "select concat_ws(' ', site_id, actor_kind, operation, target_kind, array_to_string(fields, ','), request_id)
        from audit_entries order by site_id desc, id";
    let rows = server.client().await.query(sql, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}
