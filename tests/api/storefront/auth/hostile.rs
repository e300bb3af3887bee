//! Hostile input to authentication. The contract check refuses undocumented responses.

use serde_json::{Value, json};

use super::*;

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

async fn send(server: &Server, body: &str) -> Exchange {
    let mut request = server.request("POST", AUTH).header("content-type", "application/json");
    request.body = body.to_owned();
    request.await
}

#[tokio::test]
async fn every_value_in_every_field() {
    let server = served_without_limits().await;
    registered(&server, EMAIL).await;
    let long = "a".repeat(1 << 19);
    let values = [
        "null",
        "7",
        "-1.5e300",
        "true",
        "[]",
        "[\"mara@example.com\"]",
        "{}",
        "\"\"",
        "\" \"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"mara\\u0000@example.com\"",
        "\"%\"",
        "\"'; drop table customers; --\"",
    ];
    for action in actions() {
        for field in action.as_object().unwrap().keys() {
            let marked = {
                let mut marked = action.clone();
                marked[field] = "MARK".into();
                marked.to_string()
            };
            for value in values.into_iter().chain([format!("\"{long}\"").as_str()]) {
                let answer = send(&server, &marked.replace("\"MARK\"", value)).await;
                let case = format!("{} {field} {value:.50}", action["action"]);
                assert!(answer.status() < 500, "{case}: {}", answer.status());
            }
            let mut without = action.clone();
            without.as_object_mut().unwrap().remove(field);
            let answer = send(&server, &without.to_string()).await;
            assert!(answer.status() < 500, "{} without {field}", action["action"]);
        }
    }
    assert_eq!(log_in(&server, EMAIL, PASSWORD).await.status(), 200);
}

#[tokio::test]
async fn addresses() {
    let server = served_without_limits().await;
    for (email, status) in [
        ("mara@example.com\r\nBcc: ida@example.com", 400),
        ("\"mara\"@example.com", 400),
        ("Mara <mara@example.com>", 400),
        ("mara@@example.com", 400),
        ("mara@ida@example.com", 400),
        ("mara@localhost", 400),
        ("mara@[192.0.2.1]", 400),
        ("mara@example.com,ida@example.com", 400),
        (&format!("{}@example.com", "a".repeat(250)), 400),
        ("mara@xn--bcher-kva.example", 201),
        ("o'brien+shop@example.com", 201),
    ] {
        let answer = register(&server, email).await;
        assert_eq!(answer.status(), status, "{email}: {}", answer.message());
        if status == 400 {
            assert_eq!(answer.message(), "email must be an e-mail address", "{email}");
        }
        // The response never reveals whether an address is known.
        let forgotten = act(&server, "forgot-password", json!({"email": email})).await;
        assert_eq!((forgotten.status(), &forgotten.json), (200, &json!({"success": true})));
        assert!([200, 401].contains(&log_in(&server, email, PASSWORD).await.status()), "{email}");
    }
}

/// Letters such as `İ` have several encodings.
#[tokio::test]
async fn addresses_of_other_alphabets() {
    let server = served_without_limits().await;
    for (email, same) in
        [("İda@example.com", "i̇da@example.com"), ("ÅSA@example.com", "åsa@example.com")]
    {
        let first = register(&server, email).await.status();
        assert!([201, 400].contains(&first), "{email}");
        if first == 201 {
            assert_eq!(register(&server, same).await.status(), 409, "{email}");
            assert_eq!(log_in(&server, same, PASSWORD).await.status(), 200, "{email}");
        }
    }
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
