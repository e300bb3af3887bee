//! `stoa mail`.

use stoa::commands::mail as commands;
use stoa_outbox::Mail;

use super::mail_server::{MailServer, mailer};
use super::*;
use crate::api::storefront::commands::stoa;

fn refusal<T>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.err().expect("a refusal"))
}

async fn listed(server: &Server, state: Option<&str>) -> String {
    let mut out = Vec::new();
    commands::list(&server.db(), Some(1), state, &mut out).await.unwrap();
    String::from_utf8(out).unwrap()
}

async fn shown(context: &MailContext, html: bool) -> anyhow::Result<String> {
    let mail = commands::find(&context.db, None, None).await?;
    let mut out = Vec::new();
    commands::show(context, mail, html, &mut out).await?;
    Ok(String::from_utf8(out).unwrap())
}

/// Reads a mail without a mail server, as visitors of the demo do.
#[tokio::test]
async fn show__last() {
    let server = served().await;
    let customers = Customers::new(&["mara@example.com"]);
    let context = context(&server, customers.clone());
    assert_eq!(refusal(shown(&context, false).await), "no mail was queued yet");
    queue(&context, &Mail::Welcome { email: "mara@example.com".into() }).await;
    server.pass(MINUTE);
    queue(&context, &reset("mara@example.com")).await;
    // The link is valid from the time it is shown, however old the mail is.
    server.pass(24 * 60 * MINUTE);
    let text = shown(&context, false).await.unwrap();
    let head = "From: Harbor Goods\nTo: mara@example.com\nReply-To: hello@harborgoods.example\n\
                Subject: Set a new password for Harbor Goods\n\nHello,\n";
    assert!(text.starts_with(head), "{text}");
    let [(token, ends_at)] = customers.given().try_into().unwrap();
    let link = format!("\nhttps://harborgoods.example/store/reset-password?token={token}\n");
    assert!(text.contains(&link), "{text}");
    assert_eq!(ends_at, server.now() + chrono::TimeDelta::minutes(60));
    let html = shown(&context, true).await.unwrap();
    assert!(html.starts_with("<!doctype html>"), "{html}");
    assert_ne!(customers.given()[1].0, token, "each is a new one");
    assert!(listed(&server, Some("waiting")).await.contains("reset"), "it was not sent");
}

#[tokio::test]
async fn show__unknown_recipient() {
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    queue(&context, &reset("mara@example.com")).await;
    let refused = refusal(shown(&context, false).await);
    assert!(refused.ends_with("would not be sent: it has no recipient"), "{refused}");
}

/// No token is issued if the link would lead nowhere.
#[tokio::test]
async fn show__a_store_without_an_address() {
    let server = served().await;
    let customers = Customers::new(&["mara@example.com"]);
    let context = context(&server, customers.clone());
    server.sql(NO_ADDRESS).await;
    for mail in [reset("mara@example.com"), Mail::Welcome { email: "mara@example.com".into() }] {
        queue(&context, &mail).await;
        let refused = refusal(shown(&context, false).await);
        assert!(refused.ends_with("would not be sent: store has no address"), "{refused}");
        server.pass(MINUTE);
    }
    assert_eq!(customers.given(), []);
}

#[tokio::test]
async fn retry() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    let db = server.db();
    for email in ["gone@example.com", "mara@example.com"] {
        queue(&context, &Mail::Welcome { email: email.into() }).await;
    }
    queue(&context, &reset("nobody@example.com")).await;
    let report = send(&context, &mail_server).await;
    assert_eq!(report, SendReport { sent: 1, given_up: 2, ..SendReport::default() });
    for (state, kinds) in [("failed", 2), ("sent", 1), ("waiting", 0)] {
        assert_eq!(listed(&server, Some(state)).await.lines().count(), 1 + kinds, "{state}");
    }
    let list = listed(&server, None).await;
    assert!(list.contains("the server refused it: 550") && !list.contains('@'), "{list}");
    let find = |id| commands::find(&db, Some(1), Some(id));
    assert!(refusal(find(99).await).starts_with("there is no mail 99"));
    let gone = find(1).await.unwrap();
    commands::retry(&db, gone, server.now()).await.unwrap();
    assert_eq!(send(&context, &mail_server).await.given_up, 1);
    let sent_one = find(2).await.unwrap();
    assert_eq!(
        refusal(commands::retry(&db, sent_one, server.now()).await),
        "mail 2 was sent already"
    );
    // Retries all failed mails except resets.
    let said = stoa(&server, &["mail", "retry", "--failed"], "").await.0;
    assert_eq!(said, "1 mails will be retried\n");
    assert!(listed(&server, Some("waiting")).await.contains("welcome"));
}

#[tokio::test]
async fn test() {
    let Some(mail_server) = MailServer::start().await else { return };
    commands::test(&mail_server.mailer(), "mara@example.com").await.unwrap();
    assert_eq!(mail_server.only().subject(), "Test mail");
    let refused = refusal(commands::test(&mail_server.mailer(), "gone@example.com").await);
    assert_eq!(refused, "the mail server has not accepted the mail: the server refused it: 550");
    let away = refusal(commands::test(&mailer("smtp://127.0.0.1:1", None), "a@example.com").await);
    assert!(away.contains("cannot be reached"), "{away}");
}

#[tokio::test]
async fn invalid_arguments() {
    let server = served_read_only().await;
    let test = "mail test a@example.com --smtp-url";
    for (line, complaint) in [
        ("mail show", "<MAIL|--last>"),
        ("mail show 1 --last", "cannot be used with"),
        ("mail retry", "<MAIL|--failed>"),
        ("mail list --state lost", "waiting, sent, failed"),
        ("mail test mara@example.com", "STOA_SMTP_URL"),
        (&format!("{test} smtp://mail.test --mail-from b@example.com"), "unencrypted"),
        (&format!("{test} smtps://mail.test"), "STOA_MAIL_FROM"),
        (
            &format!("{test} smtps://mail.test --mail-from b@example.com --smtp-ca /nowhere"),
            "--smtp-ca: /nowhere cannot be read",
        ),
        ("serve --public-url shop.test", "write a URL such as https://shop.example.com"),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let said = stoa(&server, &arguments, "").await.1;
        assert!(said.contains(complaint), "{line}: {said}");
    }
}
