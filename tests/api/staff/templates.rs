//! The templates of designs, as staff list and change them.

use super::settings::patch;
use super::*;

const TEMPLATES: &str = "/api/staff/sites/1/design-templates";
const MUG: i64 = 4;

/// A template of the mug.
fn template() -> Value {
    let text =
        json!({"type": "text", "side": "wrap", "text": "Two whales", "z": 1, "a": [1.5, null]});
    json!({"productId": MUG, "styleId": 3, "name": "Two whales", "layers": [text], "order": 2})
}

fn create<'a>(server: &'a Server, token: &str, body: &Value) -> Request<'a> {
    server.post(TEMPLATES, body).bearer(token)
}

/// The templates that customers see.
async fn shown(server: &Server) -> Value {
    let designs = server.get("/api/storefront/1/designs").query("templates", "1").await;
    designs.expect(200).json["data"].clone()
}

#[tokio::test]
async fn a_template_is_created_changed_and_removed() {
    let (server, token) = served_to("content").await;
    assert_eq!(shown(&server).await, json!([]));
    let created = create(&server, &token, &template()).await;
    let created = created.snapshot("create_design_template__201");
    let id = &created.json["data"]["id"];
    let path = format!("{TEMPLATES}/{id}");
    let listed = shown(&server).await;
    assert_eq!((&listed[0]["id"], &listed[0]["isTemplate"]), (id, &json!(true)));
    let got = server.get(&path).bearer(&token).await.snapshot("get_design_template__200");
    assert_eq!(got.header("etag"), created.header("etag"));
    let status = |status: &str| format!("update products set status = '{status}' where id = {MUG}");
    server.sql(&status("archived")).await;
    assert_eq!(shown(&server).await, json!([]));
    server.sql(&status("active")).await;
    // Layers are stored as they were sent, with the order of their keys.
    let order = "select layers::text from designs where is_template";
    assert!(
        server.one::<String>(order).await.contains(r#""text":"Two whales","z":1,"a":[1.5,null]"#)
    );

    // A customer begins with the template.
    let clone = format!("/api/storefront/1/designs/{id}/clone");
    let cloned = server.request("POST", &clone).await;
    assert_eq!(cloned.status(), 200, "{}", cloned.message());

    let seen = created.header("etag");
    let body = json!({"name": "Three whales", "styleId": null, "order": -7, "productId": 1});
    let changed = patch(&server, &token, &path, seen, &body).await;
    let changed = changed.snapshot("update_design_template__200");
    assert_ne!(changed.header("etag"), seen);
    assert_eq!(changed.json["data"]["layers"], created.json["data"]["layers"]);
    let late = patch(&server, &token, &path, seen, &body).await;
    assert_eq!(late.header("etag"), changed.header("etag"));
    late.snapshot("update_design_template__412");
    assert_eq!(shown(&server).await[0]["name"], "Three whales");

    let remove = || server.request("DELETE", &path).bearer(&token);
    remove().await.snapshot("remove_design_template__200");
    remove().await.snapshot("remove_design_template__404");
    assert_eq!(shown(&server).await, json!([]));
    assert_eq!(server.count("designs").await, 1, "the customer's design stays");
    let rows = audited_with(&server, " design_template ").await;
    let rows: Vec<_> = rows.iter().map(|row| row.split(' ').nth(2).unwrap()).collect();
    assert_eq!(rows, ["createDesignTemplate", "updateDesignTemplate", "removeDesignTemplate"]);
}

#[tokio::test]
async fn list_design_templates() {
    let (server, token) = served_to("content").await;
    let list = || server.get(TEMPLATES).bearer(&token);
    for (name, order) in [("c", 2), ("a", -1), ("b", 2), ("d", 0)] {
        let body = json!({"productId": MUG, "name": name, "order": order});
        create(&server, &token, &body).await.expect(201);
    }
    // Ids are random.
    server.sql("update designs set id = 100 + ascii(name)").await;
    list().await.snapshot("list_design_templates__200");
    let ids = all_ids(|| list().query("limit", "1")).await;
    assert_eq!(ids, [197, 200, 198, 199]);
    list().query("cursor", "7").await.snapshot("list_design_templates__400");
    for cursor in ["a.1", "1.b", "1.", "99999999999999999999.1"] {
        assert_eq!(list().query("cursor", cursor).await.outcome(), (400, "Invalid cursor"));
    }
}

#[tokio::test]
async fn refused_changes_of_templates() {
    let (server, token) = served_to("content").await;
    let created = create(&server, &token, &template()).await.expect(201);
    server.sql("update designs set id = 7").await;
    let path = format!("{TEMPLATES}/7");
    let with = |name: &str, value: Value| {
        let mut body = template();
        body[name] = value;
        body
    };
    let foreign = with("styleId", json!(99));
    create(&server, &token, &foreign).await.snapshot("create_design_template__400");
    let unknown = with("productId", json!(99));
    create(&server, &token, &unknown).await.snapshot("create_design_template__404");
    let style = json!({"styleId": 99});
    patch(&server, &token, &path, "*", &style).await.snapshot("update_design_template__400");
    let unseen = server.request("PATCH", &path).bearer(&token).merge_patch(&json!({}));
    unseen.await.snapshot("update_design_template__428");
    let none = format!("{TEMPLATES}/99");
    patch(&server, &token, &none, "*", &json!({})).await.snapshot("update_design_template__404");
    server.get(&none).bearer(&token).await.snapshot("get_design_template__404");
    let no_id = format!("{TEMPLATES}/a");
    server.get(&no_id).bearer(&token).await.snapshot("get_design_template__400");
    let removed = server.request("DELETE", &no_id).bearer(&token).await;
    removed.snapshot("remove_design_template__400");
    for (name, value) in [
        ("name", json!("x".repeat(256))),
        ("name", json!("a\nb")),
        ("layers", json!({})),
        ("layers", json!(["text"])),
        ("layers", json!(vec![json!({}); 501])),
        ("layers", json!([{"text": "a\u{0}b"}])),
        ("styleOverrides", json!([])),
        ("order", json!(1.5)),
        ("order", json!(9_007_199_254_740_992_i64)),
        ("styleId", json!("3")),
    ] {
        let refused = create(&server, &token, &with(name, value.clone())).await;
        assert_eq!(refused.status(), 400, "{name}: {}", refused.message());
        let refused = patch(&server, &token, &path, "*", &json!({name: value})).await;
        assert_eq!(refused.status(), 400, "{name}: {}", refused.message());
    }
    assert_eq!(create(&server, &token, &json!({})).await.message(), "productId is required");
    let unchanged = server.get(&path).bearer(&token).await;
    assert_eq!(unchanged.header("etag"), created.header("etag"));

    // Neither a customer's design nor a template of another site is one of the site's templates.
    let design = json!({"productId": MUG});
    let design = server.post("/api/storefront/1/designs", &design).await.expect(201);
    let theirs = format!("{TEMPLATES}/{}", design.json["data"]["id"]);
    let other = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    for (path, token) in
        [(theirs.as_str(), &token), ("/api/staff/sites/2/design-templates/7", &other)]
    {
        assert_eq!(server.get(path).bearer(token).await.status(), 404);
        assert_eq!(patch(&server, token, path, "*", &json!({"name": "x"})).await.status(), 404);
        assert_eq!(server.request("DELETE", path).bearer(token).await.status(), 404);
    }
    let body = json!({"productId": MUG, "styleId": 3});
    let foreign = server.post("/api/staff/sites/2/design-templates", &body).bearer(&other).await;
    assert!([400, 404].contains(&foreign.status()), "{}", foreign.message());
}

#[tokio::test]
async fn one_of_50_concurrent_changes_of_a_template_is_applied() {
    let server = served_without_limits().await;
    let token = hired(&server, Some(1), INES, &["content"]).await;
    let created = create(&server, &token, &template()).await.expect(201);
    let (id, seen) = (&created.json["data"]["id"], created.header("etag"));
    let path = format!("{TEMPLATES}/{id}");
    let answers = fifty(&server, async |server, number| {
        patch(server, &token, &path, seen, &json!({"name": number.to_string()})).await
    });
    let answers = answers.await;
    assert_eq!((answered(&answers, 200), answered(&answers, 412)), (1, 49));
}
