//! Fifty concurrent calls, on two servers with one database.

use std::collections::BTreeSet;

use stoa_audit::Origin;
use stoa_customers::support::staff::{CloseRefusal, FoundMessage, NewReply};
use stoa_runtime::Failed;

use super::*;
use crate::api::{answered, fifty, fifty_on};

/// Customer and staff reply concurrently on two servers with different clocks. All replies have one order with
/// ascending times and ids, and each answer shows the replies up to its own.
#[tokio::test]
async fn fifty_concurrent_replies_have_one_order() {
    let server = served_without_limits().await;
    let another = server.another().await;
    another.pass(MINUTE);
    let token = registered(&server, EMAIL).await;
    let id = written(&server, &token).await;
    let contexts = [context(&server), context(&another)];
    let answers = fifty_on([&server, &another], async |server, number| match number % 5 {
        0 => {
            let message = FoundMessage { site_id: 1, id };
            let context = &contexts[number / 5 % 2];
            let (author_name, body) = ("Ines".to_owned(), number.to_string());
            let reply = NewReply { author_name, body, idempotency: None };
            let origin = Origin::of_command("stoa support reply");
            stoa_customers::support::staff::reply(context, &origin, message, reply).await.unwrap();
            None
        }
        _ => Some(reply(server, &token, id, &number.to_string()).await),
    })
    .await;
    let message = shown(&server, &token, id).await;
    let replies = message["replies"].as_array().unwrap();
    let bodies: BTreeSet<_> = replies.iter().map(|reply| reply["body"].as_str()).collect();
    assert_eq!((replies.len(), bodies.len()), (50, 50));
    let times: Vec<_> = replies.iter().map(|reply| reply["createdAt"].as_str()).collect();
    let ids: Vec<_> = replies.iter().map(|reply| reply["id"].as_i64()).collect();
    assert!(times.is_sorted() && ids.is_sorted_by(|one, next| one < next), "{times:?} {ids:?}");
    assert_eq!(message["lastActivityAt"].as_str(), times[49]);
    for (number, answer) in answers.iter().enumerate() {
        let Some(answer) = answer else { continue };
        assert_eq!(answer.status(), 200, "{}", answer.message());
        let seen = &answer.json["data"];
        let of_then = seen["replies"].as_array().unwrap();
        assert_eq!(of_then, &replies[..of_then.len()]);
        let last = of_then.last().unwrap();
        assert_eq!(last["body"], number.to_string());
        assert_eq!(seen["lastActivityAt"], last["createdAt"]);
    }
    // There is a mail for each reply, one for the message, and one for the registration.
    assert_eq!(server.count("mails").await, 52);
}

#[tokio::test]
async fn fifty_concurrent_messages() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let answers = fifty(&server, async |server, _| write(server, &token, seam()).await).await;
    assert_eq!(answered(&answers, 201), 50);
    let listed = server.get(SUPPORT).bearer(&token).await;
    let ids: BTreeSet<i64> = listed.ids().into_iter().collect();
    let told = answers.iter().map(|answer| answer.json["data"]["id"].as_i64().unwrap());
    assert_eq!(ids, told.collect());
    assert_eq!(ids.len(), 50);
}

#[tokio::test]
async fn fifty_stay_within_the_limit() {
    let (server, token) =
        with_customer(served_limited(&["all=off", "support-messages=5/60"]).await).await;
    let answers =
        fifty_on([&server, &server], async |server, _| write(server, &token, seam()).await).await;
    assert_eq!((answered(&answers, 201), answered(&answers, 429)), (5, 45));
}

/// The last writer determines the status, and only one of several concurrent calls closes a message.
#[tokio::test]
async fn closed_during_replies() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let id = written(&server, &token).await;
    let message = FoundMessage { site_id: 1, id };
    let (db, now) = (server.db(), server.now());
    let origin = Origin::of_command("stoa support close");
    fifty(&server, async |server, number| match number % 2 {
        0 => assert_eq!(reply(server, &token, id, "Hi").await.status(), 200),
        _ => match stoa_customers::support::staff::close(&db, &origin, message, now).await {
            Ok(_) | Err(Failed::Refused(CloseRefusal::SupportMessageIsClosed)) => {}
            Err(refusal) => panic!("{refusal:?}"),
        },
    })
    .await;
    let left = shown(&server, &token, id).await;
    assert_eq!(left["replies"].as_array().unwrap().len(), 25);
    assert!(["open", "closed"].contains(&left["status"].as_str().unwrap()), "{left}");
}
