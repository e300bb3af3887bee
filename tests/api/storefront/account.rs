//! A customer's profile and orders.

mod orders;
mod staff;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::customers::*;
use crate::api::fifty;
use crate::harness::*;

fn patch<'a>(server: &'a Server, token: &str, changes: &Value) -> Request<'a> {
    server.request("PATCH", ACCOUNT).json(changes).bearer(token)
}

#[tokio::test]
async fn get_account() {
    let (server, token) = with_customer(served().await).await;
    server.get(ACCOUNT).bearer(&token).await.snapshot("get_account__200");
    // The customer is erased during the session.
    server.sql("delete from customers").await;
    assert_eq!(server.get(ACCOUNT).bearer(&token).await.status(), 401);
}

#[tokio::test]
async fn update_account() {
    let (server, token) = with_customer(served().await).await;
    let address = json!({"line1": "4 Quay Street", "city": "Rockport", "country": "US"});
    let changes = json!({
        "firstName": " Mara ", "lastName": "Lindqvist", "phone": "+1 207 555 0142",
        "defaultShippingAddress": address, "defaultBillingAddress": {}, "addressBook": [address, {}],
    });
    patch(&server, &token, &changes).await.snapshot("update_account__200");
    let one = patch(&server, &token, &json!({"lastName": null, "phone": "  ", "unknown": 1})).await;
    let one = one.snapshot("update_account__200_emptied");
    let none = patch(&server, &token, &json!({})).await;
    assert_eq!(none.json, one.json);
    let emptied = json!({"defaultShippingAddress": null, "addressBook": []});
    let emptied = patch(&server, &token, &emptied).await;
    assert_eq!(emptied.json["data"]["defaultShippingAddress"], Value::Null);
    assert_eq!(emptied.json["data"]["defaultBillingAddress"], json!({}));
    assert_eq!(emptied.json["data"]["addressBook"], json!([]));
    assert_eq!(server.get(ACCOUNT).bearer(&token).await.json, emptied.json);
}

#[tokio::test]
async fn update_account__refusals() {
    let (server, token) = with_customer(served().await).await;
    let book = "addressBook must be a list of at most 100 objects, each of at most 16384 bytes and a depth of 20";
    let shipping =
        "defaultShippingAddress must be an object of at most 16384 bytes and a depth of 20";
    let nested = |depth: usize| (1..depth).fold(json!({}), |inner, _| json!({ "a": inner }));
    for (changes, message) in [
        (json!({"addressBook": null}), book),
        (json!({"addressBook": vec![json!({}); 101]}), book),
        (json!({"addressBook": [null]}), book),
        (json!({"addressBook": [{"a": "a".repeat(16 * 1024)}]}), book),
        (json!({"defaultShippingAddress": []}), shipping),
        (json!({"defaultShippingAddress": nested(21)}), shipping),
        (json!({"defaultShippingAddress": {"a": vec![1; 8 * 1024]}}), shipping),
        (json!({"firstName": "a".repeat(256)}), "firstName must be text of at most 255 characters"),
        (json!({"lastName": 7}), "lastName must be text of at most 255 characters"),
        (json!({"phone": "1".repeat(65)}), "phone must be text of at most 64 characters"),
    ] {
        assert_eq!(patch(&server, &token, &changes).await.outcome(), (400, message));
    }
    let nul = patch(&server, &token, &json!({"defaultShippingAddress": {"a\0": "b"}})).await;
    assert_eq!(nul.status(), 400);
    let large = json!({"a": vec![1; 8_000]});
    for most in [
        json!({"addressBook": vec![json!({}); 100]}),
        json!({"addressBook": [large, nested(20)], "defaultBillingAddress": large}),
    ] {
        let changed = patch(&server, &token, &most).await.expect(200);
        assert_eq!(changed.json["data"]["addressBook"], most["addressBook"]);
    }

    patch(&server, &token, &json!({"phone": 1})).await.snapshot("update_account__400");
}

/// Concurrent changes of different fields do not overwrite each other.
#[tokio::test]
async fn fifty_concurrent_updates_of_different_fields() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let changes = |number: usize| match number % 5 {
        0 => json!({"firstName": "Mara"}),
        1 => json!({"lastName": "Lindqvist"}),
        2 => json!({"phone": "+1 207"}),
        3 => json!({"defaultShippingAddress": {"city": "Rockport"}}),
        _ => json!({"addressBook": [{"city": "Camden"}]}),
    };
    let changed = fifty(&server, async |server, number| {
        patch(server, &token, &changes(number)).await.status()
    })
    .await;
    assert_eq!(changed, [200; 50]);
    let profile = &server.get(ACCOUNT).bearer(&token).await.json["data"];
    for number in 0..5 {
        for (field, value) in changes(number).as_object().unwrap() {
            assert_eq!(&profile[field], value, "{field}");
        }
    }
}

#[tokio::test]
async fn odd_addresses_round_trip() {
    let (server, token) = with_customer(served_without_limits().await).await;
    let odd = [
        json!({"": "", " ": null, "İ": "\u{202e}", "a": [[1, 2.5, -0.125]], "b": {"c": true}}),
        json!({"large": 9_007_199_254_740_991_i64, "emoji": "🦀"}),
        json!({"$ref": "#", "__proto__": {"a": 1}, "'; drop table customers; --": "%"}),
    ];
    let kept = join_all(odd.iter().map(async |address| {
        let changed = patch(&server, &token, &json!({"defaultBillingAddress": address})).await;
        changed.json["data"]["defaultBillingAddress"].clone()
    }))
    .await;
    assert_eq!(kept, odd);
}
