//! From the outbox to the sent mail: mails that are not about orders, their recipients, and the data that the outbox
//! stores.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::json;
use stoa_outbox::{Mail, SupportMessage, SupportReply, delete_old};

use super::mail_server::{MailServer, mailer};
use super::*;
use crate::api::storefront::purchases::stored;

#[tokio::test]
async fn a_reset__from_the_request_to_the_link() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    server.sql("update stores set base_url = 'https://harbor.test/' where site_id = 1").await;
    let customers = Customers::new(&["Mara@Example.com"]);
    let context = context(&server, customers.clone());
    queue(&context, &reset("mara@EXAMPLE.com")).await;
    server.pass(MINUTE);
    assert_eq!(send(&context, &mail_server).await, sent(1));
    let mail = mail_server.only();
    assert_eq!(mail.to, ["Mara@example.com"], "as the customer has it");
    assert_eq!(mail.header("From"), "Harbor Goods <mail@stoa.example>");
    assert_eq!(mail.header("Reply-To"), "hello@harborgoods.example");
    assert_eq!(mail.subject(), "Set a new password for Harbor Goods");
    let token = mail.token();
    let link = format!("https://harbor.test/store/reset-password?token={token}");
    assert_eq!(
        mail.text.trim_end(),
        format!(
            "Hello,\n\nsomeone, probably you, has requested a new password for your account\n\
             at Harbor Goods. Set one within 60 minutes:\n\n{link}\n\n\
             If this was not you, ignore this mail: your password stays as it is."
        )
    );
    assert!(mail.html.contains(&format!("href=\"{link}\"")), "{}", mail.html);
    assert!(mail.html.contains("#0f4c5c") && mail.html.contains("#9a031e"), "the store's colours");
    let ends_at = server.now() + TimeDelta::minutes(60);
    assert_eq!(customers.given(), [(token.clone(), ends_at)]);
    assert_eq!(token.len(), 43);
    // The mail is sent once.
    server.pass(DAY);
    assert_eq!(send(&context, &mail_server).await, sent(0));
    assert_eq!(mail_server.taken().len(), 1);
}

#[tokio::test]
async fn a_reset__for_an_unknown_address() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let customers = Customers::new(&["mara@example.com"]);
    let context = context(&server, customers.clone());
    for evil in ["nobody@example.com", "", "mara@example.com\r\nBcc: all@example.com"] {
        queue(&context, &reset(evil)).await;
    }
    let given_up = SendReport { given_up: 3, ..SendReport::default() };
    assert_eq!(send(&context, &mail_server).await, given_up);
    assert_eq!(mail_server.taken().len(), 0);
    assert_eq!(customers.given(), []);
    let notes = stored(&server, "select count(*), min(note) as a, max(note) as b from mails").await;
    let nobody = "it has no recipient";
    assert_eq!(notes, serde_json::json!({"count": 3, "a": nobody, "b": nobody}));
}

#[tokio::test]
async fn a_reset__expires_after_an_hour() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let customers = Customers::new(&["mara@example.com"]);
    let context = context(&server, customers.clone());
    queue(&context, &reset("mara@example.com")).await;
    server.pass(60 * MINUTE);
    queue(&context, &Mail::Welcome { email: "mara@example.com".into() }).await;
    let report = send(&context, &mail_server).await;
    assert_eq!(report, SendReport { sent: 1, given_up: 1, ..SendReport::default() });
    assert_eq!(mail_server.only().subject(), "Welcome to Harbor Goods");
    assert_eq!(customers.given(), []);
}

#[tokio::test]
async fn every_other_kind() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    server.sql("update stores set base_url = null; update sites set domain = 'harbor.test'").await;
    let context = context(&server, Customers::new(&[]));
    let email = || "mara@example.com".to_owned();
    let reply = |is_verified| {
        Mail::SupportReply(SupportReply {
            email: email(),
            is_verified,
            subject: "BUY PILLS <b>".into(),
            author_name: "Ines\r\n\u{202e} <i>".into(),
            body: "We are <sorry>.\nReally.".into(),
        })
    };
    let message = SupportMessage {
        message_id: 12,
        customer_email: email(),
        customer_name: Some("Mara\n<script>\u{2066}".into()),
        subject: "Too\r\nsmall".into(),
        body: "It is <b>small</b>.".into(),
    };
    for mail in [
        Mail::Welcome { email: email() },
        Mail::PasswordChanged { email: email() },
        reply(true),
        reply(false),
        Mail::SupportMessage(message),
    ] {
        queue(&context, &mail).await;
        server.pass(Duration::from_secs(1));
        assert_eq!(send(&context, &mail_server).await, sent(1), "{mail:?}");
    }
    let taken = mail_server.taken();
    let subjects: Vec<_> = taken.iter().map(|mail| mail.subject()).collect();
    assert_eq!(
        subjects,
        [
            "Welcome to Harbor Goods",
            "Your password for Harbor Goods was changed",
            "Re: BUY PILLS <b>",
            "Harbor Goods has answered you",
            "A customer wrote: Too small",
        ]
    );
    let verification = format!("{PUBLIC_URL}/verify-email?token=1.");
    for (mail, link) in
        taken.iter().zip([&verification, "https://harbor.test/store/forgot-password"])
    {
        for text in [&mail.text, &mail.html] {
            assert!(text.contains(link), "{text}");
        }
    }
    for mail in &taken[..4] {
        assert_eq!(mail.to, ["mara@example.com"]);
        assert_eq!(mail.header("Reply-To"), "hello@harborgoods.example");
    }
    // Text from an unverified sender does not go to an address that may belong to another person.
    let unverified = &taken[3];
    assert!(!format!("{unverified:?}").contains("PILLS"), "{unverified:?}");
    assert!(unverified.text.contains("Ines <i> has answered"), "{}", unverified.text);
    assert!(unverified.text.contains("We are <sorry>.\nReally."), "{}", unverified.text);
    // The text part shows the input verbatim, and the HTML part escapes it.
    let to_store = &taken[4];
    assert_eq!(to_store.to, ["hello@harborgoods.example"]);
    assert!(to_store.headers.iter().all(|(name, _)| name != "Reply-To"), "{to_store:?}");
    assert!(to_store.text.contains("Mara <script> (mara@example.com) wrote to Harbor Goods"));
    for mail in &taken {
        for tag in ["<script", "<b>", "<i>", "<sorry"] {
            assert!(!mail.html.contains(tag), "{}", mail.html);
        }
    }
}

#[tokio::test]
async fn a_store_without_an_address__gets_no_mail() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    server.sql("update stores set email = null").await;
    let context = context(&server, Customers::new(&[]));
    let message = SupportMessage {
        message_id: 12,
        customer_email: "mara@example.com".into(),
        customer_name: None,
        subject: "Too small".into(),
        body: "It is small.".into(),
    };
    queue(&context, &Mail::SupportMessage(message)).await;
    queue(&context, &Mail::Welcome { email: "mara@example.com".into() }).await;
    assert_eq!(send(&context, &mail_server).await, sent(1));
    let mail = mail_server.only();
    assert!(mail.headers.iter().all(|(name, _)| name != "Reply-To"), "{mail:?}");
    // A site without a store sends no mail either, because it has no sender.
    context
        .outbox
        .queue_alone(&context.db, 999, &reset("a@example.com"), server.now())
        .await
        .unwrap();
    assert_eq!(send(&context, &mail_server).await, sent(0));
}

#[tokio::test]
async fn no_personal_data_is_stored() {
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    for mail in [
        reset("mara@example.com"),
        Mail::Welcome { email: "mara@example.com".into() },
        Mail::SupportReply(SupportReply {
            email: "mara@example.com".into(),
            is_verified: true,
            subject: "About mara".into(),
            author_name: "mara".into(),
            body: "mara".into(),
        }),
    ] {
        queue(&context, &mail).await;
    }
    let rows = "select string_agg(mail::text || ' ' || encode(mail.sealed, 'escape'), ' ') as rows from mails mail";
    let rows = stored(&server, rows).await;
    let rows = rows["rows"].as_str().unwrap();
    assert!(rows.contains("reset") && rows.contains("support_reply"), "{rows}");
    assert!(!rows.to_lowercase().contains("mara") && !rows.contains("example"), "{rows}");
}

#[tokio::test]
async fn another_secret__opens_nothing() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let mut context = context(&server, Customers::new(&["mara@example.com"]));
    queue(&context, &reset("mara@example.com")).await;
    context.outbox = Outbox::new(b"another secret of all servers in tests");
    let given_up = SendReport { given_up: 1, ..SendReport::default() };
    assert_eq!(send(&context, &mail_server).await, given_up);
    let note = stored(&server, "select note from mails").await;
    assert_eq!(note["note"], "it was sealed under another STOA_SECRET");
}

/// Mails wait up to 30 days for the address of their store. The hour in which a reset is valid begins when the store
/// has an address.
#[tokio::test]
async fn mails_wait_for_the_address_of_their_store() {
    let server = served().await;
    server.sql(NO_ADDRESS).await;
    let customers = Customers::new(&["mara@example.com"]);
    let context = context(&server, customers.clone());
    let email = || "mara@example.com".to_owned();
    let reply = SupportReply {
        email: email(),
        is_verified: true,
        subject: "Too small".into(),
        author_name: "Ines".into(),
        body: "We are sorry.".into(),
    };
    for mail in [
        reset("mara@example.com"),
        Mail::Welcome { email: email() },
        Mail::PasswordChanged { email: email() },
        Mail::SupportReply(reply),
    ] {
        queue(&context, &mail).await;
    }
    let away = mailer("smtp://127.0.0.1:1", None);
    let send = async || stoa_outbox::send_due(&context, &away).await.unwrap();
    let put_off = SendReport { put_off: 4, ..SendReport::default() };
    for day in 0..30 {
        assert_eq!(send().await, put_off, "{day}");
        server.pass(60 * MINUTE - Duration::from_secs(1));
        assert_eq!(send().await, sent(0), "not within the hour");
        server.pass(DAY - 60 * MINUTE);
    }
    assert_eq!(send().await, put_off);
    let waiting = "select count(*), min(attempts) as attempts, min(note) as note from mails
        where sent_at is null and failed_at is null";
    let expected = json!({"count": 4, "attempts": 0, "note": "store has no address"});
    assert_eq!(stored(&server, waiting).await, expected);
    assert_eq!(customers.given(), []);

    // The mail server is unreachable when the store gets an address: a reset from a month ago is still valid.
    server.sql("update sites set domain = 'harbor.test' where id = 1").await;
    server.pass(60 * MINUTE);
    assert_eq!(send().await, SendReport { server_is_away: true, ..put_off });
    server.pass(MINUTE);
    assert_eq!(send().await, SendReport { server_is_away: true, ..put_off });
    let ends_at = server.now() + TimeDelta::minutes(60);
    assert_eq!(customers.given().last().unwrap().1, ends_at, "from when it is sent");
    server.pass(2 * 60 * MINUTE);
    let report = SendReport { put_off: 3, given_up: 1, server_is_away: true, sent: 0 };
    assert_eq!(send().await, report, "a reset ends an hour after it could be sent");
}

#[tokio::test]
async fn a_mail_is_deleted_after_30_days() {
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    queue(&context, &reset("mara@example.com")).await;
    server.pass(30 * DAY - MINUTE);
    assert_eq!(delete_old(&context.db, 1, server.now()).await.unwrap(), 0);
    server.pass(MINUTE);
    assert_eq!(delete_old(&context.db, 2, server.now()).await.unwrap(), 0);
    stoa_commerce::orders::sweep::delete_old(&server.orders).await.unwrap();
    assert_eq!(stored(&server, "select count(*) from mails").await["count"], 0);
}

/// A mail is sent only if the transaction that queued it commits.
#[tokio::test]
async fn queued_in_the_transaction_of_its_cause() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    for commits in [false, true] {
        let mut connection = context.db.connection().await.unwrap();
        let transaction = connection.transaction();
        let mail = Mail::Welcome { email: "mara@example.com".into() };
        context.outbox.queue(&transaction, 1, &mail, server.now()).await.unwrap();
        assert_eq!(send(&context, &mail_server).await, sent(0), "not committed yet");
        if commits {
            transaction.commit().await.unwrap();
        }
    }
    assert_eq!(send(&context, &mail_server).await, sent(1));
}

/// A reset of staff is sent within an hour of its request, and only once. Its link does not lead to the store, so it does
/// not wait for the store's address.
#[tokio::test]
async fn a_reset_of_staff() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    server.sql(NO_ADDRESS).await;
    let context = context(&server, Customers::new(&[]));
    let page = "https://portal.test/reset#token=";
    let reset = || Mail::StaffReset { email: "ines@harborgoods.example".into(), page: page.into() };
    queue(&context, &reset()).await;
    assert_eq!(send(&context, &mail_server).await, sent(1));
    let mail = mail_server.only();
    assert_eq!(mail.to, ["ines@harborgoods.example"]);
    assert_eq!(mail.subject(), "Set a new password for your staff account");
    for text in [&mail.text, &mail.html] {
        assert!(text.contains(page), "{text}");
    }
    queue(&context, &Mail::StaffPasswordChanged { email: "ines@harborgoods.example".into() }).await;
    assert_eq!(send(&context, &mail_server).await, sent(1));
    queue(&context, &reset()).await;
    server.pass(60 * MINUTE);
    let report = SendReport { given_up: 1, ..SendReport::default() };
    assert_eq!(send(&context, &mail_server).await, report);
}
