//! The sites of the caller, and their figures.

use super::*;
use crate::api::storefront::purchases::Purchase;

const SITES: &str = "/api/staff/sites";
const SITE: &str = "/api/staff/sites/1";

#[tokio::test]
async fn list_sites() {
    let (server, some) = served_to("owner").await;
    for site_id in [2, 3] {
        grant(&server, Some(site_id), INES, &["shop", "content"]).await;
    }
    let every = hired(&server, None, "lin@odds.example", &["support"]).await;
    let list = |token: &str| server.get(SITES).bearer(token);
    list(&some).await.snapshot("list_sites__200");
    assert_eq!(all_ids(|| list(&some).query("limit", "1")).await, [1, 2]);
    // The list tells a person without TOTP why site 1 refuses the person.
    server.sql("update sites set requires_totp = true where id = 1").await;
    let required = list(&some).await;
    let data = &required.json["data"];
    assert_eq!(json!([data[0]["requiresTotp"], data[1]["requiresTotp"]]), json!([true, false]));
    let refused = server.get("/api/staff/sites/1").bearer(&some).await;
    assert_eq!(refused.message(), "This site requires TOTP");
    // Site 3 is not active.
    let all = list(&every).await;
    assert!(!all.ids().contains(&3) && all.ids().len() > 2);
    assert!(all.each("roles").iter().all(|roles| **roles == json!(["support"])));
    assert_eq!(all_ids(|| list(&every).query("limit", "1")).await, all.ids());
    list(&some).query("cursor", "x").await.snapshot("list_sites__400");
}

#[tokio::test]
async fn get_site() {
    let (server, owner) = served_to("owner").await;
    let get = |token: &str| server.get(SITE).bearer(token);
    let before = get(&owner).await.json["data"]["today"].clone();
    assert_eq!(json!([before["paidOrders"], before["paidTotal"]]), json!([0, 0]));
    let purchase = Purchase::new(&server, "a session").await;
    purchase.pay(&server).await;
    let start = json!({"widgetId": 1, "visitorId": "mara"});
    server.post("/api/public/chat/start", &start).await;
    let site = get(&owner).await.snapshot("get_site__200");
    let today = &site.json["data"]["today"];
    assert_eq!(today["paidTotal"], purchase.total);
    server.pass(DAY);
    let begun = log_in(&server, INES, PASSWORD).await;
    let owner = begun.json["data"]["token"].as_str().unwrap();
    let tomorrow = get(owner).await;
    assert_eq!(tomorrow.json["data"]["today"]["paidOrders"], 0);
    server.get("/api/staff/sites/one").bearer(owner).await.snapshot("get_site__400");
}

/// Each role sees its own figures.
#[tokio::test]
async fn get_site__of_a_role() {
    let server = served().await;
    for (role, sees_orders, sees_conversations) in [
        ("owner", true, true),
        ("shop", true, false),
        ("support", true, true),
        ("content", false, false),
    ] {
        server.pass(MINUTE);
        let token = hired(&server, Some(1), &format!("{role}@staff.example"), &[role]).await;
        let site = server.get(SITE).bearer(&token).await;
        assert_eq!(site.json["data"]["roles"], json!([role]));
        let today = &site.json["data"]["today"];
        for figure in ["paidOrders", "paidTotal", "currency", "lowStock"] {
            assert_eq!(!today[figure].is_null(), sees_orders, "{role}: {figure}");
        }
        assert_eq!(!today["openConversations"].is_null(), sees_conversations, "{role}");
    }
    let token = hired(&server, None, "lin@odds.example", &["owner"]).await;
    server.sql("delete from stores where site_id = 2").await;
    let site = server.get("/api/staff/sites/2").bearer(&token).await;
    let without_store = json!({
        "paidOrders": null, "paidTotal": null, "currency": null, "openConversations": 0, "lowStock": null
    });
    assert_eq!(site.json["data"]["today"], without_store);
}
