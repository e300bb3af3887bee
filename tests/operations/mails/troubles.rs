//! Failures: deferred and refused mails, an unreachable mail server, and workers that crash or run concurrently.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use stoa_outbox::{Mail, send_due};

use super::mail_server::{MailServer, Taken, mailer};
use super::*;
use crate::api::storefront::purchases::stored;

fn welcome(email: &str) -> Mail {
    Mail::Welcome { email: email.into() }
}

fn put_off(put_off: usize) -> SendReport {
    SendReport { put_off, ..SendReport::default() }
}

fn given_up(given_up: usize) -> SendReport {
    SendReport { given_up, ..SendReport::default() }
}

#[tokio::test]
async fn deferred_once() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    queue(&context, &welcome("busy@example.com")).await;
    assert_eq!(send(&context, &mail_server).await, put_off(1));
    assert_eq!(send(&context, &mail_server).await, sent(0), "not at once");
    server.pass(MINUTE - Duration::from_secs(1));
    assert_eq!(send(&context, &mail_server).await, sent(0));
    server.pass(Duration::from_secs(1));
    assert_eq!(send(&context, &mail_server).await, sent(1));
    assert_eq!(mail_server.only().to, ["busy@example.com"]);
    let mail =
        stored(&server, "select attempts, note, sent_at is not null as sent from mails").await;
    assert_eq!(mail, json!({"attempts": 2, "note": null, "sent": true}));
}

#[tokio::test]
async fn deferred_until_it_expires() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&["never@example.com"]));
    queue(&context, &welcome("never@example.com")).await;
    queue(&context, &reset("never@example.com")).await;
    assert_eq!(send(&context, &mail_server).await, put_off(2));
    for minutes in [1, 5, 30] {
        server.pass(minutes * MINUTE - Duration::from_secs(1));
        assert_eq!(send(&context, &mail_server).await, sent(0), "{minutes}");
        server.pass(Duration::from_secs(1));
        assert_eq!(send(&context, &mail_server).await, put_off(2), "{minutes}");
    }
    // After two hours a reset is useless.
    server.pass(2 * 60 * MINUTE);
    assert_eq!(send(&context, &mail_server).await, given_up(2));
    server.pass(24 * 60 * MINUTE);
    assert_eq!(send(&context, &mail_server).await, sent(0));
    let notes = "select json_object_agg(kind, array[note, attempts::text]) as notes from mails";
    let late = json!({
        "welcome": ["the server put it off: 450", "5"],
        "reset": ["its time was over", "5"],
    });
    assert_eq!(stored(&server, notes).await["notes"], late);
}

#[tokio::test]
async fn refused_permanently() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    for email in ["gone@example.com", "mara@example.com", "no address", "mara@[127.0.0.1]"] {
        queue(&context, &welcome(email)).await;
    }
    let report = send(&context, &mail_server).await;
    assert_eq!(report, SendReport { sent: 1, given_up: 3, ..SendReport::default() });
    let notes = "select array_agg(note order by id) as notes, bool_or(failed_at is null) as unfailed from mails where sent_at is null";
    let unfit = "it cannot be sent to this address";
    let said = json!({"notes": ["the server refused it: 550", unfit, unfit], "unfailed": false});
    assert_eq!(stored(&server, notes).await, said);
}

/// The mail fails at once, with the reason.
#[tokio::test]
async fn an_address_that_needs_smtputf8() {
    let Some(mail_server) = MailServer::start().await else { return };
    let Some(with_smtputf8) = MailServer::start_with_smtputf8().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    let email = "\u{7528}\u{6237}@\u{4f8b}\u{5b50}.\u{5e7f}\u{544a}";
    queue(&context, &welcome(email)).await;
    assert_eq!(send(&context, &mail_server).await, given_up(1));
    let failed = "select note, failed_at is not null as failed from mails";
    let reason = "the address is not ASCII, and the mail server does not support SMTPUTF8";
    assert_eq!(stored(&server, failed).await, json!({"note": reason, "failed": true}));
    queue(&context, &welcome(email)).await;
    assert_eq!(send(&context, &with_smtputf8).await, sent(1));
    assert_eq!(with_smtputf8.only().to, ["\u{7528}\u{6237}@xn--fsqu00a.xn--4rr70v"]);
}

/// An unreachable mail server does not count as an attempt.
#[tokio::test]
async fn an_unreachable_mail_server() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    for number in 0..10 {
        queue(&context, &welcome(&format!("{number}@example.com"))).await;
    }
    let away = mailer("smtp://127.0.0.1:1", None);
    for _ in 0..20 {
        let report = send_due(&context, &away).await.unwrap();
        assert_eq!((report.sent, report.given_up, report.server_is_away), (0, 0, true));
        server.pass(MINUTE);
    }
    let tries = stored(
        &server,
        "select max(attempts) as most, bool_and(failed_at is null) as waiting from mails",
    )
    .await;
    assert_eq!(tries, json!({"most": 0, "waiting": true}));
    assert_eq!(send(&context, &mail_server).await, sent(10));
}

/// Each of 50 mails of several sites is sent once, whatever the workers do.
#[tokio::test]
async fn several_workers() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let context = context(&server, Customers::new(&[]));
    for number in 0..50 {
        queue(&context, &welcome(&format!("{number}@example.com"))).await;
    }
    let mailers: Vec<_> = (0..4).map(|_| mail_server.mailer()).collect();
    let workers = mailers.iter().map(|mailer| async {
        let mut count = 0;
        // Send until nothing is due. A mail that another worker has claimed is not due.
        loop {
            let report = send_due(&context, mailer).await.unwrap();
            count += report.sent;
            if report == SendReport::default() {
                return count;
            }
        }
    });
    let counts = join_all(workers).await;
    assert_eq!(counts.iter().sum::<usize>(), 50, "{counts:?}");
    let taken = mail_server.taken();
    let all: BTreeSet<_> = taken.iter().map(|mail| mail.to.clone()).collect();
    assert_eq!((taken.len(), all.len()), (50, 50));
    let ids: BTreeSet<_> = taken.iter().map(|mail| mail.header("Message-ID").to_owned()).collect();
    assert_eq!(ids.len(), 50);
}

/// If a worker dies after the mail server has accepted a mail, but before that is recorded, the identical mail is sent
/// again.
#[tokio::test]
async fn a_worker_that_crashes_after_sending() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    let customers = Customers::new(&["mara@example.com"]);
    let context = context(&server, customers.clone());
    queue(&context, &reset("mara@example.com")).await;
    // The mail can be claimed, but its result cannot be recorded.
    server
        .sql(
            "create function refuse() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
             create trigger refuse before update of sent_at on mails for each row
             when (new.sent_at is not null) execute function refuse()",
        )
        .await;
    let (dying, its_mailer) = (context.clone(), mail_server.mailer());
    let worker = tokio::spawn(async move { send_due(&dying, &its_mailer).await });
    while mail_server.taken().is_empty() {
        tokio::task::yield_now().await;
    }
    worker.abort();
    assert!(worker.await.unwrap_err().is_cancelled());
    server
        .sql(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and query like '%mails%' and pid <> pg_backend_pid();
             drop trigger refuse on mails",
        )
        .await;
    assert_eq!(send(&context, &mail_server).await, sent(0), "it may still be at it");
    server.pass(3 * MINUTE);
    assert_eq!(send(&context, &mail_server).await, sent(1));
    server.pass(3 * MINUTE);
    assert_eq!(send(&context, &mail_server).await, sent(0));
    let [first, second] = mail_server.taken().try_into().unwrap();
    let without_date = |mail: &Taken| {
        let mut mail = mail.clone();
        mail.headers.retain(|(name, _)| name != "Date" && name != "Content-Type");
        format!("{mail:?}")
    };
    assert_eq!(without_date(&first), without_date(&second));
    assert_eq!(first.header("Message-ID"), second.header("Message-ID"));
    assert_eq!(first.token(), second.token());
    assert_eq!(customers.given().len(), 2);
}

/// Input in names, subjects and addresses cannot add a header or a recipient.
#[tokio::test]
async fn hostile_texts() {
    let Some(mail_server) = MailServer::start().await else { return };
    let server = served().await;
    server.sql("update sites set name = E'Harbor\\r\\nBcc: all@example.com\\r\\n\\r\\nGoods' where id = 1").await;
    let context = context(&server, Customers::new(&[]));
    let evil = "x\r\nBcc: all@example.com\r\n\r\n.\r\nRCPT TO:<all@example.com>\u{2028}";
    let reply = stoa_outbox::SupportReply {
        email: "mara@example.com".into(),
        is_verified: true,
        subject: evil.repeat(50),
        author_name: evil.into(),
        body: evil.into(),
    };
    queue(&context, &Mail::SupportReply(reply)).await;
    queue(&context, &welcome(&format!("mara@example.com{evil}"))).await;
    queue(&context, &welcome("mara@example.com")).await;
    let report = send(&context, &mail_server).await;
    assert_eq!(report, SendReport { sent: 2, given_up: 1, ..SendReport::default() });
    for mail in mail_server.taken() {
        assert_eq!(mail.to, ["mara@example.com"]);
        let names: BTreeSet<_> = mail.headers.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "Auto-Submitted",
            "Content-Type",
            "Date",
            "From",
            "MIME-Version",
            "Message-ID",
            "Reply-To",
            "Subject",
            "To",
        ];
        assert_eq!(names, BTreeSet::from(expected));
    }
}
