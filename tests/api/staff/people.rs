//! The people of a site.

use super::*;

const PEOPLE: &str = "/api/staff/sites/1/people";

#[tokio::test]
async fn list_people() {
    let server = served().await;
    let owner = hired(&server, Some(1), "ines@harborgoods.example", &["owner"]).await;
    invited(&server, Some(1), "tomas@harborgoods.example", &["support", "shop"]).await;
    invited(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let list = || server.get(PEOPLE).bearer(&owner);
    list().await.snapshot("list_people__200");
    let page = list().query("limit", "1").await;
    assert_eq!(page.ids(), [1]);
    let next = page.json["nextCursor"].as_str().unwrap();
    let page = list().query("limit", "1").query("cursor", next).await;
    assert_eq!((page.ids(), &page.json["nextCursor"]), (vec![2], &Value::Null));
    list().query("cursor", "x").await.snapshot("list_people__400");
}

#[tokio::test]
async fn list_people__of_an_inactive_site() {
    let server = served().await;
    let owner = hired(&server, Some(1), "ines@harborgoods.example", &["owner"]).await;
    assert_eq!(server.get(PEOPLE).bearer(&owner).await.status(), 200);
    server.sql("update sites set active = false where id = 1").await;
    assert_eq!(server.get(PEOPLE).bearer(&owner).await.message(), "Site not found");
}

#[tokio::test]
async fn a_role_that_is_taken_away() {
    let server = served().await;
    let (ines, lin) = ("ines@harborgoods.example", "lin@odds.example");
    let first = hired(&server, Some(1), ines, &["owner"]).await;
    let second = hired(&server, Some(1), lin, &["owner"]).await;
    stoa::commands::people::create(&server.db(), Some(2), lin, &["shop".to_owned()]).await.unwrap();
    let remove = async |email| {
        stoa::commands::people::remove(&server.db(), Some(1), email).await.unwrap();
    };
    remove(ines).await;
    remove(lin).await;
    assert_eq!(server.get(ME).bearer(&first).await.status(), 401, "no role is left");
    assert_eq!(server.get(PEOPLE).bearer(&second).await.status(), 404);
    let me = server.get(ME).bearer(&second).await;
    assert_eq!(me.json["data"]["sites"][0]["siteId"], 2);
    let invitation = invited(&server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    remove("tomas@harborgoods.example").await;
    let accepted = server.request("POST", ACCEPT).json(&acceptance(&invitation)).await;
    assert_eq!(accepted.message(), "Invitation is invalid or has expired");
    let refused = stoa::commands::people::remove(&server.db(), Some(1), ines).await.unwrap_err();
    assert!(refused.to_string().starts_with("ines@harborgoods.example has no such roles"));
    let mut shown = Vec::new();
    stoa::commands::people::list(&server.db(), None, &mut shown).await.unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("lin@odds.example") && shown.contains("2: shop"), "{shown}");
    assert!(!shown.contains(ines), "{shown}");
}
