//! Claims: a visitor's designs become the customer's after the login.

use super::*;

fn claim<'a>(server: &'a Server, token: &str, session: &str, customer: i64) -> Request<'a> {
    let body = json!({"sessionId": session, "customerId": customer});
    server.post(&format!("{DESIGNS}/claim"), &body).bearer(token)
}

async fn customer_id(server: &Server, token: &str) -> i64 {
    server.get(ACCOUNT).bearer(token).await.json["data"]["id"].as_i64().unwrap()
}

#[tokio::test]
async fn claim_designs() {
    let (server, design) = with_design(served().await).await;
    let session = design.designer.session.clone().unwrap();
    let deleted = design.designer.begins(&server).await;
    design.designer.of(&server, "DELETE", deleted.id).await;
    legacy(&server, LEGACY_UUID, &session).await;
    let digest = hex::encode(stoa_designs::digest(&session));
    let sql = format!(
        "insert into design_assets (site_id, session_sha256, url, created_at)
        values (1, '\\x{digest}', 'https://pictures.example/a.png', now())"
    );
    server.sql(&sql).await;
    let token = registered(&server, EMAIL).await;
    let id = customer_id(&server, &token).await;
    let claimed = claim(&server, &token, &session, id + 1).await;
    claimed.snapshot("claim_designs__403");
    let claimed = claim(&server, &token, &session, id).await.snapshot("claim_designs__200");
    assert_eq!(claimed.json["data"]["claimed"], 2, "of both generations, deleted ones apart");
    for session in [&session, "x", &"A".repeat(43), &"é".repeat(255)] {
        let again = claim(&server, &token, session, id).await;
        assert_eq!(again.json["data"]["claimed"], 0);
    }
    let customer = Designer::with_token(&token);
    assert_eq!(customer.of(&server, "GET", design.id).await.status(), 200);
    assert_eq!(customer.of(&server, "GET", LEGACY_UUID).await.status(), 200);
    assert_eq!(design.designer.of(&server, "GET", design.id).await.status(), 403);
    let left =
        "select count(*) from designs where session_sha256 is not null or customer_id is null";
    let left = server.client().await.query_one(left, &[]).await.unwrap();
    assert_eq!(left.get::<_, i64>(0), 0);
    let images = "select count(*) from design_assets where customer_id is not null";
    let images = server.client().await.query_one(images, &[]).await.unwrap();
    assert_eq!(images.get::<_, i64>(0), 1);
}

/// Without a `sessionId`, the session is that of the cookie. Page code that stored the `sessionId` needs no cookie.
#[tokio::test]
async fn claim_designs__by_cookie() {
    let (server, token) = with_customer(served().await).await;
    let id = customer_id(&server, &token).await;
    let claim = async |token: Option<&str>, session: Option<&str>, body: Value| {
        let caller =
            Designer { token: token.map(str::to_owned), session: session.map(str::to_owned) };
        caller.call(&server, "POST", &format!("{DESIGNS}/claim")).json(&body).await
    };
    let new = server.post(DESIGNS, &json!({"productId": MUG})).await;
    let first = new.json["data"]["sessionId"].as_str().unwrap().to_owned();
    let second = begun(&server).await.designer.session.unwrap();
    let claimed = |answer: Exchange| answer.json["data"]["claimed"].clone();
    // The cookie alone does not say which customer claims.
    for body in [json!({"customerId": id}), json!({"customerId": id, "sessionId": first})] {
        assert_eq!(claim(None, Some(&first), body).await.status(), 401);
    }
    let of_body = json!({"customerId": id, "sessionId": first});
    assert_eq!(claimed(claim(Some(&token), Some(&second), of_body.clone()).await), 1);
    assert_eq!(claimed(claim(Some(&token), None, of_body).await), 0);
    for absent in [json!({"customerId": id}), json!({"customerId": id, "sessionId": null})] {
        let refused = claim(Some(&token), None, absent.clone()).await;
        assert_eq!(refused.outcome(), (400, "sessionId is required"));
        let ended = claim(Some(&token), Some("unknown"), absent).await;
        assert_eq!(ended.outcome(), (400, "sessionId is required"));
    }
    claim(Some(&token), None, json!({"customerId": id})).await.snapshot("claim_designs__400");
    let other = json!({"customerId": id + 1});
    assert_eq!(claim(Some(&token), Some(&second), other).await.status(), 403);
    let of_cookie = json!({"customerId": id, "sessionId": ""});
    assert_eq!(claimed(claim(Some(&token), Some(&second), of_cookie.clone()).await), 1);
    assert_eq!(claimed(claim(Some(&token), Some(&second), of_cookie).await), 0);
    for wrong in [json!(7), json!([]), json!("a".repeat(256))] {
        let refused = json!({"customerId": id, "sessionId": wrong});
        let refused = claim(Some(&token), Some(&second), refused).await;
        assert_eq!(refused.outcome(), (400, "sessionId is required"));
    }
}

#[tokio::test]
async fn count_anonymous_designs() {
    let server = served().await;
    let count =
        |designer: &Designer| designer.call(&server, "GET", &format!("{DESIGNS}/anonymous/count"));
    count(&NO_DESIGNER).await.snapshot("count_anonymous_designs__200_nobody");
    let design = begun(&server).await;
    let session = design.designer.session.clone().unwrap();
    legacy(&server, LEGACY_UUID, &session).await;
    let anonymous = count(&design.designer).await.snapshot("count_anonymous_designs__200");
    assert_eq!(anonymous.json["data"], json!({"count": 2}));
    let token = registered(&server, EMAIL).await;
    let both = Designer { token: Some(token.clone()), session: Some(session.clone()) };
    let counted = count(&both).await.snapshot("count_anonymous_designs__200_customer");
    assert_eq!(counted.json["data"], json!({"count": 2, "sessionId": session}));
    assert_eq!(count(&Designer::with_token(&token)).await.json["data"], json!({"count": 0}));
    let wrong = Designer { token: Some("wrong".to_owned()), ..design.designer };
    assert_eq!(count(&wrong).await.status(), 401);
}
