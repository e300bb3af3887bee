//! The statements of the staff's people.

use super::*;
use crate::api::staff::{ME, PASSWORD, SESSIONS, hired, invited};
use crate::api::storefront::auth::WEAK_HASH;

/// An owner, who logs in with an outdated hash, and a person with roles for all sites.
pub async fn people(server: &Server) {
    const INES: &str = "ines@harborgoods.example";
    let token = hired(server, Some(1), INES, &["owner"]).await;
    hired(server, None, "lin@odds.example", &["content"]).await;
    stoa::commands::people::create(&server.db(), Some(1), INES, &["shop".into()]).await.unwrap();
    let people = "/api/staff/sites/1/people";
    server.sql("update person_sessions set last_used_at = now() - interval '1 hour'").await;
    done(server.get(ME).bearer(&token)).await;
    done(server.get(people).bearer(&token)).await;
    server.sql(&format!("update people set password_hash = '{WEAK_HASH}' where id < 100000")).await;
    let wish = json!({"email": INES, "password": PASSWORD});
    let begun = server.request("POST", SESSIONS).json(&wish).await;
    assert_eq!(begun.status(), 201, "{}", begun.message());
    done(server.request("DELETE", "/api/staff/sessions/current").bearer(&token)).await;
    let invitation = invited(server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    assert!(!invitation.is_empty());
    for arguments in [["staff", "list"].as_slice(), &["staff", "remove", "--email", INES]] {
        ordered(server, arguments, "").await;
    }
    ordered(server, &["staff", "remove", "--email", "lin@odds.example"], "").await;
}
