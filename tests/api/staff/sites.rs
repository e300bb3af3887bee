//! The sites of the caller, and their figures.

use super::*;
use crate::api::storefront::purchases::Purchase;

const SITES: &str = "/api/staff/sites";
const SITE: &str = "/api/staff/sites/1";

#[tokio::test]
async fn list_sites() {
    let server = served().await;
    let email = "ines@harborgoods.example";
    let some = hired(&server, Some(1), email, &["owner"]).await;
    for site_id in [2, 3] {
        let roles = ["shop".to_owned(), "content".to_owned()];
        stoa::commands::people::create(&server.db(), Some(site_id), email, &roles).await.unwrap();
    }
    let every = hired(&server, None, "lin@odds.example", &["support"]).await;
    let list = |token: &str| server.get(SITES).bearer(token);
    list(&some).await.snapshot("list_sites__200");
    let page = list(&some).query("limit", "1").await;
    assert_eq!(page.ids(), [1]);
    let next = page.json["nextCursor"].as_str().unwrap();
    let page = list(&some).query("limit", "1").query("cursor", next).await;
    assert_eq!((page.ids(), &page.json["nextCursor"]), (vec![2], &Value::Null));
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
    let mut paged = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let request = list(&every).query("limit", "1");
        let page = match &cursor {
            Some(cursor) => request.query("cursor", cursor).await,
            None => request.await,
        };
        paged.extend(page.ids());
        let Some(next) = page.json["nextCursor"].as_str() else { break };
        cursor = Some(next.to_owned());
    }
    assert_eq!(paged, all.ids());
    list(&some).query("cursor", "x").await.snapshot("list_sites__400");
    server.get(SITES).await.snapshot("list_sites__401");
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
    let owner = {
        let wish = json!({"email": "ines@harborgoods.example", "password": PASSWORD});
        let begun = server.post(SESSIONS, &wish).await;
        begun.json["data"]["token"].as_str().unwrap().to_owned()
    };
    let tomorrow = get(&owner).await;
    assert_eq!(tomorrow.json["data"]["today"]["paidOrders"], 0);
    server.get("/api/staff/sites/one").bearer(&owner).await.snapshot("get_site__400");
    server.get(SITE).await.snapshot("get_site__401");
    server.get("/api/staff/sites/2").bearer(&owner).await.snapshot("get_site__404");
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
