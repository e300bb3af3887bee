//! Previews of posts that are not published.

use serde_json::json;

use super::posts::{change, editor};
use super::*;

/// A draft of site 1.
const DRAFT: &str = "/api/staff/sites/1/posts/7";

/// The answer of REST v1 for the post with this slug and a token.
async fn shown(server: &Server, site: i64, slug: &str, token: &str) -> (u16, Value) {
    let path = format!("/api/v1/sites/{site}/posts/{slug}");
    let shown = server.get(&path).key(DEMO_KEY).query("previewToken", token).await;
    (shown.status(), shown.json["data"]["published"].clone())
}

#[tokio::test]
async fn preview_post() {
    let server = served().await;
    let token = editor(&server).await;
    let draft = server.get(DRAFT).bearer(&token).await.expect(200);
    let slug = draft.json["data"]["slug"].as_str().unwrap().to_owned();
    assert_eq!(draft.json["data"]["status"], "draft");
    assert_eq!(shown(&server, 1, &slug, "").await.0, 404);
    let preview = server.request("POST", &format!("{DRAFT}/preview")).bearer(&token);
    let preview = preview.await.snapshot("preview_post__200");
    let preview = preview.json["data"]["previewToken"].as_str().unwrap().to_owned();
    assert_eq!(shown(&server, 1, &slug, &preview).await, (200, json!(false)));
    // Readers without the token do not see it, and no list has it.
    assert_eq!(shown(&server, 1, &slug, "").await.0, 404);
    let path = "/api/v1/sites/1/posts?limit=100";
    let list = server.get(path).key(DEMO_KEY).query("previewToken", &preview).await.expect(200);
    assert!(list.json["data"].as_array().unwrap().iter().all(|post| post["slug"] != slug.as_str()));
    // A change shows at once. The token is for the post, whatever its slug.
    let wish = json!({"slug": "another-slug"});
    change(&server, &token, DRAFT, "*", &wish).await.expect(200);
    assert_eq!(shown(&server, 1, &slug, &preview).await.0, 404);
    assert_eq!(shown(&server, 1, "another-slug", &preview).await.0, 200);
    // Another draft, and a token that is not valid.
    server.sql("update posts set published = false where site_id = 1 and id = 3").await;
    let other: String = server
        .client()
        .await
        .query_one("select slug from posts where site_id = 1 and id = 3", &[])
        .await
        .unwrap()
        .get(0);
    assert_eq!(shown(&server, 1, &other, &preview).await.0, 404);
    for altered in [format!("{preview}A"), preview.replace('.', ""), "a.b".into(), "é".into()] {
        assert_eq!(shown(&server, 1, "another-slug", &altered).await.0, 404, "{altered}");
    }
    assert_eq!(
        server
            .get("/api/v1/sites/1/posts/another-slug")
            .query("previewToken", &preview)
            .await
            .status(),
        401
    );
    let path = "/api/v1/sites/1/posts/another-slug";
    let current = server.get(path).key(DEMO_KEY).query("previewToken", &preview).await.expect(200);
    assert_eq!(current.header("cache-control"), "no-store");
    let repeated = format!("{path}?previewToken={preview}&previewToken={preview}");
    for not_valid in [repeated, format!("{path}?previewToken={preview}%00")] {
        server.get(&not_valid).key(DEMO_KEY).await.expect(404);
    }
    server.pass(std::time::Duration::from_secs(3600));
    assert_eq!(shown(&server, 1, "another-slug", &preview).await.0, 404);
    let rows = audited_with(&server, " previewPost post previewToken ").await;
    assert_eq!(rows.len(), 1);

    for id in ["0", "-1", "9007199254740991"] {
        let path = format!("/api/staff/sites/1/posts/{id}/preview");
        let missing = server.request("POST", &path).bearer(&token).await;
        assert_eq!(missing.outcome(), (404, "Post not found"));
        if id == "0" {
            missing.snapshot("preview_post__404");
        }
    }
    let invalid = server.request("POST", "/api/staff/sites/1/posts/a/preview").bearer(&token).await;
    invalid.snapshot("preview_post__400");
}
