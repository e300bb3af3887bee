//! Copies of designs: a repeat never reveals the session that the first call began to another caller.

use super::*;

fn clone<'a>(server: &'a Server, designer: &Designer, design: i64) -> Request<'a> {
    let clone = designer.of(server, "POST", format!("{design}/clone"));
    clone.json(&json!({"name": "Copy"})).header(KEY_HEADER, RETRY_KEY)
}

/// Creates a design that everyone may copy, and returns its id.
async fn shared(server: &Server) -> i64 {
    let design = begun(server).await;
    let share = design.designer.of(server, "POST", format!("{}/share", design.id));
    assert_eq!(share.json(&json!({"isPublic": true})).await.status(), 200);
    design.id
}

fn session(answer: &Exchange) -> Option<&str> {
    answer.json["data"]["sessionId"].as_str()
}

#[tokio::test]
async fn a_key_does_not_share_a_session() {
    let server = served_without_limits().await;
    let design = shared(&server).await;
    let mut sessions = Vec::new();
    for _ in 0..3 {
        let copy = clone(&server, &NO_DESIGNER, design).await;
        assert_eq!((copy.status(), copy.header("idempotent-replayed")), (200, ""));
        sessions.push((session(&copy).unwrap().to_owned(), copy));
    }
    let tokens: Vec<&String> = sessions.iter().map(|(token, _)| token).collect();
    assert!(tokens[0] != tokens[1] && tokens[1] != tokens[2] && tokens[0] != tokens[2]);

    // Within the session that the call began, a repeat gets the complete answer.
    for (token, first) in &sessions {
        let again = clone(&server, &Designer::with_session(token), design).await;
        assert_eq!((again.status(), again.header("idempotent-replayed")), (200, "true"));
        assert_eq!(again.json, first.json);
        assert_eq!(again.header("set-cookie"), first.header("set-cookie"));
    }
    // From another caller, the same key is a new request.
    let stranger = begun(&server).await.designer;
    let token = registered(&server, "mara@example.com").await;
    let mara = Designer::with_token(&token);
    let (_, first) = &sessions[0];
    let both = Designer { session: session(first).map(str::to_owned), ..mara.clone() };
    for designer in [&stranger, &mara] {
        let copy = clone(&server, designer, design).await;
        assert_eq!((copy.header("idempotent-replayed"), session(&copy)), ("", None));
        assert_eq!(copy.header("set-cookie"), "");
    }
    // A customer's copies belong to the customer in every session.
    let copy = clone(&server, &both, design).await;
    assert_eq!((copy.header("idempotent-replayed"), session(&copy)), ("true", None));
}

#[tokio::test]
async fn the_stored_answer_has_no_token() {
    let server = served_without_limits().await;
    let design = shared(&server).await;
    let copy = clone(&server, &NO_DESIGNER, design).await;
    let rows = server.client().await;
    let kept = "select answer::text from idempotency_keys where operation = 'cloneDesign'";
    let kept: String = rows.query_one(kept, &[]).await.unwrap().get(0);
    assert!(!kept.contains(session(&copy).unwrap()), "{kept}");
    assert!(kept.contains(copy.json["data"]["uuid"].as_str().unwrap()), "{kept}");
}

#[tokio::test]
async fn another_design_is_another_request() {
    let server = served_without_limits().await;
    let (one, other) = (shared(&server).await, shared(&server).await);
    let designer = begun(&server).await.designer;
    assert_eq!(clone(&server, &designer, one).await.status(), 200);
    assert_eq!(clone(&server, &designer, other).await.status(), 422);
    let listed = designer.call(&server, "GET", DESIGNS).await;
    assert_eq!(listed.each("name").iter().filter(|name| **name == "Copy").count(), 1);
}
