//! Designs: their owners and their life cycle.

mod claims;
mod copies;
mod generations;
mod races;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::ImageFormat;
use serde_json::{Value, json};

use super::customers::*;
use super::designers::*;
use super::operations;
use crate::harness::*;
use crate::operations::files::pictures;

#[tokio::test]
async fn create_design() {
    let server = served().await;
    let create =
        |designer: &Designer, body: Value| designer.call(&server, "POST", DESIGNS).json(&body);
    let begun =
        create(&NO_DESIGNER, json!({"productId": MUG, "layers": [text_layer("Two whales")]}));
    let begun = begun.await.snapshot("create_design__201");
    let session = begun.json["data"]["sessionId"].as_str().unwrap();
    let expected = format!(
        "svc_design_session={session}; Path=/api/storefront/1; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure"
    );
    assert_eq!(begun.header("set-cookie"), expected);

    // A caller with a session or a token gets no new session.
    let again = create(&Designer::with_session(session), json!({"productId": 1, "name": " A "}));
    let again = again.await.snapshot("create_design__201_again");
    assert_eq!(again.header("set-cookie"), "");
    let token = registered(&server, EMAIL).await;
    let own = create(&Designer::with_token(&token), json!({"productId": MUG})).await;
    assert_eq!((own.status(), own.header("set-cookie")), (201, ""));
    assert_eq!(own.json["data"]["sessionId"], Value::Null);
    let stored = server.client().await;
    let sql =
        "select count(*) from designs where customer_id is not null and session_sha256 is null";
    assert_eq!(stored.query_one(sql, &[]).await.unwrap().get::<_, i64>(0), 1);

    // A cookie without a valid session counts as absent.
    for cookie in ["x", &"A".repeat(43), &format!("{session}="), ""] {
        let begun = create(&Designer::with_session(cookie), json!({"productId": MUG})).await;
        assert_ne!(begun.header("set-cookie"), "", "{cookie}");
    }
}

#[tokio::test]
async fn create_design__refusals() {
    let server = served().await;
    let create = |body: Value| server.post(DESIGNS, &body);
    create(json!({"productId": 2})).await.snapshot("create_design__400");
    for product in [99, 0, -1, i64::MAX] {
        let missing = create(json!({"productId": product})).await;
        assert_eq!(missing.outcome(), (404, "Product not found"));
    }
    server.sql("update products set status = 'inactive' where site_id = 1 and id = 1").await;
    create(json!({"productId": 1})).await.snapshot("create_design__404");
    // A product can be designed if it is designable or has styles. This one still has styles.
    server.pass(MINUTE);
    server.sql("update products set is_designable = false where site_id = 1 and id = 4").await;
    assert_eq!(create(json!({"productId": MUG})).await.status(), 201);
    for (layers, status) in [
        (json!(vec![text_layer("a"); 500]), 201),
        (json!(vec![text_layer("a"); 501]), 400),
        (json!([nested(119)]), 201),
        (json!([nested(121)]), 400),
        (json!([{"type": "text", "text": "a".repeat(1 << 20)}]), 413),
        (json!([1]), 400),
        (json!({}), 400),
        (json!([{"x": 1e308, "y": -1e308, "width": -5, "height": 1e-308}]), 201),
    ] {
        create(json!({"productId": MUG, "layers": layers})).await.expect(status);
    }
    let count = server.client().await.query_one("select count(*) from design_sessions", &[]).await;
    assert_eq!(count.unwrap().get::<_, i64>(0), 4, "who is refused gets no session");
}

/// An object that is nested this deep.
fn nested(depth: usize) -> Value {
    (1..depth).fold(json!({}), |inner, _| json!({"a": inner}))
}

#[tokio::test]
async fn list_designs() {
    let server = served().await;
    let anonymous = begun(&server).await.designer;
    let token = registered(&server, EMAIL).await;
    let customer = Designer::with_token(&token);
    server.pass(MINUTE);
    let second = customer.begins(&server).await;
    let both = Designer { token: Some(token), ..anonymous.clone() };
    let list = |designer: &Designer, query: &str| {
        designer.call(&server, "GET", &format!("{DESIGNS}{query}"))
    };
    let listed = list(&both, "").await.snapshot("list_designs__200");
    assert_eq!(listed.ids().len(), 2);
    assert_eq!(listed.ids()[0], second.id, "the latest first");
    assert_eq!(listed.header("cache-control"), "no-store");
    assert_eq!(list(&customer, "").await.ids(), [second.id]);
    assert_eq!(list(&anonymous, "").await.ids().len(), 1);
    assert_eq!(list(&both, "?productId=1").await.ids(), [0; 0]);
    assert_eq!(list(&both, "?productId=4").await.ids().len(), 2);
    list(&NO_DESIGNER, "").await.snapshot("list_designs__200_nobody");
    let sql = "insert into designs (site_id, id, uuid, product_id, is_template, position, name, created_at, updated_at)
        select 1, id, gen_random_uuid(), 4, true, -id, 'Template ' || id, now(), now()
        from generate_series(7, 8) id";
    server.sql(sql).await;
    assert_eq!(list(&NO_DESIGNER, "?templates=1").await.ids(), [8, 7]);
    assert_eq!(list(&both, "?templates=1&productId=1").await.ids(), [0; 0]);
    assert_eq!(list(&both, "?templates=0").await.ids().len(), 2);
    list(&both, "?templates=2").await.snapshot("list_designs__400");
    server.pass(stoa_designs::DESIGN_SESSION_TTL.to_std().unwrap());
    assert_eq!(list(&anonymous, "").await.ids(), [0; 0], "a session has its end");
}

#[tokio::test]
async fn get_design() {
    let (server, design) = with_design(served().await).await;
    let own = design.designer.of(&server, "GET", design.id).await.snapshot("get_design__200");
    assert_eq!(own.header("cache-control"), "no-store");
    let session = design.designer.session.as_deref().unwrap();
    legacy(&server, LEGACY_UUID, session).await;
    design.designer.of(&server, "GET", LEGACY_UUID).await.snapshot("get_design__200_legacy");
    // The `sessionId` can replace the cookie if a UUID names the design, but not with a number.
    let of =
        |design: String| NO_DESIGNER.of(&server, "GET", format!("{design}?sessionId={session}"));
    assert_eq!(of(LEGACY_UUID.to_owned()).await.status(), 200);
    assert_eq!(of(LEGACY_UUID.to_uppercase()).await.status(), 200);
    assert_eq!(of(design.id.to_string()).await.status(), 401);

    let another = begun(&server).await.designer;
    server.sql("update designs set is_public = true").await;
    another.of(&server, "GET", design.id).await.snapshot("get_design__403");
    another.of(&server, "GET", 17).await.snapshot("get_design__404");
    for id in ["x", "1.0", "0x1", "9223372036854775808", "00000000-0000-0000-0000-00000000000g"] {
        let invalid = another.of(&server, "GET", id).await;
        assert_eq!(invalid.outcome(), (400, "Invalid design ID"), "{id}");
    }
    another.of(&server, "GET", "x").await.snapshot("get_design__400");
}

#[tokio::test]
async fn update_design() {
    let (server, design) = with_design(served().await).await;
    let save = |body: Value| design.designer.of(&server, "PUT", design.id).json(&body);
    let all = json!({
        "name": " Three whales ", "description": "For Jonas", "styleId": 3,
        "thumbnailUrl": "https://pictures.example/a.png", "layers": [text_layer("Three whales")],
        "styleOverrides": {"color": "navy"},
        "layersBySurface": {"wrap": []}, "canvasSize": {"width": 1, "height": 1}, "status": "rendered",
    });
    let saved = save(all).await.snapshot("update_design__200");
    // Absent members stay unchanged, and null clears a member.
    let emptied = save(json!({"description": null, "thumbnailUrl": null, "styleId": null})).await;
    let emptied = emptied.snapshot("update_design__200_emptied");
    assert_eq!(emptied.json["data"]["layers"], saved.json["data"]["layers"]);

    server.sql("update designs set status = 'finalized'").await;
    let status = async |body: Value| save(body).await.json["data"]["status"].clone();
    let layers = saved.json["data"]["layers"].clone();
    assert_eq!(status(json!({"name": "Other", "layers": layers})).await, "finalized");
    assert_eq!(
        status(json!({"styleId": null, "styleOverrides": {"color": "navy"}})).await,
        "finalized"
    );
    // Neither the order of keys nor the notation of a number counts as a change.
    let same =
        json!([{"y": 0.50, "x": 5e-1, "text": "Three whales", "side": "wrap", "type": "text"}]);
    assert_eq!(status(json!({"layers": same})).await, "finalized");
    for change in [json!({"layers": []}), json!({"styleOverrides": {}}), json!({"styleId": 3})] {
        server.sql("update designs set status = 'finalized'").await;
        assert_eq!(status(change).await, "draft");
    }
    let sql = "insert into files (site_id, key, media_type, size, created_at)
        values (1, '00000000000000000000000000000001.png', 'image/png', 1, now())";
    server.sql(sql).await;
    let own = "https://api.stoa.test/files/1/00000000000000000000000000000001.png";
    let saved = save(json!({"thumbnailUrl": own})).await;
    assert_eq!(saved.json["data"]["thumbnailUrl"], own);
    // Style 1 belongs to another product, style 3 is inactive, and the others do not exist.
    server.sql("update product_styles set active = false where site_id = 1 and id = 3").await;
    for style in [1, 3, 99, -1] {
        let refused = save(json!({"styleId": style})).await;
        assert_eq!(refused.message(), "styleId is not a style of the product", "{style}");
    }
    save(json!({"styleId": 1})).await.snapshot("update_design__400");
    let another = begun(&server).await.designer;
    let body = json!({"name": "Mine"});
    another.of(&server, "PUT", design.id).json(&body).await.snapshot("update_design__403");
    another.of(&server, "PUT", 17).json(&body).await.snapshot("update_design__404");
}

/// URLs are never loaded, and stored as they are. `data:` URLs are stored as files.
#[tokio::test]
async fn update_design__thumbnails() {
    let (server, design) = with_design(served_without_limits().await).await;
    let save = |url: &str| {
        let body = json!({"thumbnailUrl": url});
        design.designer.of(&server, "PUT", design.id).json(&body)
    };
    for (url, shown) in [
        ("http://10.0.0.5/a.png", json!("http://10.0.0.5/a.png")),
        (" /thumbnails/5.png ", json!("/thumbnails/5.png")),
        ("", Value::Null),
        ("a.png", json!("a.png")),
        // No file of the site has this key, so this is the URL of some picture.
        (
            "https://api.stoa.test/files/1/00000000000000000000000000000002.png",
            json!("https://api.stoa.test/files/1/00000000000000000000000000000002.png"),
        ),
    ] {
        let saved = save(url).await;
        assert_eq!(saved.status(), 200, "{url}: {}", saved.message());
        assert_eq!(saved.json["data"]["thumbnailUrl"], shown, "{url}");
    }
    let data = |media_type: &str, bytes: &[u8]| {
        format!("data:{media_type};base64,{}", BASE64_STANDARD.encode(bytes))
    };
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let url = data(format.to_mime_type(), &pictures::encoded(60, 40, format));
        let saved = save(&url).await.expect(200);
        let url = saved.json["data"]["thumbnailUrl"].as_str().unwrap();
        let path = url.strip_prefix(FILES_URL).unwrap();
        let file = server.get(&format!("/files{path}")).unchecked().await;
        let picture = image::load_from_memory_with_format(&file.body, format).unwrap();
        assert_eq!((picture.width(), picture.height()), (60, 40));
    }
    let png = pictures::png(60, 40);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let shown = design.designer.of(&server, "GET", design.id).await;
    let stored = server.count("files").await;
    for url in [
        "javascript:alert(1)",
        "https://",
        "https://pictures.example/a.png\r\nSet-Cookie: a=b",
        "https://pictures.example/a.png\"onload=\"alert(1)",
        "https://pictures.example/<script>",
        &format!("https://pictures.example/{}", "a".repeat(2048)),
        "data:,",
        &data("image/png", b""),
        &data("image/png", svg),
        &data("image/svg+xml", svg),
        &data("image/gif", &pictures::encoded(6, 4, ImageFormat::Gif)),
        &data("image/png", &png[..png.len() / 2]),
        &data("image/png", &pictures::png_claiming(60_000, 60_000)),
        &data("image/png", &[png.clone(), vec![0; 700 * 1024]].concat()),
        &"a".repeat(1_000_000),
    ] {
        let refused = save(url).await;
        let expected = (400, "thumbnailUrl must be a URL");
        assert_eq!(refused.outcome(), expected, "{url:.99}");
    }
    let number = json!({"thumbnailUrl": 5});
    let number = design.designer.of(&server, "PUT", design.id).json(&number).await;
    number.snapshot("update_design__400_thumbnail");
    let stranger = begun(&server).await.designer;
    let body = json!({"thumbnailUrl": data("image/png", &png)});
    assert_eq!(stranger.of(&server, "PUT", design.id).json(&body).await.status(), 403);
    assert_eq!(server.count("files").await, stored, "refused pictures are not stored");
    let unchanged = design.designer.of(&server, "GET", design.id).await;
    assert_eq!(unchanged.json, shown.json);
}

/// A design with a `data:` URL may have 2 MiB.
#[tokio::test]
async fn update_design__large() {
    let (server, design) = with_design(served_without_limits().await).await;
    let save = |length: usize| {
        let png = [pictures::png(60, 40), vec![0; 699 * 1024]].concat();
        let thumbnail = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png));
        let body = json!({
            "layers": [text_layer(&"a".repeat(1_000_000))], "thumbnailUrl": thumbnail,
            "ignored": "a".repeat(length),
        });
        design.designer.of(&server, "PUT", design.id).json(&body)
    };
    save(9).await.expect(200);
    assert_eq!(save(200_000).await.outcome(), (413, "Request body too large"));
}

#[tokio::test]
async fn update_design__legacy() {
    let (server, design) = with_design(served().await).await;
    let session = design.designer.session.clone().unwrap();
    legacy(&server, LEGACY_UUID, &session).await;
    let save = |body: Value| NO_DESIGNER.of(&server, "PUT", LEGACY_UUID).json(&body);
    let body = json!({
        "sessionId": session, "status": "rendered", "layersBySurface": {"wrap": [], "lid": []},
        "canvasSize": {"width": 600, "height": 300.5}, "layers": [text_layer("ignored")],
    });
    save(body).await.snapshot("update_design__200_legacy");
    let saved = save(json!({"sessionId": session, "name": "Anchor"})).await;
    assert_eq!(saved.json["data"]["status"], "rendered");
    assert_eq!(save(json!({"name": "Anchor"})).await.status(), 401);
    assert_eq!(save(json!({"sessionId": "x", "name": "Anchor"})).await.status(), 401);
    let by_id = NO_DESIGNER.of(&server, "PUT", design.id).json(&json!({"sessionId": session}));
    assert_eq!(by_id.await.status(), 401, "with a number it is ignored");
}

#[tokio::test]
async fn delete_design() {
    let (server, design) = with_design(served().await).await;
    legacy(&server, LEGACY_UUID, design.designer.session.as_deref().unwrap()).await;
    let another = begun(&server).await.designer;
    another.of(&server, "DELETE", design.id).await.snapshot("delete_design__403");
    let delete = |id: String| design.designer.of(&server, "DELETE", id);
    delete(design.id.to_string()).await.snapshot("delete_design__200");
    delete(LEGACY_UUID.to_owned()).await.snapshot("delete_design__200_legacy");
    delete(design.id.to_string()).await.snapshot("delete_design__404");
    assert_eq!(delete(LEGACY_UUID.to_owned()).await.status(), 404);
    for (method, path) in [("GET", ""), ("PUT", ""), ("POST", "/share"), ("POST", "/clone")] {
        let gone = design.designer.of(&server, method, format!("{}{path}", design.id));
        let body = json!({"isPublic": true});
        let gone = if method == "GET" { gone } else { gone.json(&body) };
        assert_eq!(gone.await.status(), 404, "{method} {path}");
    }
    let rows = server.client().await;
    let rows = rows.query("select legacy, deleted_at is not null from designs order by 1, 2", &[]);
    let rows: Vec<(bool, bool)> =
        rows.await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(rows, [(false, false), (false, true)], "one is hidden, the legacy one removed");
}

#[tokio::test]
async fn share_design() {
    let (server, design) = with_design(served().await).await;
    let share = |is_public: bool| {
        let body = json!({"isPublic": is_public});
        design.designer.of(&server, "POST", format!("{}/share", design.id)).json(&body)
    };
    let public = |uuid: &str| server.get(&format!("{DESIGNS}/public/{uuid}"));
    public(&design.uuid).await.snapshot("get_public_design__404");
    let shared = share(true).await.snapshot("share_design__200");
    let page = format!("https://harborgoods.example/store/designs/{}", design.uuid);
    assert_eq!(shared.json["shareableUrl"], page);
    public(&design.uuid).await.snapshot("get_public_design__200");
    assert_eq!(public(&design.uuid.to_uppercase()).await.status(), 200);
    assert_eq!(share(false).await.json["isPublic"], false);
    assert_eq!(public(&design.uuid).await.status(), 404);
    let no_uuid =
        ["x", "1", "null", "undefined", &design.id.to_string(), "{}", "é", &"a".repeat(36)];
    for uuid in no_uuid {
        let missing = public(&encoded(uuid.as_bytes())).await;
        assert_eq!(missing.outcome(), (404, "Design not found"), "{uuid}");
    }
    public("%FF").await.snapshot("get_public_design__400");
    legacy(&server, LEGACY_UUID, "x").await;
    assert_eq!(public(LEGACY_UUID).await.status(), 404);
    server.sql("update designs set is_public = true").await;
    public(LEGACY_UUID).await.snapshot("get_public_design__200_legacy");

    let another = begun(&server).await.designer;
    let body = json!({"isPublic": true});
    let share = |id: String| another.of(&server, "POST", format!("{id}/share")).json(&body);
    share(design.id.to_string()).await.snapshot("share_design__403");
    assert_eq!(share(LEGACY_UUID.to_owned()).await.status(), 403);
    share("17".to_owned()).await.snapshot("share_design__404");
}

/// The id of a design is a number or a UUID, in every operation.
#[tokio::test]
async fn invalid_design_ids() {
    let server = served_read_only().await;
    let mut refusals = SharedResponses::default();
    for operation in operations().filter(|operation| operation.path.contains("{designId}")) {
        let values: [(&str, &[u8]); 2] = [("designId", b"x"), ("siteId", b"1")];
        refusals.add(&super::call_with(&server, operation, &values).await);
    }
    refusals.snapshot("storefront__design_id");
}

#[tokio::test]
async fn new_designs() {
    let (server, design) = with_design(served_limited(&["new-designs=1/60"]).await).await;
    let body = json!({"productId": MUG});
    let refused = server.post(DESIGNS, &body).await;
    let refused = refused.snapshot("create_design__429");
    assert_eq!(refused.header("retry-after"), "50");
    let clone = design.designer.of(&server, "POST", format!("{}/clone", design.id));
    clone.json(&json!({})).await.snapshot("clone_design__429");
    server.pass(MINUTE);
    assert_eq!(server.post(DESIGNS, &body).await.status(), 201);
}

#[tokio::test]
async fn saved_designs() {
    let (server, design) = with_design(served_limited(&["saved-designs=1/60"]).await).await;
    let save = |id: i64| design.designer.of(&server, "PUT", id).json(&json!({"name": "Whales"}));
    assert_eq!(save(17).await.status(), 404, "it counts all the same");
    save(design.id).await.snapshot("update_design__429");
    server.pass(MINUTE);
    assert_eq!(save(design.id).await.status(), 200);
}
