//! Messages to the store: a repeat is neither stored nor mailed again, and does not count toward the limits.

use std::future::IntoFuture;

use futures_util::future::join_all;

use super::*;
use crate::api::storefront::customers::with_customer;

async fn mails(server: &Server) -> i64 {
    server.client().await.query_one("select count(*) from mails", &[]).await.unwrap().get(0)
}

fn write<'a>(server: &'a Server, token: &str, key: &str) -> Request<'a> {
    let seam = json!({"subject": "A seam", "body": "It came loose."});
    server.post(SUPPORT, &seam).bearer(token).header(KEY_HEADER, key)
}

#[tokio::test]
async fn a_repeat_queues_no_mail() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let before = mails(&server).await;
    let id = write(&server, &token, RETRY_KEY).await.json["data"]["id"].clone();
    let reply = || {
        let reply = server.post(&format!("{SUPPORT}/{id}"), &json!({"body": "Hi"}));
        reply.bearer(&token).header(KEY_HEADER, RETRY_KEY)
    };
    let first = reply().await;
    for _ in 0..3 {
        assert_eq!(write(&server, &token, RETRY_KEY).await.header("idempotent-replayed"), "true");
        assert_eq!(reply().await.json, first.json);
    }
    assert_eq!(mails(&server).await, before + 2);
    // A repeat does not show later changes of the message.
    assert_eq!(
        write(&server, &token, RETRY_KEY).await.json["data"]["replies"],
        Value::Array(Vec::new())
    );
}

/// A repeat of the last allowed message is answered, although the limit is used up.
#[tokio::test]
async fn a_repeat_does_not_count() {
    let server =
        served_limited(&["all=off", "support-messages=2/60", "support-messages-a-day=3/86400"])
            .await;
    let token = &registered(&server, "mara@example.com").await;
    for key in ["one", "two"] {
        for replayed in ["", "true", "true"] {
            let written = write(&server, token, key).await;
            assert_eq!((written.status(), written.header("idempotent-replayed")), (201, replayed));
        }
    }
    assert_eq!(write(&server, token, "three").await.status(), 429);
    assert_eq!(write(&server, token, "two").await.status(), 201);
    server.pass(Duration::from_secs(60));
    // The refused message has used neither its key nor any of the daily limit.
    assert_eq!(write(&server, token, "three").await.header("idempotent-replayed"), "");
    assert_eq!(write(&server, token, "four").await.status(), 429);
    for key in ["one", "two", "three"] {
        assert_eq!(write(&server, token, key).await.header("idempotent-replayed"), "true");
    }
}

#[tokio::test]
async fn concurrent_repeats_do_not_count() {
    let server =
        served_limited(&["all=off", "support-messages=2/60", "support-messages-a-day=3/86400"])
            .await;
    let token = &registered(&server, "mara@example.com").await;
    assert_eq!(write(&server, token, "one").await.status(), 201);
    let repeats = (0..20).map(|_| write(&server, token, "one").into_future());
    for repeat in join_all(repeats).await {
        assert_eq!((repeat.status(), repeat.header("idempotent-replayed")), (201, "true"));
    }
    assert_eq!(write(&server, token, "two").await.status(), 201);
    assert_eq!(write(&server, token, "three").await.status(), 429);
}
