//! The staff API with both clients.

mod carts;
mod catalog;
mod content;
mod orders;
mod products;
mod settings;
mod support;
mod templates;
mod webhooks;
mod widgets;

use futures_util::StreamExt;
use serde_json::{Value, json};
use stoa_progenitor_client::staff as second;
use stoa_staff_client::Client;

use super::tape::Tape;
use super::{Pair, both, complete, http, plain, read};
use crate::api::staff::passwords::mailed_token;
use crate::api::staff::totp::code;
use crate::api::staff::{PASSWORD, hired, invited};
use crate::harness::{Server, served};

type Office<'a> = Pair<'a, second::Client, Client>;

const INES: &str = "ines@harborgoods.example";

/// Clients with a session's token, or without one.
fn office<'a>(tape: &'a Tape, token: Option<&str>) -> Office<'a> {
    let mut ours = Client::builder(&tape.url()).retries(0);
    let mut headers = Vec::new();
    if let Some(token) = token {
        ours = ours.staff(token);
        headers.push(("authorization", format!("Bearer {token}")));
    }
    let url = format!("{}{}", tape.url(), stoa_staff_server::BASE_PATH);
    Pair {
        tape,
        theirs: second::Client::new_with_client(&url, http(&headers)),
        ours: ours.build().unwrap(),
    }
}

#[tokio::test]
async fn all_operations() {
    let server = served().await;
    let tape = Tape::new(&server).await;
    let token = hired(&server, Some(1), INES, &["owner"]).await;
    let visitor = office(&tape, None);
    let invitation = invited(&server, Some(1), "lin@harborgoods.example", &["shop"]).await;
    let acceptance = json!({"token": invitation, "name": "Lin", "password": PASSWORD});
    both!(visitor.accept_invitation(&read(&acceptance))).unwrap();
    let wish = json!({"email": INES, "password": PASSWORD});
    let session = both!(visitor.log_in(&read(&wish))).unwrap();
    let owner = office(&tape, Some(&token));
    both!(owner.get_me()).unwrap();
    people(&owner).await;
    keys(&owner).await;
    both!(owner.list_audit_entries(1, Some(&read("person:1")), None, None, None, None, None, None)
        as (1).actor("person:1"))
    .unwrap();
    orders::orders(&owner, &server).await;
    carts::carts(&owner, &server).await;
    support::support(&owner, &server).await;
    products::products(&owner).await;
    settings::settings(&owner).await;
    webhooks::webhooks(&owner).await;
    widgets::widgets(&owner).await;
    templates::templates(&owner).await;
    catalog::catalog(&owner).await;
    content::content(&owner).await;
    both!(owner.list_sites(None, None) as ()).unwrap();
    both!(owner.get_site(1)).unwrap();
    bundles(&owner).await;
    assert_eq!(inbox_of_theirs(&server, &token).await, inbox_of_ours(&server, &token).await);
    let leaving = office(&tape, session["data"]["token"].as_str());
    both!(leaving.log_out()).unwrap();
    forgotten_password(&visitor, &server).await;
    // A change of the password ends the person's other sessions.
    account(&owner, &server).await;
    let mut succeeded = tape.succeeded();
    succeeded.insert("stream_inbox".to_owned());
    complete("staff", succeeded);
}

async fn people(owner: &Office<'_>) {
    both!(owner.list_people(1, None, None) as (1)).unwrap();
    let tomas = json!({"email": "tomas@harborgoods.example", "roles": ["shop"]});
    let invited = both!(owner.invite_person(1, Some(&read("one")), &read(&tomas)) as (1, &read(&tomas)).idempotency_key("one"))
        .unwrap();
    let id = invited["data"]["id"].as_f64().unwrap() as i64;
    both!(owner.get_person(1, id)).unwrap();
    let roles = json!({"roles": ["content"]});
    both!(owner.update_person(1, id, None, &read(&roles)) as (1, id, &read(&roles))).unwrap();
    both!(owner.remove_person(1, id, None) as (1, id)).unwrap();
    let refused = both!(owner.remove_person(1, 1, None) as (1, 1)).unwrap_err();
    assert_eq!(refused, "409: A site needs an owner");
}

async fn bundles(owner: &Office<'_>) {
    both!(owner.export_site(1)).unwrap();
    let bundle = json!({"formatVersion": 1, "site": {"id": 1, "name": "Harbor Goods"}});
    both!(owner.apply_site(1, Some(true), Some(read("site")), None, &read(&bundle))
        as (1, bundle.to_string()).dry_run(true).prefer(read("site")))
    .unwrap();
}

async fn keys(owner: &Office<'_>) {
    let wish = json!({"name": "Warehouse", "roles": ["shop"], "siteIds": [1]});
    let created = both!(owner.create_server_key(1, &read(&wish))).unwrap();
    both!(owner.list_server_keys(1, None, None) as (1)).unwrap();
    let id = created["data"]["key"]["id"].as_f64().unwrap() as i64;
    both!(owner.revoke_server_key(1, id, None) as (1, id)).unwrap();
    let created = both!(owner.create_api_key(1, &read(&json!({"name": "Website"})))).unwrap();
    both!(owner.list_api_keys(1, None, None) as (1)).unwrap();
    let id = created["data"]["key"]["id"].as_f64().unwrap() as i64;
    both!(owner.revoke_api_key(1, id)).unwrap();
}

/// A person other than the owner resets the password, because that ends all sessions of the person.
async fn forgotten_password(visitor: &Office<'_>, server: &Server) {
    let email = "lin@harborgoods.example";
    both!(visitor.forgot_password(&read(&json!({"email": email})))).unwrap();
    let token = mailed_token(server, email).await;
    let wish = json!({"token": token, "password": PASSWORD});
    both!(visitor.reset_password(&read(&wish))).unwrap();
}

/// The password and TOTP of a person.
async fn account(owner: &Office<'_>, server: &Server) {
    let passwords = json!({"currentPassword": PASSWORD, "newPassword": PASSWORD});
    both!(owner.change_password(&read(&passwords))).unwrap();
    let set_up = both!(owner.set_up_totp(&read(&json!({"password": PASSWORD})))).unwrap();
    let secret = set_up["data"]["secret"].as_str().unwrap();
    let first = json!({"code": code(server, secret, 0)});
    both!(owner.confirm_totp(&read(&first))).unwrap();
    both!(owner.set_totp_requirement(1, &read(&json!({"required": true})))).unwrap();
    both!(owner.set_totp_requirement(1, &read(&json!({"required": false})))).unwrap();
    let removal = json!({"password": PASSWORD, "code": code(server, secret, 1)});
    both!(owner.remove_totp(&read(&removal))).unwrap();
}

/// The first event of the inbox after `hello`.
async fn inbox_of_theirs(server: &Server, token: &str) -> Value {
    let http = http(&[("authorization", format!("Bearer {token}"))]);
    let url = format!("{}{}", server.url(), stoa_staff_server::BASE_PATH);
    let client = second::Client::new_with_client(&url, http);
    let mut chunks = client.stream_inbox(1, Some("earliest")).await.unwrap().into_inner();
    let mut text = String::new();
    while text.matches("\n\n").count() < 2 {
        text.push_str(std::str::from_utf8(&chunks.next().await.unwrap().unwrap()).unwrap());
    }
    let block = text.split("\n\n").nth(1).unwrap();
    let line = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
    let data: Value = serde_json::from_str(line("data: ").unwrap()).unwrap();
    plain(json!({"event": line("event: "), "data": data}))
}

async fn inbox_of_ours(server: &Server, token: &str) -> Value {
    let client = Client::with_staff(&server.url(), token).unwrap();
    let mut stream = client.stream_inbox(1).last_event_id_header("earliest").await.unwrap();
    stream.next().await.unwrap().unwrap();
    super::json(&stream.next().await.unwrap().unwrap().event)
}
