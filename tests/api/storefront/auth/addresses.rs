//! E-mail addresses in any script, in every operation that takes an address.

use super::*;
use crate::api::storefront::purchases::{fill, stored};

/// Pairs of spellings of the same address: in another case, or with decomposed accents.
const ADDRESSES: [(&str, &str); 5] = [
    ("J\u{fc}rgen@B\u{fc}cher.example", "JU\u{308}RGEN@bu\u{308}cher.EXAMPLE"),
    (
        "\u{3b4}\u{3bf}\u{3ba}\u{3b9}\u{3bc}\u{3ae}@example.com",
        "\u{394}\u{39f}\u{39a}\u{399}\u{39c}\u{389}@example.com",
    ),
    (
        "\u{43a}\u{43e}\u{43b}\u{44f}@\u{43f}\u{440}\u{438}\u{43c}\u{435}\u{440}.\u{440}\u{444}",
        "\u{41a}\u{41e}\u{41b}\u{42f}@\u{41f}\u{420}\u{418}\u{41c}\u{415}\u{420}.\u{420}\u{424}",
    ),
    (
        "\u{7528}\u{6237}@\u{4f8b}\u{5b50}.\u{5e7f}\u{544a}",
        "\u{7528}\u{6237}@\u{4f8b}\u{5b50}.\u{5e7f}\u{544a}",
    ),
    (
        "\u{938}\u{902}\u{92a}\u{930}\u{94d}\u{915}@\u{921}\u{93e}\u{91f}\u{93e}\u{92e}\u{947}\u{932}.\u{92d}\u{93e}\u{930}\u{924}",
        "\u{938}\u{902}\u{92a}\u{930}\u{94d}\u{915}@\u{921}\u{93e}\u{91f}\u{93e}\u{92e}\u{947}\u{932}.\u{92d}\u{93e}\u{930}\u{924}",
    ),
];

/// Orders a mug as a guest.
async fn check_out(server: &Server, session: &str, email: &str) -> Exchange {
    fill(server, session, &[(4, 0, 1)]).await;
    let more = json!({
        "customerEmail": email, "shippingAddress": {"country": "US"}, "shippingRateId": 1,
    });
    let body = checkout_body(session, more);
    server.post("/api/storefront/1/checkout", &body).await
}

#[tokio::test]
async fn letters_of_any_script() {
    let server = served_without_limits().await;
    for (number_of_address, (typed, again)) in ADDRESSES.into_iter().enumerate() {
        let placed = check_out(&server, typed, again).await;
        assert_eq!(placed.status(), 200, "{again}: {}", placed.message());
        let registered = register(&server, typed).await;
        let token = token(&registered);
        assert_eq!(registered.json["data"]["customer"]["email"], typed);
        assert_eq!(register(&server, again).await.outcome(), (409, "Email already registered"));
        assert_eq!(log_in(&server, again, PASSWORD).await.status(), 200, "{again}");

        let number = placed.json["data"]["orderNumber"].as_str().unwrap();
        let order = server.get(&format!("/api/storefront/1/orders/{number}"));
        assert_eq!(order.query("email", typed).await.status(), 200, "{typed}");
        let orders = format!("{ACCOUNT}/orders");
        let history = async || server.get(&orders).bearer(&token).await.json["data"].clone();
        assert_eq!(history().await, json!([]), "the address is not verified");
        let forgotten = act(&server, "forgot-password", json!({"email": again})).await;
        assert_eq!(forgotten.status(), 200);
        let queued = server.count("mails where kind = 'reset'").await;
        assert_eq!(queued, number_of_address as i64 + 1, "{again}");
        let reset_token = reset_token(&server, &stoa_values::email::normalized(again)).await;
        reset(&server, &reset_token, "two lighthouses over a wave").await.expect(200);
        let again = log_in(&server, again, "two lighthouses over a wave").await;
        let history = server.get(&orders).bearer(&self::token(&again)).await;
        assert_eq!(history.json["data"][0]["orderNumber"], number, "{typed}");
    }
}

#[tokio::test]
async fn stored_in_one_form() {
    let server = served_without_limits().await;
    registered(&server, "ju\u{308}rgen@example.com").await;
    check_out(&server, "a session", "ju\u{308}rgen@example.com").await;
    let emails = "select (select email from customers) as customer, (select customer_email from orders) as placed";
    let email = "j\u{fc}rgen@example.com";
    assert_eq!(stored(&server, emails).await, json!({"customer": email, "placed": email}));
}

#[tokio::test]
async fn invalid_addresses() {
    let server = served_without_limits().await;
    for (number, email) in [
        "mara",
        "mara@@example.com",
        "mara@ida@example.com",
        "mara@example.com,ida@example.com",
        "mara@example.com\r\nBcc: ida@example.com",
        "\"mara\"@example.com",
        "Mara <mara@example.com>",
        "mara@[192.0.2.1]",
        "mara@localhost",
        "mara@192.0.2.1",
        "mara@xn--a.example",
        "mara@\u{2603}.example",
        "\u{1f600}@example.com",
        "mara\u{202e}@example.com",
        "mara\u{200b}@example.com",
        "mara@exam\u{ad}ple.com",
        "mara\r\n@example.com",
        "mara\u{85}x@example.com",
        &format!("{}@example.com", "\u{fc}".repeat(33)),
        &format!("mara@{}com", "\u{fc}.".repeat(60)),
    ]
    .into_iter()
    .enumerate()
    {
        let refused = register(&server, email).await;
        let expected = (400, "email must be an e-mail address");
        assert_eq!(refused.outcome(), expected, "{email:?}");
        let refused = check_out(&server, &number.to_string(), email).await;
        let expected = (400, "customerEmail must be an e-mail address");
        assert_eq!(refused.outcome(), expected, "{email:?}");
        // The response never reveals whether an address is known.
        let forgotten = act(&server, "forgot-password", json!({"email": email})).await;
        assert_eq!((forgotten.status(), &forgotten.json), (200, &json!({"success": true})));
        assert_eq!(log_in(&server, email, PASSWORD).await.status(), 401, "{email:?}");
    }
}

/// Failed logins are counted by address, whatever its spelling.
#[tokio::test]
async fn failures_are_counted_by_address() {
    let server = served_limited(&["all=off", "failed-logins=2/900"]).await;
    let (typed, again) = ADDRESSES[0];
    for email in [typed, again] {
        assert_eq!(log_in(&server, email, "another password").await.status(), 401);
    }
    assert_eq!(log_in(&server, typed, "another password").await.status(), 429);
}
