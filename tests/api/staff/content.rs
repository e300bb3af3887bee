//! Categories, tags and the navigation, as staff list and change them.

use serde_json::json;

use super::posts::{change, editor};
use super::*;

const CATEGORIES: &str = "/api/staff/sites/1/categories";
const TAGS: &str = "/api/staff/sites/1/tags";
const NAVIGATION: &str = "/api/staff/sites/1/navigation";

/// The data of a response of REST v1.
async fn shown(server: &Server, path: &str) -> Value {
    let shown = server.get(&format!("/api/v1/sites/1/{path}")).key(DEMO_KEY).await.expect(200);
    shown.json["data"].clone()
}

#[tokio::test]
async fn categories() {
    let server = served().await;
    let token = editor(&server).await;
    let list = || server.get(CATEGORIES).bearer(&token);
    let all = list().await.snapshot("list_categories__200");
    assert_eq!(
        &all_pages(|| list().query("limit", "2")).await,
        all.json["data"].as_array().unwrap()
    );
    list().query("cursor", "x").await.expect(400);

    let create = |wish: &Value| server.post(CATEGORIES, wish).bearer(&token);
    let wish = json!({"name": "Repairs", "slug": "repairs", "color": "#0f4c5c"});
    let created = create(&wish).await.snapshot("create_category__201");
    create(&wish).await.snapshot("create_category__409");
    let path = format!("{CATEGORIES}/{}", created.json["data"]["id"]);
    let got = server.get(&path).bearer(&token).await.snapshot("get_category__200");
    assert_eq!(got.json, created.json);
    let seen = got.header("etag").to_owned();
    let patch =
        json!({"name": "Mending", "slug": "mending", "description": "How to mend", "color": null});
    let changed = change(&server, &token, &path, &seen, &patch).await;
    let changed = changed.snapshot("update_category__200");
    assert_ne!(changed.header("etag"), seen);
    let of_rest_v1 = shown(&server, "categories").await;
    let listed = of_rest_v1.as_array().unwrap().iter().find(|it| it["slug"] == "mending").unwrap();
    assert_eq!(
        (&listed["name"], &listed["description"]),
        (&json!("Mending"), &json!("How to mend"))
    );
    change(&server, &token, &path, &seen, &patch).await.snapshot("update_category__412");
    let unseen = server.request("PATCH", &path).bearer(&token).json(&patch);
    unseen.await.snapshot("update_category__428");
    let patch = |body: Value| change(&server, &token, &path, "*", &body);
    patch(json!({"slug": "news"})).await.snapshot("update_category__409");
    let nothing = patch(json!({"version": 1})).await.expect(200);
    assert_eq!(nothing.header("etag"), changed.header("etag"));
    for body in [
        json!({"name": ""}),
        json!({"name": null}),
        json!({"name": "x".repeat(256)}),
        json!({"slug": "a b"}),
        json!({"slug": "\u{fb2c}".repeat(255)}),
        json!({"color": "blue"}),
        json!({"color": "#12345"}),
        json!({"description": "a\u{0}"}),
        json!({"description": "x".repeat(2001)}),
        json!([]),
    ] {
        let refused = patch(body.clone()).await;
        assert_eq!(refused.status(), 400, "{body:.99}: {}", refused.message());
    }
    create(&json!({"name": "A"})).await.expect(400);

    let remove = |path: &str| server.request("DELETE", path).bearer(&token);
    remove(&format!("{CATEGORIES}/1")).await.snapshot("remove_category__409");
    remove(&path).await.snapshot("remove_category__200");
    assert_eq!(remove(&path).await.outcome(), (404, "Category not found"));
    assert_eq!(patch(json!({"name": "A"})).await.outcome(), (404, "Category not found"));
    assert_eq!(server.get(&path).bearer(&token).await.status(), 404);
    assert_eq!(shown(&server, "categories").await.as_array().unwrap().len(), 3);
    let rows = audited_with(&server, " category ").await;
    let rows: Vec<&str> = rows.iter().map(|row| row.split(' ').nth(2).unwrap()).collect();
    assert_eq!(rows, ["createCategory", "updateCategory", "removeCategory"]);

    // Site 2 has a category with the id 5, and site 1 has none.
    let foreign = format!("{CATEGORIES}/5");
    assert_eq!(remove(&foreign).await.status(), 404);
    assert_eq!(server.count("categories where site_id = 2 and id = 5").await, 1);
}

#[tokio::test]
async fn tags() {
    let server = served().await;
    let token = editor(&server).await;
    let list = || server.get(TAGS).bearer(&token);
    let all = list().await.snapshot("list_tags__200");
    assert_eq!(
        &all_pages(|| list().query("limit", "4")).await,
        all.json["data"].as_array().unwrap()
    );

    let create = |wish: &Value| server.post(TAGS, wish).bearer(&token);
    let wish = json!({"name": "Fire", "slug": "fire"});
    let created = create(&wish).await.snapshot("create_tag__201");
    create(&wish).await.snapshot("create_tag__409");
    let path = format!("{TAGS}/{}", created.json["data"]["id"]);
    let got = server.get(&path).bearer(&token).await.snapshot("get_tag__200");
    let seen = got.header("etag").to_owned();
    let patch = json!({"name": "Kilns", "slug": "kilns"});
    change(&server, &token, &path, &seen, &patch).await.snapshot("update_tag__200");
    let of_rest_v1 = shown(&server, "tags").await;
    assert!(of_rest_v1.as_array().unwrap().iter().any(|it| it["slug"] == "kilns"));
    change(&server, &token, &path, &seen, &patch).await.snapshot("update_tag__412");
    let unseen = server.request("PATCH", &path).bearer(&token).json(&patch);
    unseen.await.snapshot("update_tag__428");
    let patch = |body: Value| change(&server, &token, &path, "*", &body);
    patch(json!({"slug": "canvas"})).await.snapshot("update_tag__409");
    for body in [
        json!({"name": "x".repeat(256)}),
        json!({"slug": "a b"}),
        json!({"slug": "\u{fb2c}".repeat(255)}),
    ] {
        let refused = patch(body.clone()).await;
        assert_eq!(refused.status(), 400, "{body:.99}: {}", refused.message());
    }
    // Nothing can be removed from a tag, so null counts as absent.
    let same = patch(json!({"name": null, "slug": null})).await.expect(200);
    assert_eq!(same.json["data"]["slug"], "kilns");
    let remove = |path: &str| server.request("DELETE", path).bearer(&token);
    remove(&format!("{TAGS}/1")).await.snapshot("remove_tag__409");
    remove(&path).await.snapshot("remove_tag__200");
    assert_eq!(remove(&path).await.outcome(), (404, "Tag not found"));
    let rows = audited_with(&server, " tag ").await;
    let rows: Vec<&str> = rows.iter().map(|row| row.split(' ').nth(2).unwrap()).collect();
    assert_eq!(rows, ["createTag", "updateTag", "removeTag"]);
}

/// A post gets a tag while another call removes the tag: the post never has a tag that does not exist, and no call fails.
#[tokio::test]
async fn a_tag_is_used_while_it_is_removed() {
    let server = served_without_limits().await;
    let token = editor(&server).await;
    for round in 0..20 {
        let wish = json!({"name": "A", "slug": format!("tag-{round}")});
        let created = server.post(TAGS, &wish).bearer(&token).await.expect(201);
        let id = created.json["data"]["id"].as_i64().unwrap();
        let path = format!("{TAGS}/{id}");
        let patch = json!({"tagIds": [id]});
        let (used, removed) = tokio::join!(
            change(&server, &token, "/api/staff/sites/1/posts/3", "*", &patch),
            server.request("DELETE", &path).bearer(&token),
        );
        let outcome = (used.status(), removed.status());
        assert!([(200, 409), (404, 200)].contains(&outcome), "{outcome:?}");
    }
}

fn replace<'a>(server: &'a Server, token: &str, seen: &str, body: &Value) -> Request<'a> {
    server.request("PUT", NAVIGATION).bearer(token).header("if-match", seen).json(body)
}

/// A tree with children in parentheses, such as `Shop(Mugs) About`.
fn outline(items: &Value) -> String {
    let item = |item: &Value| match item["children"].as_array().unwrap().as_slice() {
        [] => item["label"].as_str().unwrap().to_owned(),
        _ => format!("{}({})", item["label"].as_str().unwrap(), outline(&item["children"])),
    };
    items.as_array().unwrap().iter().map(item).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn the_navigation() {
    let server = served().await;
    let token = editor(&server).await;
    let get = || server.get(NAVIGATION).bearer(&token);
    let before = get().await.snapshot("get_navigation__200");
    let seen = before.header("etag").to_owned();
    let items = &before.json["data"]["items"];
    assert_eq!(
        outline(items),
        "Shop(Canvas Mugs(Enamel mugs) Paper) Journal About Instagram Design your own"
    );
    // A client can send back the items that it has read.
    let same = replace(&server, &token, &seen, &json!({"items": items})).await.expect(200);
    assert_eq!(&same.json["data"]["items"], items);

    let seen = same.header("etag").to_owned();
    let wish = json!({"items": [
        {"id": 7, "label": "About us", "href": "/about", "children": [{"id": 3, "label": "Mugs", "href": "/store/mugs"}]},
        {"label": "New", "href": "/new", "isButton": true, "columnGroup": 2, "description": null, "children": [
            {"label": "", "href": "", "icon": "star"},
        ]},
        {"id": 1, "label": "Shop", "href": "/store", "openInNewTab": true},
    ]});
    let replaced = replace(&server, &token, &seen, &wish).await;
    let replaced = replaced.snapshot("replace_navigation__200");
    assert_eq!(get().await.json, replaced.json);
    let of_rest_v1 = shown(&server, "navigation").await;
    assert_eq!(outline(&of_rest_v1), outline(&replaced.json["data"]["items"]));
    assert_eq!(outline(&of_rest_v1), "About us(Mugs) New() Shop");
    let ids: Vec<&Value> = of_rest_v1.as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(
        (ids[0], ids[2], &of_rest_v1[0]["children"][0]["id"]),
        (&json!(7), &json!(1), &json!(3))
    );
    assert_eq!(outline(&shown(&server, "config").await["navigation"]), outline(&of_rest_v1));

    replace(&server, &token, &seen, &wish).await.snapshot("replace_navigation__412");
    let unseen = server.request("PUT", NAVIGATION).bearer(&token).json(&wish);
    unseen.await.snapshot("replace_navigation__428");
    let put = |body: &Value| replace(&server, &token, "*", body);
    let removed = json!({"items": [{"id": 6, "label": "Journal", "href": "/journal"}]});
    put(&removed).await.snapshot("replace_navigation__404");
    let item = |children: Value| json!({"label": "A", "href": "/a", "children": children});
    let deep =
        |levels: usize| (1..levels).fold(json!([item(json!([]))]), |below, _| json!([item(below)]));
    for (items, message) in [
        (
            json!([{"id": 1, "label": "", "href": ""}, item(json!([{"id": 1, "label": "", "href": ""}]))]),
            "An id of an item is given twice",
        ),
        (deep(51), "A navigation has at most 50 levels"),
        (
            json!([
                item(json!(vec![item(json!([])); 500])),
                item(json!(vec![item(json!([])); 500]))
            ]),
            "A navigation has at most 1000 items",
        ),
        (json!(vec![item(json!([])); 1001]), "items must be a list of at most 1000 items"),
        (
            json!([{"href": "/a"}]),
            "label must have at most 255 characters, and no control characters",
        ),
        (
            json!([{"label": "A", "href": null}]),
            "href must have at most 2000 characters, and no control characters",
        ),
        (
            json!([item(json!([{"label": "A\u{0}", "href": ""}]))]),
            "label must have at most 255 characters, and no control characters",
        ),
        (json!([{"id": "7", "label": "A", "href": "/a"}]), "id must be an integer or null"),
        (json!([item(json!({}))]), "children must be a list of at most 1000 items"),
        (json!({}), "items must be a list of at most 1000 items"),
    ] {
        let refused = put(&json!({"items": items})).await;
        assert_eq!(refused.outcome(), (400, message), "{items:.99}");
    }
    put(&json!({})).await.expect(400);
    put(&json!({"items": [{"id": i64::MAX, "label": "", "href": ""}]})).await.expect(404);
    assert_eq!(get().await.header("etag"), replaced.header("etag"));
    put(&json!({"items": deep(50)})).await.expect(200);
    assert_eq!(outline(&shown(&server, "navigation").await).matches('A').count(), 50);
    put(&json!({"items": []})).await.expect(200);
    assert_eq!(shown(&server, "navigation").await, json!([]));
    assert_eq!(server.count("navigation_items where site_id = 2").await, 7);
    let rows = audited_with(&server, " replaceNavigation navigation items ").await;
    assert_eq!(rows.len(), 4, "{rows:?}");
}

#[tokio::test]
async fn one_of_50_concurrent_navigations_is_stored() {
    let server = served_without_limits().await;
    let token = editor(&server).await;
    let seen = server.get(NAVIGATION).bearer(&token).await.header("etag").to_owned();
    let replacements = (0..50).map(|n| {
        let (server, token, seen) = (&server, &token, &seen);
        let wish = json!({"items": [{"label": format!("{n}"), "href": "/"}]});
        async move { replace(server, token, seen, &wish).await.status() }
    });
    let statuses = futures_util::future::join_all(replacements).await;
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(200), count(412)), (1, 49), "{statuses:?}");
    assert_eq!(shown(&server, "navigation").await.as_array().unwrap().len(), 1);
}
