//! Hostile input to authentication. The contract check refuses undocumented responses.

use serde_json::{Value, json};

use super::*;
use crate::api::storefront::hostile_input::hostile_values;

/// Valid fields of each action.
fn actions() -> [Value; 7] {
    [
        json!({"action": "register", "email": "ida@example.com", "password": PASSWORD,
            "firstName": "Ida", "lastName": "Lind"}),
        json!({"action": "login", "email": EMAIL, "password": PASSWORD}),
        json!({"action": "logout"}),
        json!({"action": "me"}),
        json!({"action": "forgot-password", "email": EMAIL}),
        json!({"action": "reset-password", "token": "a token", "password": PASSWORD}),
        json!({"action": "verify-email", "token": "a token"}),
    ]
}

#[tokio::test]
async fn every_value_in_every_field() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    for action in actions() {
        for field in action.as_object().unwrap().keys() {
            for value in hostile_values() {
                let mut body = action.clone();
                body[field] = value;
                let answer = server.post(AUTH, &body).await;
                assert!(answer.status() < 500, "{body}: {}", answer.status());
            }
        }
    }
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

#[tokio::test]
async fn passwords() {
    let server = served_without_limits().await;
    let too_short = "Password must be at least 8 characters";
    let too_long = "Password must be at most 1024 bytes";
    for (number, (password, message)) in [
        ("🦀".repeat(7), too_short),
        ("🦀".repeat(8), ""),
        ("a".repeat(1024), ""),
        ("a".repeat(1025), too_long),
        ("🦀".repeat(256), ""),
        (format!("{}a", "🦀".repeat(256)), too_long),
        (" ".repeat(8), ""),
        ("password123".into(), ""),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("mara{number}@example.com");
        let fields = json!({"email": email, "password": password});
        let registered = act(&server, "register", fields).await;
        assert_eq!(registered.message(), message, "{password:.20}");
        let expected = if message.is_empty() { 200 } else { 401 };
        assert_eq!(log_in(&server, &email, &password).await.status(), expected, "{password:.20}");
    }
    // Spaces are part of a password.
    assert_eq!(log_in(&server, "mara6@example.com", &" ".repeat(9)).await.status(), 401);
}

#[tokio::test]
async fn tokens() {
    let (server, token) = with_customer(served_without_limits().await).await;
    for header in [
        format!("Basic {token}"),
        format!("Bearer  {token}"),
        format!("Bearer {token} "),
        format!("Bearer {token}="),
        format!("Bearer\t{token}"),
        token.clone(),
        "Bearer".into(),
        "Bearer ".into(),
        format!("Bearer {}", "a".repeat(16_000)),
        format!("Bearer {}", token.to_uppercase()),
        format!("Bearer {token}, Bearer {token}"),
        format!("Bearer {}", "%00".repeat(10)),
        "Bearer ÿÿÿ".into(),
    ] {
        let answer = server.get(ACCOUNT).header("authorization", &header).await;
        // HTTP removes trailing white space from a header.
        let expected = if header.trim() == format!("Bearer {token}") { 200 } else { 401 };
        assert_eq!(answer.status(), expected, "{header:.80}");
    }
    let twice = server.get(ACCOUNT).bearer(&token).bearer(&token).await;
    assert_eq!(twice.status(), 401);
    let huge = server.get(ACCOUNT).bearer(&"a".repeat(100_000)).unchecked().await;
    assert_eq!(huge.status, 431);
    assert_eq!(
        server.get(ACCOUNT).header("authorization", &format!("bEARER {token}")).await.status(),
        200
    );
    // The server ignores a token in a query parameter.
    let query = server.get(&format!("{ACCOUNT}?token={token}")).await;
    assert_eq!(query.status(), 401);
}
