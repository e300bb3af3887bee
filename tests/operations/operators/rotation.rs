//! Rotation of `STOA_SECRET`: older tokens remain valid only as long as the old secret is configured too.

use std::io::Write;
use std::process::{Command, Stdio};

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use super::ask;
use crate::harness::database::{self, Database};
use crate::operations::start_up::{PROCESS_SECRET, Process, Ran, on, ran};

const NEW: &str = "what all servers sign with from today on";

/// A command or server with this secret, and optionally the previous one.
fn with(database: &Database, arguments: &[&str], secret: &str, old: Option<&str>) -> Command {
    let mut command = on(database, arguments);
    command.env("STOA_SECRET", secret).envs(old.map(|old| ("STOA_OLD_SECRET", old)));
    command
}

async fn conversation(server: &Process, visitor: &str) -> Value {
    let start = json!({"widgetId": 1, "visitorId": visitor});
    let (status, started) = ask(&server.address, "POST /api/public/chat/start", Some(&start)).await;
    assert_eq!(status, 200, "{started}");
    started["data"].clone()
}

/// The status of a message with this conversation's token.
async fn message(server: &Process, conversation: &Value) -> u16 {
    let message = json!({
        "conversationId": conversation["conversationId"],
        "ephemeralToken": conversation["ephemeralToken"],
        "body": "Hello?",
    });
    ask(&server.address, "POST /api/public/chat/messages", Some(&message)).await.0
}

fn store_a_key(database: &Database, secret: &str) {
    let set = ["store", "set", "--site", "1", "openai-api-key"];
    let mut command = with(database, &set, secret, None);
    let mut command = command.stdin(Stdio::piped()).spawn().unwrap();
    command.stdin.take().unwrap().write_all(b"sk-of-rotation").unwrap();
    assert!(command.wait().unwrap().success());
}

/// The newest mail as it would be sent, with the token in its link.
fn mail(database: &Database, secret: &str, old: Option<&str>) -> Ran {
    ran(with(database, &["mail", "show", "--last"], secret, old))
}

#[tokio::test]
async fn rotation_of_the_secret() {
    let database = database::seeded().await;
    store_a_key(&database, PROCESS_SECRET);
    let server = Process::of(with(&database, &[], PROCESS_SECRET, None));
    let before = conversation(&server, "mara").await;
    let register = json!({"action": "register", "email": "mara@example.com", "password": "lighthouse at dusk"});
    let (status, registered) =
        ask(&server.address, "POST /api/storefront/1/auth", Some(&register)).await;
    assert!(status < 300, "{registered}");
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));

    // With both secrets, older tokens remain valid, and new ones need only the new secret.
    let server = Process::of(with(&database, &[], NEW, Some(PROCESS_SECRET)));
    assert_eq!(message(&server, &before).await, 200);
    let after = conversation(&server, "ben").await;
    assert_eq!(message(&server, &after).await, 200);
    let shown = mail(&database, NEW, Some(PROCESS_SECRET));
    assert!(shown.printed.contains("To: mara@example.com"), "{}", shown.complaint);
    let logged = server.stop();
    assert!(!logged.contains("sealed under another"), "{logged}");

    // Without the old secret, older tokens end.
    let server = Process::of(with(&database, &[], NEW, None));
    assert_eq!(message(&server, &before).await, 401);
    assert_eq!(message(&server, &after).await, 200);
    let shown = mail(&database, NEW, None);
    assert!(shown.complaint.contains("sealed under another STOA_SECRET"), "{}", shown.complaint);
    let resealed = ran(with(&database, &["store", "reseal"], NEW, None));
    let lost = "neither STOA_SECRET nor STOA_OLD_SECRET decrypts openai-api-key of site 1";
    assert!(resealed.status == Some(1) && resealed.complaint.contains(lost));
    assert_eq!(server.end(Signal::SIGTERM).0, Some(0));

    // The values stay readable if they were resealed before.
    let reseal = |old| ran(with(&database, &["store", "reseal"], NEW, old)).printed;
    assert_eq!(reseal(Some(PROCESS_SECRET)), "1 values are now encrypted with the new secret\n");
    assert_eq!(reseal(None), "0 values are now encrypted with the new secret\n");
}
