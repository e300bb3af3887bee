//! The media library, as staff list, fill and change it.

use serde_json::json;
use stoa::commands::sites::SiteCommand;
use stoa_files::sweep::sweep;

use super::posts::{change, editor};
use super::races::{begun, committed};
use super::*;
use crate::operations::files::pictures;

const MEDIA: &str = "/api/staff/sites/1/media";

/// An editor of site 1, and files of one version.
async fn media_editor(server: &Server) -> String {
    server.sql("update media set version = 1700000000000").await;
    editor(server).await
}

fn upload<'a>(server: &'a Server, token: &str, name: &str, file: &[u8]) -> Request<'a> {
    server.request("POST", MEDIA).bearer(token).files(&[(name, file)])
}

/// The id of a picture that was uploaded now, with its data.
async fn uploaded(server: &Server, token: &str) -> (i64, Value) {
    let added = upload(server, token, "kiln.png", &pictures::png(400, 200)).await.expect(201);
    (added.json["data"]["id"].as_i64().unwrap(), added.json["data"].clone())
}

/// The path at which this server serves a file.
fn path_of(url: &Value) -> String {
    format!("/files{}", url.as_str().unwrap().strip_prefix(FILES_URL).unwrap())
}

async fn is_served(server: &Server, url: &Value) -> bool {
    server.get(&path_of(url)).unchecked().await.status == 200
}

/// The media that REST v1 lists.
async fn shown(server: &Server) -> Vec<Value> {
    let shown = server.get("/api/v1/sites/1/media?limit=100").key(DEMO_KEY).await.expect(200);
    shown.json["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn list_media() {
    let server = served().await;
    let token = media_editor(&server).await;
    let list = || server.get(MEDIA).bearer(&token);
    let all = list().await.snapshot("list_media__200");
    let rows = all.json["data"].as_array().unwrap();
    assert_eq!(all.ids(), [7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(&all_pages(|| list().query("limit", "3")).await, rows);
    for (name, value, message) in [
        ("cursor", "x", "Invalid cursor"),
        ("cursor", "1.x", "Invalid cursor"),
        ("limit", "0", "limit must be at least 1"),
        ("limit", "a", "limit must be an integer"),
    ] {
        let refused = list().query(name, value).await;
        assert_eq!(refused.outcome(), (400, message), "{name} {value}");
    }
    list().query("cursor", "x").await.snapshot("list_media__400");
}

#[tokio::test]
async fn upload_media() {
    let server = served().await;
    let token = media_editor(&server).await;
    assert_eq!(shown(&server).await.len(), 7);
    let jpeg = pictures::encoded(640, 480, image::ImageFormat::Jpeg);
    let added = upload(&server, &token, "C:\\a\\../Möwe.jpg", &jpeg).await;
    let added = added.snapshot("upload_media__201");
    let data = &added.json["data"];
    let file = server.get(&path_of(&data["url"])).unchecked().await;
    assert_eq!((file.status, &file.headers["content-type"]), (200, &"image/jpeg".parse().unwrap()));
    let stored = image::load_from_memory(&file.body).unwrap();
    assert_eq!((stored.width(), stored.height()), (640, 480));
    let thumbnail = server.get(&path_of(&data["thumbnailUrl"])).unchecked().await;
    let thumbnail = image::load_from_memory(&thumbnail.body).unwrap();
    assert_eq!((thumbnail.width(), thumbnail.height()), (320, 240));
    // REST v1 lists it at once.
    let listed = shown(&server).await;
    assert_eq!((listed.len(), &listed[0]["url"]), (8, &data["url"]));
    assert_eq!(listed[0]["thumbnailUrl"], data["thumbnailUrl"]);
    let path = format!("{MEDIA}/{}", data["id"]);
    let got = server.get(&path).bearer(&token).await.snapshot("get_media__200");
    assert_eq!((&got.json, got.header("etag")), (&added.json, added.header("etag")));

    // A small picture is its own thumbnail. Without a name, it gets one.
    let gif = pictures::encoded(30, 20, image::ImageFormat::Gif);
    let small = upload(&server, &token, "folder/", &gif).await.expect(201);
    let small = &small.json["data"];
    assert_eq!(
        (&small["filename"], &small["mimeType"]),
        (&json!("picture.png"), &json!("image/png"))
    );
    assert_eq!(small["url"], small["thumbnailUrl"]);
    assert_eq!(server.count("files").await, 3);
    let rows = audited_with(&server, " media ").await;
    assert!(rows.len() == 2 && rows[0].contains(" uploadMedia media file "), "{rows:?}");

    // The sweep retains the files, and deletes them once the media are removed.
    server.sql("update files set created_at = created_at - interval '2 days'").await;
    assert_eq!(sweep(&server.files).await.unwrap().unnamed, 0);
    assert!(
        is_served(&server, &data["url"]).await && is_served(&server, &data["thumbnailUrl"]).await
    );
    server.request("DELETE", &path).bearer(&token).await.expect(200);
    assert_eq!(sweep(&server.files).await.unwrap().unnamed, 2);
    assert!(!is_served(&server, &data["url"]).await && is_served(&server, &small["url"]).await);
}

#[tokio::test]
async fn upload_media__refusals() {
    let server = served().await;
    let token = media_editor(&server).await;
    let file = pictures::png(3, 2);
    let post = || server.request("POST", MEDIA).bearer(&token);
    for (files, case, message) in [
        (&[][..], "", "file is required"),
        (&[("a.png", &file[..]), ("b.png", &file)], "_two_files", "Only one file is allowed"),
        (&[("a.png", b"GIF87")], "_no_image", "file must be a PNG, JPEG, WebP or GIF image"),
        (
            &[("a.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>")],
            "_svg",
            "file must be a PNG, JPEG, WebP or GIF image",
        ),
        (&[("a.png", b"")], "_empty", "file must be a PNG, JPEG, WebP or GIF image"),
    ] {
        let refused = post().files(files).await;
        assert_eq!(refused.outcome(), (400, message), "{case}");
        if !["_svg", "_empty"].contains(&case) {
            refused.snapshot(&format!("upload_media__400{case}"));
        }
    }
    let large = post().files(&[("a.png", &pictures::png_claiming(60_000, 60_000))]).await;
    large.snapshot("upload_media__400_too_many_pixels");
    let huge = vec![0; stoa_runtime::UPLOAD_LIMIT + 1];
    post().files(&[("a.png", &huge)]).await.snapshot("upload_media__413");
    post().json(&json!({"file": "a"})).await.snapshot("upload_media__415");

    server.sql("update stores set max_stored_bytes = 1048575 where site_id = 1").await;
    let full = post().files(&[("a.png", &file)]).await.snapshot("upload_media__503");
    assert_eq!(full.header("retry-after"), "3600");
    assert_eq!(server.count("files").await, 0, "nothing was stored");
    assert_eq!(server.count("media where site_id = 1").await, 7);
    assert_eq!(audited_with(&server, " media ").await, [""; 0]);
}

#[tokio::test]
async fn update_media() {
    let server = served().await;
    let token = media_editor(&server).await;
    let path = format!("{MEDIA}/1");
    let seen = server.get(&path).bearer(&token).await.header("etag").to_owned();
    let patch = json!({"alt": "A lighthouse", "caption": "Built in 1888.\nStill lit."});
    let changed = change(&server, &token, &path, &seen, &patch).await.snapshot("update_media__200");
    let listed = shown(&server).await;
    let listed = listed.iter().find(|file| file["id"] == 1).unwrap();
    assert_eq!((&listed["alt"], &listed["caption"]), (&patch["alt"], &patch["caption"]));
    change(&server, &token, &path, &seen, &patch).await.snapshot("update_media__412");
    let unseen = server.request("PATCH", &path).bearer(&token).merge_patch(&patch);
    unseen.await.snapshot("update_media__428");
    // Several headers are one list.
    for (tags, status) in [(["\"1\"", changed.header("etag")], 200), (["\"1\"", &seen], 412)] {
        let [one, other] = tags;
        let nothing = server.request("PATCH", &path).bearer(&token).merge_patch(&json!({}));
        let answer = nothing.header("if-match", one).header("if-match", other).await;
        assert_eq!(answer.status(), status, "{tags:?}");
    }
    let patch = |body: Value| change(&server, &token, &path, "*", &body);
    // The file itself cannot be changed.
    let same =
        patch(json!({"url": "https://evil.example", "id": 2, "version": 1})).await.expect(200);
    assert_eq!(same.json, changed.json);
    for (body, message) in [
        (
            json!({"alt": "a\u{0}"}),
            "alt must have at most 1000 characters, and no control characters",
        ),
        (
            json!({"alt": "a\nb"}),
            "alt must have at most 1000 characters, and no control characters",
        ),
        (
            json!({"alt": "x".repeat(1001)}),
            "alt must have at most 1000 characters, and no control characters",
        ),
        (json!({"alt": 1}), "alt must have at most 1000 characters, and no control characters"),
        (json!({"caption": "x".repeat(2001)}), "caption must have at most 2000 characters"),
        (json!({"caption": ["a"]}), "caption must have at most 2000 characters"),
        (json!([]), "Invalid JSON body"),
    ] {
        assert_eq!(patch(body.clone()).await.outcome(), (400, message), "{body:.60}");
    }
    patch(json!({"caption": "a\u{0}"})).await.expect(400);
    patch(json!({"alt": 1})).await.snapshot("update_media__400");
    let cleared = patch(json!({"alt": null, "caption": null})).await.expect(200);
    assert_eq!(cleared.json["data"]["alt"], Value::Null);
    let rows = audited_with(&server, " updateMedia ").await;
    assert!(rows.len() == 2 && rows[0].contains(" updateMedia media alt,caption "), "{rows:?}");

    // Another site's file, and none.
    server.sql("insert into media (site_id, id, url) overriding system value values (2, 900, 'https://a.example/a.png')").await;
    for id in ["900", "0", "-1", "9007199254740991"] {
        let path = format!("{MEDIA}/{id}");
        let refused = change(&server, &token, &path, "*", &json!({"alt": "a"})).await;
        assert_eq!(refused.outcome(), (404, "File not found"));
        let refused = server.request("DELETE", &path).bearer(&token).await;
        assert_eq!(refused.outcome(), (404, "File not found"));
        assert_eq!(server.get(&path).bearer(&token).await.outcome(), (404, "File not found"));
        let uses = server.get(&format!("{path}/uses")).bearer(&token).await;
        assert_eq!(uses.outcome(), (404, "File not found"));
        if id == "900" {
            server.get(&path).bearer(&token).await.snapshot("get_media__404");
            uses.snapshot("list_media_uses__404");
            refused.snapshot("remove_media__404");
        }
    }
    change(&server, &token, &format!("{MEDIA}/900"), "*", &json!({"alt": "a"}))
        .await
        .snapshot("update_media__404");
}

/// A file that anything shows is not removed. Whatever shows it is named.
#[tokio::test]
async fn remove_media() {
    let server = served_without_limits().await;
    let token = media_editor(&server).await;
    let (id, data) = uploaded(&server, &token).await;
    let (url, thumbnail) = (data["url"].as_str().unwrap(), data["thumbnailUrl"].as_str().unwrap());
    let path = format!("{MEDIA}/{id}");
    let uses_path = format!("{path}/uses");
    let uses = async || {
        let uses = server.get(&uses_path).bearer(&token).await.expect(200);
        let uses = uses.json["data"].as_array().unwrap().clone();
        uses.iter()
            .map(|it| format!("{} {}", it["kind"].as_str().unwrap(), it["id"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(uses().await, [""; 0]);
    let template = "insert into designs (site_id, id, uuid, product_id, is_template, name, layers, created_at, updated_at)
        values (1, 7, gen_random_uuid(), 4, true, 'Whales', '[]', now(), now())";
    server.sql(template).await;
    // The path of the file alone, as a page of the same host may have it.
    let relative = format!("<img src='{}'>", path_of(&data["url"]));
    let in_content = json!({"version": "1", "blocks": [{"type": "image", "src": url}]});
    for (table, row, assignment, was, expected) in [
        ("posts", "id = 7", format!("cover_image = '{url}'"), "cover_image = null", "post 7"),
        ("posts", "id = 3", format!("og_image = '{thumbnail}'"), "og_image = null", "post 3"),
        ("posts", "id = 3", format!("content = '{in_content}'"), "content = null", "post 3"),
        (
            "posts",
            "id = 3",
            format!("custom_css = 'a {{ background: url({url}) }}'"),
            "custom_css = null",
            "post 3",
        ),
        // The statement uses this character, which may also be in a text.
        (
            "posts",
            "id = 3",
            format!("excerpt = E'\\x01{url}\\x01' || repeat(E'\\x01z', 40000)"),
            "excerpt = null",
            "post 3",
        ),
        (
            "products",
            "id = 1",
            format!("description = '{}'", relative.replace('\'', "\"")),
            "description = null",
            "product 1",
        ),
        (
            "products",
            "id = 1",
            format!("metadata = '{{\"size\": [\"{url}\"]}}'"),
            "metadata = null",
            "product 1",
        ),
        (
            "product_images",
            "product_id = 2",
            format!("url = '{thumbnail}'"),
            "url = ''",
            "product 2",
        ),
        (
            "product_variants",
            "product_id = 1",
            format!("image = '{url}'"),
            "image = null",
            "product 1",
        ),
        (
            "product_categories",
            "id = 1",
            format!("image = '{url}'"),
            "image = null",
            "product_category 1",
        ),
        (
            "navigation_items",
            "id = 2",
            format!("featured_image = '{url}'"),
            "featured_image = null",
            "navigation_item 2",
        ),
        (
            "designs",
            "id = 7",
            format!("layers = '[{{\"type\": \"image\", \"src\": \"{url}\"}}]'"),
            "layers = '[]'",
            "design_template 7",
        ),
        (
            "sites",
            "id = 1",
            format!("branding = branding || '{{\"logoUrl\": \"{url}\"}}'"),
            "branding = '{}'",
            "site null",
        ),
        (
            "sites",
            "id = 1",
            format!("custom_layout = '{{\"hero\": {{\"src\": \"{thumbnail}\"}}}}'"),
            "custom_layout = null",
            "site null",
        ),
    ] {
        let of_site = if table == "sites" { "" } else { "site_id = 1 and " };
        server.sql(&format!("update {table} set {assignment} where {of_site}{row}")).await;
        assert_eq!(uses().await, [expected], "{table} {assignment}");
        let refused = server.request("DELETE", &path).bearer(&token).await;
        assert_eq!(refused.status(), 409, "{table} {assignment}");
        if expected == "post 7" {
            refused.snapshot("remove_media__409");
            server.get(&uses_path).bearer(&token).await.snapshot("list_media_uses__200");
        }
        server.sql(&format!("update {table} set {was} where {of_site}{row}")).await;
    }
    // Posts of another site do not count.
    server.sql(&format!("update posts set cover_image = '{url}' where site_id = 2")).await;
    assert_eq!(uses().await, [""; 0]);
    server.request("DELETE", &path).bearer(&token).await.snapshot("remove_media__200");
    assert_eq!(server.request("DELETE", &path).bearer(&token).await.status(), 404);
    assert!(shown(&server).await.iter().all(|file| file["id"] != id));
    let rows = audited_with(&server, " removeMedia ").await;
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(is_served(&server, &data["url"]).await, "the job deletes it later");

    // A file of another server remains at its address.
    let elsewhere = "https://cdn.example/a.png";
    server
        .sql(&format!(
            "update media set url = '{elsewhere}', thumbnail_url = null where site_id = 1 and id = 1;
            update posts set cover_image = '{elsewhere}' where site_id = 1 and id = 3"
        ))
        .await;
    server.request("DELETE", &format!("{MEDIA}/1")).bearer(&token).await.expect(200);
}

/// A post that is saved while a file is being removed does not lose its picture.
#[tokio::test]
async fn remove_media__during_a_save() {
    let server = served_without_limits().await;
    let token = media_editor(&server).await;
    let (id, data) = uploaded(&server, &token).await;
    let path = format!("{MEDIA}/{id}");
    let save = format!(
        "select from sites where id = 1 for share;
        update posts set cover_image = '{}' where site_id = 1 and id = 3",
        data["url"].as_str().unwrap()
    );
    let saving = begun(&server, &save).await;
    let remove = server.request("DELETE", &path).bearer(&token);
    let (removed, ()) = tokio::join!(remove.into_future(), committed(&server, &saving, 1));
    assert_eq!(removed.status(), 409);
    // A save waits for a removal that has begun.
    let removal = begun(&server, "select from sites where id = 1 for no key update").await;
    let patch = json!({"title": "Kilns"});
    let save = change(&server, &token, "/api/staff/sites/1/posts/3", "*", &patch);
    let (saved, ()) = tokio::join!(save, committed(&server, &removal, 1));
    saved.expect(200);
}

/// A person or a server key stores a limited number of bytes a day.
#[tokio::test]
async fn upload_media__stored_bytes() {
    let server = served_limited(&["staff-stored-bytes=1048576/86400"]).await;
    let token = media_editor(&server).await;
    // With its thumbnail, the picture takes more than half of the limit.
    let noise = pictures::noise(400);
    upload(&server, &token, "a.png", &noise).await.expect(201);
    let refused = upload(&server, &token, "b.png", &noise).await;
    refused.snapshot("upload_media__429_bytes");
    assert_eq!(server.count("files").await, 2);
    let another = hired(&server, Some(1), "tomas@harborgoods.example", &["content"]).await;
    upload(&server, &another, "b.png", &noise).await.expect(201);
}

/// An import retains the files that its media name.
#[tokio::test]
async fn media_of_an_import_retain_their_files() {
    let server = served().await;
    let token = media_editor(&server).await;
    let (id, _) = uploaded(&server, &token).await;
    let keys =
        "select concat_ws(' ', file_key, thumbnail_key) from media where site_id = 1 and id = $1";
    let client = server.client().await;
    let before: String = client.query_one(keys, &[&id]).await.unwrap().get(0);
    let mut importing = server.client().await;
    let mut bundle = Vec::new();
    stoa_site_bundle::export(&mut importing, 1, &mut bundle).await.unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("site.json");
    std::fs::write(&path, &bundle).unwrap();
    let import = SiteCommand::Import { files: vec![path], replace: true, discard_live_state: true };
    stoa::commands::sites::run(import, &mut importing).await.unwrap();
    let after: String = client.query_one(keys, &[&id]).await.unwrap().get(0);
    assert_eq!(before, after);
    assert_eq!(before.split(' ').count(), 2);

    // So does the migration, for media that an earlier release has imported.
    client.batch_execute("update media set file_key = null, thumbnail_key = null").await.unwrap();
    let migration = include_str!("../../../migrations/V060__shown_files_and_mail_kinds.sql");
    for update in migration.split(';').filter(|statement| statement.contains("update media")) {
        client.batch_execute(update).await.unwrap();
    }
    let after: String = client.query_one(keys, &[&id]).await.unwrap().get(0);
    assert_eq!(before, after);
}

#[tokio::test]
async fn fifty_changes_at_once() {
    let server = served_without_limits().await;
    let token = media_editor(&server).await;
    let path = format!("{MEDIA}/1");
    let seen = server.get(&path).bearer(&token).await.header("etag").to_owned();
    let answers = fifty(&server, async |server, number| {
        let patch = json!({"alt": format!("{number}")});
        change(server, &token, &path, &seen, &patch).await
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 412)), (1, 49));
    let file = pictures::png(4, 3);
    let answers = fifty(&server, async |server, number| match number % 5 {
        0 => server.request("DELETE", &path).bearer(&token).await,
        _ => upload(server, &token, "a.png", &file).await,
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 404)), (1, 9));
    assert_eq!(answered(&answers, 201) + answered(&answers, 503), 40);
    assert_eq!(answered(&answers, 500), 0);
}
