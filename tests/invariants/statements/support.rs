//! The statements of the staff API on customers, conversations and support messages.

use super::*;
use crate::api::staff::hired;

const SITE: &str = "/api/staff/sites/1";

/// A person with the roles `shop` and `support`, and another agent.
pub async fn support(server: &Server) {
    let token = hired(server, Some(1), "lin@harborgoods.example", &["shop", "support"]).await;
    hired(server, Some(1), "olga@harborgoods.example", &["support"]).await;
    let get = |path: &str| server.get(&format!("{SITE}{path}")).bearer(&token);
    let post = |path: &str, body: Value| {
        server.request("POST", &format!("{SITE}{path}")).json(&body).bearer(&token)
    };
    for path in [
        "/customers",
        "/customers?q=mara",
        "/customers?q=mara@",
        "/customers/1",
        "/customers/1/export",
    ] {
        done(get(path)).await;
    }
    let start =
        json!({"widgetId": 1, "visitorId": "olga", "name": "Olga", "email": "olga@example.com"});
    let started = server.request("POST", "/api/public/chat/start").json(&start).await;
    let id = &started.json["data"]["conversationId"];
    let person = "select id from people where email like 'olga%'";
    let person: i64 = server.client().await.query_one(person, &[]).await.unwrap().get(0);
    let conversation = format!("/conversations/{id}");
    done(post(&format!("{conversation}/assign"), json!({"personId": person}))).await;
    done(post(&format!("{conversation}/messages"), json!({"body": "Ahoy"}))).await;
    for path in ["/conversations", "/conversations?mine=true", &conversation, "/support-messages"] {
        done(get(path)).await;
    }
    done(server.request("DELETE", &format!("{SITE}/customers/1/sessions")).bearer(&token)).await;
}
