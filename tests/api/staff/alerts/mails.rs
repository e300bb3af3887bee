//! The mails to people who want alerts at once.

use futures_util::future::join_all;
use stoa_alerts::{ALERT_RETENTION, delete_old_alerts};

use super::*;

#[tokio::test]
async fn roles_and_choices() {
    let (server, owner) = served_to("owner").await;
    let shop = hired(&server, Some(1), SHOP, &["shop"]).await;
    hired(&server, Some(1), SUPPORT, &["support"]).await;
    hired(&server, Some(1), "lin@harborgoods.example", &["content"]).await;
    hired(&server, Some(2), "ida@odds.example", &["owner"]).await;
    // This person has not accepted the invitation.
    invited(&server, Some(1), "ben@harborgoods.example", &["owner"]).await;
    choose(&server, &owner, &json!({"supportMessage": "atOnce"})).await.expect(200);
    choose(&server, &shop, &json!({"orderDisputed": "off", "stockLow": "atOnce"}))
        .await
        .expect(200);
    let webhook = Alert::WebhookDisabled { endpoint_id: 1, url_host: "hooks.example".into() };
    let low = Alert::StockLow { product_id: 999, variant_id: None, quantity: 1 };
    let alerts = [dispute(1), support_message(1), low, webhook, Alert::AiCreditsUsedUp];
    alert(&server, alerts, server.now()).await;
    told(&server).await;
    let expected = [
        format!("{INES}: The payment of an order is disputed"),
        format!("{INES}: A customer wrote to the store: message 1"),
        format!("{SHOP}: Stock is low, 1 piece left: a product that was removed"),
        format!("{INES}: The webhook endpoint at hooks.example was disabled"),
        format!("{INES}: A call of the AI provider was refused for lack of credits (2026-06)"),
        format!("{SHOP}: A call of the AI provider was refused for lack of credits (2026-06)"),
    ];
    assert_eq!(subjects(&server).await, expected);
    assert_eq!(told(&server).await, 0);
}

#[tokio::test]
async fn a_letter() {
    let (server, _) = served_to("owner").await;
    server.sql("update sites set time_zone = 'Europe/Berlin' where id = 1").await;
    // These mails link to no page of the store, so they need no address.
    server.sql(crate::operations::mails::NO_ADDRESS).await;
    let webhook = Alert::WebhookDisabled { endpoint_id: 1, url_host: "hooks.example".into() };
    alert(&server, [webhook], server.now()).await;
    told(&server).await;
    let letter = letters(&server, 1).await.remove(0).unwrap();
    let expected = "The webhook endpoint at hooks.example was disabled.\n\n\
        1 June 2026, 14:00 (Europe/Berlin)\n\n--\n\
        You get this mail because you work for Harbor Goods. Your alert settings\n\
        for the site say which mails you get (updateAlertSettings of the staff API).";
    assert_eq!(letter.text.trim_end(), expected);
    assert_eq!((letter.from_name.as_str(), letter.reply_to), ("Harbor Goods", None));
    assert!(letter.html.contains("hooks.example"));
}

/// A site without a store has a name that its mails show.
#[tokio::test]
async fn a_site_without_a_store() {
    let server = served().await;
    assert_eq!(server.count("stores where site_id = 5").await, 0);
    hired(&server, Some(5), INES, &["owner"]).await;
    let mut connection = server.db().connection().await.unwrap();
    let transaction = connection.transaction();
    tell(&transaction, 5, dispute(1), server.now()).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(told(&server).await, 1);
    let letter = letters(&server, 5).await.remove(0).unwrap();
    assert_eq!(letter.to, INES);
}

/// A mail that waits is not sent to a person who may or wants to get it no more.
#[tokio::test]
async fn people_who_left() {
    let server = served().await;
    let shop = hired(&server, Some(1), SHOP, &["shop"]).await;
    hired(&server, Some(1), SUPPORT, &["shop"]).await;
    hired(&server, Some(1), INES, &["owner"]).await;
    alert(&server, [dispute(1)], server.now()).await;
    assert_eq!(told(&server).await, 3);
    choose(&server, &shop, &json!({"orderDisputed": "off"})).await.expect(200);
    let change = "update person_roles set roles = '{support}' where person_id =
        (select id from people where email = 'support@harborgoods.example')";
    server.sql(change).await;
    let none = || "it has no recipient".to_owned();
    let to_ines = format!("{INES}: The payment of an order is disputed");
    assert_eq!(subjects(&server).await, [none(), none(), to_ines]);
    stoa::commands::people::create(&server.db(), Some(1), SUPPORT, &["owner".to_owned()])
        .await
        .unwrap();
    stoa::commands::people::remove(&server.db(), Some(1), INES, false, &[]).await.unwrap();
    assert_eq!(subjects(&server).await[2], none());
    server.sql("update sites set active = false where id = 1").await;
    assert_eq!(subjects(&server).await, [none(), none(), none()]);
    alert(&server, [dispute(2)], server.now()).await;
    assert_eq!(told(&server).await, 0);
}

/// People without the TOTP that the site requires read nothing, and get no alerts.
#[tokio::test]
async fn a_site_that_requires_totp() {
    let (server, _) = served_to("owner").await;
    server.sql("update sites set requires_totp = true where id = 1").await;
    alert(&server, [dispute(1)], server.now()).await;
    assert_eq!(told(&server).await, 0);
}

#[tokio::test]
async fn two_servers() {
    let one = served_without_limits().await;
    let two = one.another().await;
    for email in [INES, SHOP, SUPPORT] {
        hired(&one, Some(1), email, &["owner"]).await;
    }
    alert(&one, (0..40).map(dispute), one.now()).await;
    let tell = |server: &Server| {
        let (db, now) = (server.db(), server.now());
        async move { tell_people(&db, now).await.unwrap() }
    };
    let telling = (0..20).map(|n| tell(if n % 2 == 0 { &one } else { &two }));
    let queued: u64 = join_all(telling).await.into_iter().sum();
    assert_eq!(queued, 120);
    assert_eq!(one.count("mails where alert_id is not null").await, 120);
    assert_eq!(one.count("alerts where told_at is null").await, 0);
}

/// A cause that is told twice at the same time is one alert.
#[tokio::test]
async fn one_cause_fifty_times() {
    let (server, _) = served_to("owner").await;
    let telling = (0..50).map(|_| alert(&server, [dispute(1)], server.now()));
    join_all(telling).await;
    assert_eq!(causes(&server).await, ["orderDisputed 1 dp_1"]);
    assert_eq!(told(&server).await, 1);
    alert(&server, [dispute(1)], server.now()).await;
    assert_eq!(told(&server).await, 0);
}

/// Of many alerts of a kind, a person gets 60 mails in an hour. The next digest has the others.
#[tokio::test]
async fn a_flood() {
    let (server, _) = served_to("owner").await;
    alert(&server, (0..1200).map(dispute), server.now()).await;
    alert(&server, [Alert::AiCreditsUsedUp], server.now()).await;
    assert_eq!(told(&server).await, 61);
    alert(&server, [dispute(2000)], server.now()).await;
    assert_eq!(told(&server).await, 0);
    server.pass(HOUR);
    alert(&server, [dispute(2001)], server.now()).await;
    assert_eq!(told(&server).await, 1);
    server.pass(DAY);
    assert_eq!(digested(&server).await, 1);
    let letter = letters(&server, 1).await.pop().unwrap().unwrap();
    assert_eq!(letter.subject, "1141 alerts of Harbor Goods");
    assert!(letter.text.contains("Disputed payments (1141)\n"), "{}", letter.text);
    assert!(letter.text.contains("- and 1131 more\n"), "{}", letter.text);
    assert_eq!(letter.text.matches("is disputed").count(), 10);
}

#[tokio::test]
async fn old_alerts() {
    let (server, _) = served_to("owner").await;
    alert(&server, [dispute(1)], server.now()).await;
    told(&server).await;
    let (db, now) = (server.db(), server.now());
    let second = chrono::TimeDelta::seconds(1);
    assert_eq!(delete_old_alerts(&db, now + ALERT_RETENTION - second).await.unwrap(), 0);
    assert_eq!(delete_old_alerts(&db, now + ALERT_RETENTION).await.unwrap(), 1);
    assert_eq!(subjects(&server).await, ["it has no recipient"]);
}

/// A mail that could not be sent for a week is no news any more.
#[tokio::test]
async fn a_mail_that_waits_too_long() {
    let (server, _) = served_to("owner").await;
    alert(&server, [dispute(1)], server.now()).await;
    told(&server).await;
    server.pass(7 * DAY - SECOND);
    assert_eq!(subjects(&server).await, [format!("{INES}: The payment of an order is disputed")]);
    server.pass(SECOND);
    assert_eq!(subjects(&server).await, ["its time was over"]);
}
