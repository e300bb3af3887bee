//! Alerts to people, and their settings.

mod causes;
mod digests;
mod mails;

use chrono::{DateTime, Utc};
use stoa_alerts::{Alert, queue_digests, tell, tell_people};
use stoa_outbox::staff::{FoundMail, show};
use stoa_smtp::Letter;

use super::*;
use crate::operations::mails::{Customers, context};

const ALERTS: &str = "/api/staff/sites/1/alert-settings";
const SHOP: &str = "shop@harborgoods.example";
const SUPPORT: &str = "support@harborgoods.example";

fn choose<'a>(server: &'a Server, token: &str, choices: &Value) -> Request<'a> {
    server.request("PATCH", ALERTS).bearer(token).merge_patch(choices)
}

/// Stores alerts of site 1.
async fn alert(server: &Server, alerts: impl IntoIterator<Item = Alert>, now: DateTime<Utc>) {
    let mut connection = server.db().connection().await.unwrap();
    let transaction = connection.transaction();
    for alert in alerts {
        tell(&transaction, 1, alert, now).await.unwrap();
    }
    transaction.commit().await.unwrap();
}

/// An alert with this number in its cause.
fn dispute(number: i64) -> Alert {
    Alert::OrderDisputed { order_id: number, dispute_id: "dp_1".into() }
}

fn support_message(number: i64) -> Alert {
    Alert::SupportMessage { message_id: number, reply: 0 }
}

/// The cause of each alert of site 1, by kind.
async fn causes(server: &Server) -> Vec<String> {
    let sql = "select kind || ' ' || cause from alerts where site_id = 1 order by id";
    let rows = server.client().await.query(sql, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// Tells the alerts that are not told yet, and returns the number of queued mails.
async fn told(server: &Server) -> u64 {
    tell_people(&server.db(), server.now()).await.unwrap()
}

async fn digested(server: &Server) -> u64 {
    queue_digests(&server.db(), server.now()).await.unwrap()
}

/// The mails to people about a site, as they would be sent now.
async fn letters(server: &Server, site_id: i64) -> Vec<Result<Letter, String>> {
    let sql = "select id from mails where site_id = $1 and person_id is not null order by id";
    let rows = server.client().await.query(sql, &[&site_id]).await.unwrap();
    let context = context(server, Customers::new(&[]));
    let mut letters = Vec::new();
    for row in rows {
        let mail = FoundMail { site_id, id: row.get(0) };
        letters.push(show(&context, mail).await.unwrap());
    }
    letters
}

/// The recipient and the subject of each mail to people of site 1, or why it is not sent.
async fn subjects(server: &Server) -> Vec<String> {
    let shown = |letter: Result<Letter, String>| match letter {
        Ok(letter) => format!("{}: {}", letter.to, letter.subject),
        Err(reason) => reason,
    };
    letters(server, 1).await.into_iter().map(shown).collect()
}

#[tokio::test]
async fn alert_settings() {
    let (server, token) = served_to("owner").await;
    let get = || server.get(ALERTS).bearer(&token);
    get().await.snapshot("get_alert_settings__200");
    let body = json!({"orderPaid": "atOnce", "stockLow": "off", "addedLater": "off"});
    choose(&server, &token, &body).await.snapshot("update_alert_settings__200");
    let restored = choose(&server, &token, &json!({"orderPaid": null})).await.expect(200);
    assert_eq!(restored.json["data"]["orderPaid"], "digest");
    assert_eq!(restored.json["data"]["stockLow"], "off");
    assert_eq!(get().await.json, restored.json);
    assert_eq!(choose(&server, &token, &json!({})).await.json, restored.json);
    let rows = audited_with(&server, "updateAlertSettings").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].contains("person updateAlertSettings person orderPaid,stockLow"), "{rows:?}");

    // Other people and other sites have other settings.
    let other = hired(&server, Some(1), SHOP, &["shop"]).await;
    let shown = server.get(ALERTS).bearer(&other).await.expect(200);
    assert_eq!(shown.json["data"]["stockLow"], "digest");
    grant(&server, Some(2), INES, &["support"]).await;
    let shown = server.get("/api/staff/sites/2/alert-settings").bearer(&token).await.expect(200);
    assert_eq!(shown.json["data"]["stockLow"], "digest");
}

#[tokio::test]
async fn alert_settings__refusals() {
    let (server, token) = served_to("owner").await;
    let refused = choose(&server, &token, &json!({"orderPaid": "weekly"})).await;
    refused.snapshot("update_alert_settings__400");
    for body in [json!({"stockLow": true}), json!({"stockLow": "AtOnce"}), json!([])] {
        assert_eq!(choose(&server, &token, &body).await.status(), 400, "{body}");
    }
    let (key, _) = keys::made(&server, &token, "Warehouse", "shop", &[1]).await;
    server.get(ALERTS).bearer(&key).await.snapshot("get_alert_settings__403");
    let refused = choose(&server, &key, &json!({"stockLow": "off"})).await;
    refused.snapshot("update_alert_settings__403");
    let content = hired(&server, Some(1), "lin@harborgoods.example", &["content"]).await;
    let refused = server.get(ALERTS).bearer(&content).await;
    assert_eq!(refused.outcome(), (403, "Your role does not allow this"));
}

/// A person who works for the site again begins with the defaults.
#[tokio::test]
async fn alert_settings__of_a_person_who_is_removed() {
    let (server, owner) = served_to("owner").await;
    let shop = hired(&server, Some(1), SHOP, &["shop"]).await;
    for token in [&owner, &shop] {
        choose(&server, token, &json!({"stockLow": "off"})).await.expect(200);
    }
    let people = "/api/staff/sites/1/people";
    let listed = server.get(people).bearer(&owner).await.expect(200);
    let all = listed.json["data"].as_array().unwrap();
    let id = &all.iter().find(|person| person["email"] == SHOP).unwrap()["id"];
    server.request("DELETE", &format!("{people}/{id}")).bearer(&owner).await.expect(200);
    assert_eq!(server.count("alert_settings").await, 1);
}

/// A person with roles for all sites gets only the alerts that the person has chosen.
#[tokio::test]
async fn people_of_all_sites() {
    let server = served().await;
    let token = hired(&server, None, INES, &["owner"]).await;
    let shown = server.get(ALERTS).bearer(&token).await.expect(200);
    let all = shown.json["data"].as_object().unwrap();
    assert!(all.values().all(|choice| choice == "off"), "{all:?}");
    alert(&server, [dispute(1)], server.now()).await;
    assert_eq!(told(&server).await, 0);
    choose(&server, &token, &json!({"orderDisputed": "atOnce"})).await.expect(200);
    alert(&server, [dispute(2), Alert::AiCreditsUsedUp], server.now()).await;
    assert_eq!(told(&server).await, 1);
}
