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
    server.get(PEOPLE).await.snapshot("list_people__401");
}

/// Every combination of a role and a site: 403 for another role, 404 for a site that is not one of the caller's.
#[tokio::test]
async fn roles_and_sites() {
    let server = served().await;
    for (number, (site_id, role, of_site_1, of_site_2)) in [
        (Some(1), "owner", 200, 404),
        (Some(1), "shop", 403, 404),
        (Some(1), "support", 403, 404),
        (Some(1), "content", 403, 404),
        (Some(2), "owner", 404, 200),
        (Some(2), "shop", 404, 403),
        (None, "owner", 200, 200),
        (None, "content", 403, 403),
    ]
    .into_iter()
    .enumerate()
    {
        server.pass(MINUTE);
        let token = hired(&server, site_id, &format!("{number}@staff.example"), &[role]).await;
        let status = async |path: &str| server.get(path).bearer(&token).await.status();
        assert_eq!(status(PEOPLE).await, of_site_1, "{role} of {site_id:?} at site 1");
        assert_eq!(
            status("/api/staff/sites/2/people").await,
            of_site_2,
            "{role} of {site_id:?} at 2"
        );
        for (path, expected) in [
            ("/api/staff/sites/999/people", 404),
            ("/api/staff/sites/0/people", 404),
            ("/api/staff/sites/x/people", 400),
        ] {
            assert_eq!(status(path).await, expected, "{role} of {site_id:?}: {path}");
        }
    }
    let token = hired(&server, Some(1), "shop@staff.example", &["shop"]).await;
    server.get(PEOPLE).bearer(&token).await.snapshot("list_people__403");
    let other = "/api/staff/sites/2/people";
    server.get(other).bearer(&token).await.snapshot("list_people__404");
    server.sql("update sites set active = false where id = 1").await;
    assert_eq!(server.get(PEOPLE).bearer(&token).await.status(), 404);
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
