//! Posts, as staff list, change, publish and schedule them.

use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::json;
use stoa_content::publication::publish_due;

use super::races::begun;
use super::*;

const POSTS: &str = "/api/staff/sites/1/posts";
const DYEING: &str = "/api/staff/sites/1/posts/2";
const DYEING_SHOWN: &str = "/api/v1/sites/1/posts/how-we-dye-our-canvas";

const HOUR: Duration = Duration::from_secs(3600);

/// Logs an editor of the site in, and gives everything of the content of all sites one version.
pub(super) async fn editor(server: &Server) -> String {
    server
        .sql(
            "update posts set version = 1700000000000;
            update categories set version = 1700000000000;
            update tags set version = 1700000000000;
            update sites set navigation_version = 1700000000000",
        )
        .await;
    hired(server, Some(1), "kai@harborgoods.example", &["content"]).await
}

/// A change of the row at `path` by a caller who has seen this tag.
pub(super) fn change<'a>(
    server: &'a Server,
    token: &str,
    path: &str,
    seen: &str,
    body: &Value,
) -> Request<'a> {
    let request = server.request("PATCH", path).bearer(token).header("if-match", seen);
    request.merge_patch(body)
}

fn create<'a>(server: &'a Server, token: &str, wish: &Value) -> Request<'a> {
    server.post(POSTS, wish).bearer(token)
}

async fn shown(server: &Server, slug: &str) -> u16 {
    server.get(&format!("/api/v1/sites/1/posts/{slug}")).key(DEMO_KEY).await.status()
}

/// The slugs of all posts that REST v1 lists.
async fn listed(server: &Server) -> Vec<String> {
    let list = server.get("/api/v1/sites/1/posts?limit=100").key(DEMO_KEY).await.expect(200);
    let posts = list.json["data"].as_array().unwrap().iter();
    posts.map(|post| post["slug"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn list_posts() {
    let server = served().await;
    let token = editor(&server).await;
    server
        .sql(
            "update posts set published = false, scheduled_for = '2026-06-02T09:00:00Z'
            where site_id = 1 and id = 6",
        )
        .await;
    let list = || server.get(POSTS).bearer(&token);
    let all = list().await.snapshot("list_posts__200");
    let rows = all.json["data"].as_array().unwrap();
    assert_eq!(rows.len(), 11);
    assert_eq!(&all_pages(|| list().query("limit", "2")).await, rows);
    for (filters, ids) in [
        (&[("status", "draft")][..], json!([7])),
        (&[("status", "scheduled")], json!([6])),
        (&[("status", "published"), ("postType", "guide")], json!([11])),
        (&[("status", "draft"), ("postType", "guide")], json!([])),
        (&[("postType", "")], json!(rows.iter().map(|row| &row["id"]).collect::<Vec<_>>())),
        (&[("q", "CANVAS how")], json!([2])),
        (&[("q", "glaze")], json!([7])),
        (&[("q", "hundred"), ("status", "scheduled")], json!([6])),
        (&[("q", "hundred"), ("status", "published")], json!([])),
        (&[("q", "team"), ("postType", "page")], json!([10])),
        (&[("q", "team"), ("postType", "post")], json!([])),
        (&[("q", "%")], json!([])),
        (&[("q", "über")], json!([])),
    ] {
        let mut request = list();
        for (name, value) in filters {
            request = request.query(name, value);
        }
        let found = request.await.expect(200);
        let found: Vec<&Value> =
            found.json["data"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
        assert_eq!(json!(found), ids, "{filters:?}");
    }
    list().query("status", "hidden").await.snapshot("list_posts__400");
}

#[tokio::test]
async fn a_post_is_written_and_published() {
    let server = served().await;
    let token = editor(&server).await;
    let content = json!({
        "blocks": [{"type": "html", "html": "<p onclick=\"x()\">Hot</p>", "n": [1, 2.5, null, {"a": {}}]}, "text", 7],
        "version": "1.0",
    });
    let wish = json!({
        "title": "  The new kiln ", "slug": "the-new-kiln", "excerpt": "It fires twice as many mugs.",
        "content": content, "categoryIds": [2, 1, 2], "tagIds": [2], "parentPostId": 8, "noIndex": false,
    });
    let created = create(&server, &token, &wish).await.snapshot("create_post__201");
    let post = &created.json["data"];
    assert_eq!((&post["status"], &post["content"]), (&json!("draft"), &content));
    assert_eq!((&post["categoryIds"], &post["title"]), (&json!([1, 2]), &json!("The new kiln")));
    assert_eq!(created.header("etag"), format!("\"{}\"", post["version"]));
    let path = format!("{POSTS}/{}", post["id"]);
    assert_eq!(server.get(&path).bearer(&token).await.json, created.json);
    assert_eq!(shown(&server, "the-new-kiln").await, 404);
    let again = create(&server, &token, &wish).await.snapshot("create_post__409");
    assert_eq!(again.message(), "Another post has this slug");

    let act = |action: &str| server.request("POST", &format!("{path}/{action}")).bearer(&token);
    let published = act("publish").await.snapshot("publish_post__200");
    assert_eq!(act("publish").await.json, published.json);
    let page = server.get("/api/v1/sites/1/posts/the-new-kiln").key(DEMO_KEY).await.expect(200);
    let shown_content: Value =
        serde_json::from_str(page.json["data"]["content"].as_str().unwrap()).unwrap();
    assert_eq!(shown_content, content);
    assert_eq!(page.json["data"]["publishedAt"], published.json["data"]["publishedAt"]);
    let categories: Vec<&Value> =
        page.json["data"]["categories"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(json!(categories), json!([2, 1]), "by name");
    assert_eq!(listed(&server).await[0], "the-new-kiln");

    server.pass(HOUR);
    let withdrawn = act("withdraw").await.snapshot("withdraw_post__200");
    assert_eq!(act("withdraw").await.json, withdrawn.json);
    assert_eq!(shown(&server, "the-new-kiln").await, 404);
    let republished = act("publish").await;
    assert_eq!(republished.json["data"]["publishedAt"], published.json["data"]["publishedAt"]);
    act("unpublish").await.expect(404);
    for action in ["publish", "withdraw"] {
        let unknown = format!("{POSTS}/99/{action}");
        let unknown = server.request("POST", &unknown).bearer(&token).await;
        assert_eq!(unknown.outcome(), (404, "Post not found"));
    }
    let rows = audited_with(&server, " post ").await;
    let rows: Vec<&str> = rows.iter().map(|row| row.split(' ').nth(2).unwrap()).collect();
    assert_eq!(rows, ["createPost", "publishPost", "withdrawPost", "publishPost"]);
}

#[tokio::test]
async fn a_post_appears_at_its_time() {
    let server = served_with_cache(&["all=off"]).await;
    let other = server.another().await;
    let token = editor(&server).await;
    let path = format!("{POSTS}/7/schedule");
    let schedule = |at: &str| server.post(&path, &json!({"scheduledFor": at})).bearer(&token);
    let slug = "unfinished-thoughts-on-glaze";
    let is_listed = async |server: &Server| listed(server).await.contains(&slug.to_owned());
    let at = (server.now() + TimeDelta::hours(1)).to_rfc3339();
    schedule(&at).await.expect(200);
    let scheduled = schedule("2026-06-01T14:00:00.500+01:00").await.snapshot("schedule_post__200");
    assert_eq!(scheduled.json["data"]["scheduledFor"], "2026-06-01T13:00:00.500Z");
    let db = &server.orders.db;
    assert_eq!(publish_due(db, server.now()).await.unwrap(), 0);
    assert_eq!((shown(&server, slug).await, is_listed(&server).await), (404, false));
    assert!(!is_listed(&other).await);

    server.pass(HOUR);
    other.pass(HOUR);
    assert_eq!((shown(&server, slug).await, is_listed(&other).await), (404, false));
    assert_eq!(publish_due(db, server.now()).await.unwrap(), 1);
    assert_eq!((shown(&server, slug).await, is_listed(&server).await), (200, true), "at once");
    other.pass(SECOND);
    assert_eq!((shown(&other, slug).await, is_listed(&other).await), (200, true));
    assert_eq!(publish_due(db, server.now()).await.unwrap(), 0, "once");
    let published = server.get(&format!("{POSTS}/7")).bearer(&token).await;
    let post = &published.json["data"];
    assert_eq!((&post["status"], &post["scheduledFor"]), (&json!("published"), &Value::Null));
    assert_eq!(post["publishedAt"], scheduled.json["data"]["scheduledFor"]);
    assert_ne!(published.header("etag"), scheduled.header("etag"));

    schedule("2026-06-02T00:00:00Z").await.snapshot("schedule_post__409");
    let past = schedule("2026-06-01T13:00:00Z").await.snapshot("schedule_post__400");
    assert_eq!(past.message(), "scheduledFor must be in the future");
    for at in ["3000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "soon", ""] {
        let refused = schedule(at).await;
        let message = "scheduledFor must be a time of a year before 3000";
        assert_eq!(refused.outcome(), (400, message), "{at}");
    }
    // A withdrawn post is no longer scheduled.
    let act = |action: &str| server.request("POST", &format!("{POSTS}/7/{action}")).bearer(&token);
    act("withdraw").await.expect(200);
    schedule("2026-06-02T00:00:00Z").await.expect(200);
    act("withdraw").await.expect(200);
    server.pass(24 * HOUR);
    assert_eq!(publish_due(db, server.now()).await.unwrap(), 0);
}

/// The posts of a site are published even if those of another site cannot be.
#[tokio::test]
async fn publish_due__with_a_failing_site() {
    let server = served().await;
    let scheduled = "update posts set published = false, scheduled_for = '2026-06-01T12:00:00Z' where site_id in (1, 2, 3);
        alter table posts add constraint stuck check (site_id <> 2 or not published) not valid";
    server.sql(scheduled).await;
    publish_due(&server.orders.db, server.now()).await.unwrap_err();
    assert_eq!(server.count("posts where site_id in (1, 3) and not published").await, 0);
    assert_eq!(server.count("posts where site_id = 2 and published").await, 0);
}

/// The job does not wait for an import, and publishes the posts of the import in its next run.
#[tokio::test]
async fn publish_due__during_an_import() {
    let server = served().await;
    let scheduled = "update posts set published = false, scheduled_for = '2026-06-01T12:00:00Z'";
    server.sql(&format!("{scheduled} where site_id = 1 and id in (3, 7)")).await;
    let import = begun(&server, "select from sites where id = 1 for update").await;
    let row = "delete from posts where site_id = 1 and id = 7;
        insert into posts (site_id, id, title, slug, scheduled_for)
        overriding system value values (1, 7, 'Imported', 'imported', '2026-06-01T12:00:00Z')";
    import.batch_execute(row).await.unwrap();
    assert_eq!(publish_due(&server.orders.db, server.now()).await.unwrap(), 0);
    import.batch_execute("commit").await.unwrap();
    assert_eq!(publish_due(&server.orders.db, server.now()).await.unwrap(), 2);
    assert_eq!(
        server.count("posts where site_id = 1 and published and slug = 'imported'").await,
        1
    );
}

#[tokio::test]
async fn update_post() {
    let server = served().await;
    let token = editor(&server).await;
    let before = server.get(DYEING).bearer(&token).await.snapshot("get_post__200");
    let seen = before.header("etag").to_owned();
    let patch = json!({
        "title": "How we dye", "excerpt": null, "categoryIds": [3], "tagIds": [], "parentPostId": 8,
        "content": {"blocks": [{"type": "text", "text": "With salt."}], "version": "2.0"},
        "publishedAt": "2026-02-04T09:00:00Z",
    });
    let changed = change(&server, &token, DYEING, &seen, &patch).await;
    let changed = changed.snapshot("update_post__200");
    assert_ne!(changed.header("etag"), seen);
    let page = server.get(DYEING_SHOWN).key(DEMO_KEY).await.expect(200);
    let page = &page.json["data"];
    assert_eq!((&page["title"], &page["excerpt"]), (&json!("How we dye"), &Value::Null));
    assert_eq!((&page["categories"][0]["id"], &page["tags"]), (&json!(3), &json!([])));
    assert_eq!(
        page["content"],
        r#"{"blocks":[{"text":"With salt.","type":"text"}],"version":"2.0"}"#
    );
    change(&server, &token, DYEING, &seen, &patch).await.snapshot("update_post__412");
    let unseen = server.request("PATCH", DYEING).bearer(&token).json(&json!({}));
    unseen.await.snapshot("update_post__428");
    let nothing = change(&server, &token, DYEING, "*", &json!({})).await.expect(200);
    assert_eq!(nothing.header("etag"), changed.header("etag"));

    let moved = change(&server, &token, DYEING, "*", &json!({"slug": "e\u{301}tude"})).await;
    assert_eq!(moved.json["data"]["slug"], "étude");
    assert_eq!(
        (shown(&server, "%C3%A9tude").await, shown(&server, "how-we-dye").await),
        (200, 404)
    );
    let cleared = json!({"content": null, "parentPostId": null, "publishedAt": null});
    let cleared = change(&server, &token, DYEING, "*", &cleared).await.expect(200);
    assert_eq!(cleared.json["data"]["content"], Value::Null);
    let rows = audited_with(&server, " updatePost ").await;
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(
        rows[0].contains(
            " updatePost post title,excerpt,content,publishedAt,parentPostId,categoryIds,tagIds "
        ),
        "{rows:?}"
    );
}

#[tokio::test]
async fn refused_changes_of_posts() {
    let server = served_without_limits().await;
    let token = editor(&server).await;
    let tag = server.get(DYEING).bearer(&token).await.header("etag").to_owned();
    let patch = |body: &Value| change(&server, &token, DYEING, "*", body);
    let wished = |extra: &Value| {
        let mut wish = json!({"title": "A", "slug": "a-new-one"});
        wish.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        create(&server, &token, &wish)
    };
    // Site 2 has categories, tags and posts that site 1 lacks.
    for (body, message) in [
        (json!({"categoryIds": [1, 5]}), "Category not found"),
        (json!({"categoryIds": [i64::MAX]}), "Category not found"),
        (json!({"tagIds": [0]}), "Tag not found"),
        (json!({"tagIds": [-1]}), "Tag not found"),
        (json!({"parentPostId": 13}), "Parent post not found"),
    ] {
        assert_eq!(patch(&body).await.outcome(), (404, message), "{body}");
        assert_eq!(wished(&body).await.outcome(), (404, message), "{body}");
    }
    patch(&json!({"categoryIds": [99]})).await.snapshot("update_post__404");
    patch(&json!({"slug": "about"})).await.snapshot("update_post__409");
    let deep = (0..100).fold(json!(1), |value, _| json!([value]));
    for body in [
        json!({"title": ""}),
        json!({"title": " \u{200b}"}),
        json!({"title": null}),
        json!({"title": "a\nb"}),
        json!({"title": "x".repeat(256)}),
        json!({"slug": ""}),
        json!({"slug": "a/b"}),
        json!({"slug": null}),
        json!({"slug": "\u{fb2c}".repeat(255)}),
        json!({"postType": ""}),
        json!({"postType": 1}),
        json!({"excerpt": "x".repeat(2001)}),
        json!({"excerpt": "a\u{0}b"}),
        json!({"content": "[]"}),
        json!({"content": {}}),
        json!({"content": {"blocks": {}, "version": ""}}),
        json!({"content": {"blocks": [], "version": 1}}),
        json!({"content": {"blocks": [deep], "version": ""}}),
        json!({"content": {"blocks": ["x".repeat(786_432)], "version": ""}}),
        // The database writes each number without an exponent.
        json!({"content": {"blocks": vec![1e308; 3_000], "version": ""}}),
        json!({"content": {"blocks": [{"a\u{0}": 1}], "version": ""}}),
        json!({"content": {"blocks": ["\u{0}"], "version": ""}}),
        json!({"coverImage": "x".repeat(2001)}),
        json!({"publishedAt": "yesterday"}),
        json!({"publishedAt": "2026-02-30T00:00:00Z"}),
        json!({"publishedAt": "0999-01-01T00:00:00Z"}),
        json!({"publishedAt": "3000-01-01T00:00:00Z"}),
        json!({"noIndex": "true"}),
        json!({"customJs": "x".repeat(100_001)}),
        json!({"parentPostId": "8"}),
        json!({"categoryIds": null}),
        json!({"categoryIds": [1.5]}),
        json!({"categoryIds": 1}),
        json!({"tagIds": vec![1; 101]}),
    ] {
        let refused = patch(&body).await;
        assert_eq!(refused.status(), 400, "{body:.99}: {}", refused.message());
        let is_absent = body["categoryIds"].is_null() && body.get("categoryIds").is_some();
        let is_default = body["postType"] == "";
        if !is_absent && !is_default {
            let refused = wished(&body).await;
            assert_eq!(refused.status(), 400, "{body:.99}: {}", refused.message());
        }
    }
    for wish in [json!({}), json!({"title": "A"}), json!({"slug": "a"}), json!([])] {
        create(&server, &token, &wish).await.expect(400);
    }
    // Neither an id nor a version nor the status is taken from a body.
    let ignored = json!({"id": 99, "version": 1, "published": false, "status": "draft", "scheduledFor": null});
    patch(&ignored).await.expect(200);
    assert_eq!(server.get(DYEING).bearer(&token).await.header("etag"), tag);
    assert_eq!(shown(&server, "a-new-one").await, 404);
    assert!(audited_with(&server, " post ").await.is_empty());

    // Site 2 has another post with this id.
    let other = hired(&server, Some(2), "lin@odds.example", &["content"]).await;
    assert_eq!(change(&server, &other, DYEING, "*", &json!({"title": "X"})).await.status(), 404);
    let theirs = "/api/staff/sites/2/posts/2";
    change(&server, &other, theirs, "*", &json!({"title": "X"})).await.expect(200);
    assert_eq!(server.get(DYEING).bearer(&token).await.header("etag"), tag);
    let shop = hired(&server, Some(1), "mo@harborgoods.example", &["shop"]).await;
    server.get(DYEING).bearer(&shop).await.expect(403);
}

#[tokio::test]
async fn remove_post() {
    let server = served().await;
    let token = editor(&server).await;
    let remove = |id: i64| server.request("DELETE", &format!("{POSTS}/{id}")).bearer(&token);
    remove(8).await.snapshot("remove_post__409");
    remove(10).await.snapshot("remove_post__200");
    assert_eq!(remove(10).await.outcome(), (404, "Post not found"));
    remove(8).await.expect(200);
    remove(2).await.expect(200);
    assert_eq!((shown(&server, "about").await, shown(&server, "the-team").await), (404, 404));
    assert!(!listed(&server).await.contains(&"how-we-dye-our-canvas".to_owned()));
    assert_eq!(server.count("posts where site_id = 2").await, 13);
    let rows = audited_with(&server, " removePost post ").await;
    assert_eq!(rows.len(), 3, "{rows:?}");
}

#[tokio::test]
async fn parents_make_no_circle() {
    let server = served_without_limits().await;
    let token = editor(&server).await;
    let parent = |id: i64, parent: i64| {
        let path = format!("{POSTS}/{id}");
        change(&server, &token, &path, "*", &json!({"parentPostId": parent}))
    };
    parent(8, 10).await.snapshot("update_post__409_circle");
    assert_eq!(parent(8, 8).await.outcome(), (409, "The parent is the post itself or below it"));
    parent(9, 10).await.expect(200);
    assert_eq!(parent(8, 9).await.status(), 409, "two levels below");
    parent(9, 8).await.expect(200);
    server.sql("update posts set parent_post_id = null where site_id = 1").await;
    let both = (0..50).map(|n| if n % 2 == 0 { parent(8, 9) } else { parent(9, 8) });
    let statuses: Vec<u16> =
        join_all(both.map(IntoFuture::into_future)).await.iter().map(Exchange::status).collect();
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    assert_eq!(server.count("posts where site_id = 1 and parent_post_id is not null").await, 1);
}

#[tokio::test]
async fn one_of_50_concurrent_changes_of_a_post_is_applied() {
    let server = served_without_limits().await;
    let token = editor(&server).await;
    let seen = server.get(DYEING).bearer(&token).await.header("etag").to_owned();
    let changes = (1..=50).map(|n| {
        let (server, token, seen) = (&server, &token, &seen);
        let patch = json!({"title": format!("Title {n}"), "tagIds": [1 + n % 6]});
        async move { change(server, token, DYEING, seen, &patch).await.status() }
    });
    let statuses = join_all(changes).await;
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(200), count(412)), (1, 49), "{statuses:?}");
    assert_eq!(audited_with(&server, " updatePost ").await.len(), 1);
    let created =
        join_all((0..50).map(|_| {
            let (server, token) = (&server, &token);
            async move {
                create(server, token, &json!({"title": "A", "slug": "a-new-one"})).await.status()
            }
        }));
    let statuses = created.await;
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(201), count(409)), (1, 49), "{statuses:?}");
}
