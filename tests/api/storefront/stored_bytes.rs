//! Budgets of stored bytes: of a client, a customer, a design and a site.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use stoa_files::sweep;

use super::customers::{EMAIL, registered, verify};
use super::designers::*;
use super::drawings::without_photos;
use crate::harness::*;
use crate::operations::files::pictures;

const DAY: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

/// The server reserves 1 MiB at a time. A saved design of this size takes a third of it.
const THIRD_OF_A_STEP: usize = 340_000;

/// Saves a design whose request has about this many bytes.
fn save<'a>(server: &'a Server, design: &Begun, bytes: usize) -> Request<'a> {
    let body = json!({"layers": [text_layer(&"a".repeat(bytes))]});
    design.designer.of(server, "PUT", design.id).json(&body)
}

fn finalize<'a>(server: &'a Server, design: &Begun) -> Request<'a> {
    design.designer.of(server, "POST", format!("{}/finalize", design.id))
}

fn upload<'a>(server: &'a Server, design: &Begun) -> Request<'a> {
    let path = format!("{}/assets", design.id);
    design.designer.of(server, "POST", path).files(&[("whale.png", &pictures::png(30, 20))])
}

async fn site_bytes(server: &Server) -> i64 {
    let sql = "select coalesce(max(bytes), 0) from site_storage where site_id = 1";
    server.client().await.query_one(sql, &[]).await.unwrap().get(0)
}

#[tokio::test]
async fn stored_bytes_of_a_client() {
    let (server, design) =
        with_design(served_behind_proxies_limited(1, &["stored-bytes=2100000/86400"]).await).await;
    let from = |client: &'static str, bytes: usize| {
        save(&server, &design, bytes).header("x-forwarded-for", client)
    };
    // Two steps of 1 MiB fit into the limit, a third does not.
    for _ in 0..6 {
        assert_eq!(from("192.0.2.1", THIRD_OF_A_STEP).await.status(), 200);
    }
    let refused = from("192.0.2.1", THIRD_OF_A_STEP).await.snapshot("update_design__429_bytes");
    assert_eq!(refused.message(), "Too many uploads, slow down");
    let left = DAY.as_secs() - server.now().timestamp().unsigned_abs() % DAY.as_secs();
    assert_eq!(refused.header("retry-after"), (left + 1).to_string());
    assert_eq!(from("192.0.2.2", THIRD_OF_A_STEP).await.status(), 200, "another client");

    // Another server counts on. Saves of a few bytes no longer fit either, since a step does not.
    let another = server.another().await;
    let small = || save(&another, &design, 9).header("x-forwarded-for", "192.0.2.1");
    assert_eq!(small().await.status(), 429);
    another.pass(DAY);
    assert_eq!(small().await.status(), 200);
}

/// A revision and a copy take the style overrides of their design. Each of the three fits into the step that the limit
/// allows, but only one of them.
#[tokio::test]
async fn stored_bytes_of_revisions_and_copies() {
    let server = served_limited(&["stored-bytes=1048576/86400"]).await;
    without_photos(&server).await;
    let design = begun(&server).await;
    let overrides = json!({"styleOverrides": {"note": "a".repeat(600_000)}});
    design.designer.of(&server, "PUT", design.id).json(&overrides).await.expect(200);
    let copy = design.designer.of(&server, "POST", format!("{}/clone", design.id));
    for refused in [finalize(&server, &design).await, copy.json(&json!({})).await] {
        assert_eq!(refused.outcome(), (429, "Too many uploads, slow down"));
    }
}

/// Each customer with a verified address has a separate limit, on every operation that stores bytes.
#[tokio::test]
async fn stored_bytes_of_a_customer() {
    let limits = &["stored-bytes=1/86400", "customer-stored-bytes=1048576/86400"];
    let server = served_limited(limits).await;
    without_photos(&server).await;
    let token = registered(&server, EMAIL).await;
    let customer = Designer::with_token(&token);
    let body = json!({"productId": MUG, "layers": [text_layer("Whales")]});
    let create = || customer.call(&server, "POST", DESIGNS).json(&body);
    create().await.snapshot("create_design__429_bytes");
    verify(&server, EMAIL).await;
    let created = create().await.expect(201);
    let id = created.json["data"]["id"].as_i64().unwrap();
    let design = Begun { id, uuid: String::new(), designer: customer.clone() };
    assert_eq!(finalize(&server, &design).await.status(), 200);
    assert_eq!(save(&server, &design, 500_000).await.status(), 200);

    assert_eq!(save(&server, &design, 600_000).await.status(), 429);
    let clone = customer.of(&server, "POST", format!("{id}/clone")).json(&json!({}));
    clone.await.snapshot("clone_design__429_bytes");
    let body = json!({"designId": id});
    let path = format!("{DESIGNS}/generate-thumbnail");
    // The other calls store few bytes, which this server has reserved. Another server has to reserve a step.
    let another = server.another().await;
    for answer in [
        customer.call(&another, "POST", &path).json(&body).await,
        finalize(&another, &design).await,
        upload(&another, &design).await,
        customer
            .call(&another, "POST", UPLOAD_IMAGE)
            .files(&[("a.png", &pictures::png(30, 20))])
            .await,
    ] {
        assert_eq!(answer.outcome(), (429, "Too many uploads, slow down"));
    }
    assert_eq!(server.count("design_revisions").await, 1);
}

#[tokio::test]
async fn stored_bytes_of_a_design() {
    let server = served().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    assert_eq!(save(&server, &design, 9).await.status(), 200);
    assert_eq!(upload(&server, &design).await.status(), 200);
    server.sql("update files set size = 300000000 - 100").await;
    upload(&server, &design).await.snapshot("upload_design_asset__400_too_many_bytes");
    finalize(&server, &design).await.snapshot("finalize_design__400_too_many_images");
    let thumbnail = design
        .designer
        .call(&server, "POST", &format!("{DESIGNS}/generate-thumbnail"))
        .json(&json!({"designId": design.id}));
    thumbnail.await.snapshot("generate_design_thumbnail__400_too_many_images");
    // Each design of the owner has a separate budget.
    let other = design.designer.begins(&server).await;
    assert_eq!(upload(&server, &other).await.status(), 200);
}

#[tokio::test]
async fn stored_bytes_of_a_site() {
    let server = served().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    assert_eq!(save(&server, &design, 9).await.status(), 200);
    server.sql("update stores set max_stored_bytes = 1048575 where site_id = 1").await;
    let refused = upload(&server, &design).await.snapshot("upload_design_asset__503");
    assert_eq!(refused.header("retry-after"), "3600");
    let free = design.designer.call(&server, "POST", UPLOAD_IMAGE);
    let free = free.files(&[("a.png", &pictures::png(30, 20))]).await;
    free.snapshot("upload_image__503");
    finalize(&server, &design).await.snapshot("finalize_design__503_full");
    let path = format!("{DESIGNS}/generate-thumbnail");
    let thumbnail = design.designer.call(&server, "POST", &path);
    let thumbnail = thumbnail.json(&json!({"designId": design.id})).await;
    thumbnail.snapshot("generate_design_thumbnail__503_full");
    let png = BASE64_STANDARD.encode(pictures::png(3, 2));
    let pictured = json!({"thumbnailUrl": format!("data:image/png;base64,{png}")});
    let pictured = design.designer.of(&server, "PUT", design.id).json(&pictured).await;
    pictured.snapshot("update_design__503");
    assert_eq!(site_bytes(&server).await, 0, "a refused file takes no room");

    server.sql("update stores set max_stored_bytes = 1048576 where site_id = 1").await;
    let kept = upload(&server, &design).await;
    assert_eq!(kept.status(), 200);
    assert_eq!(site_bytes(&server).await, 1_048_576, "the server reserves a step");
    // A server that stops leaves its reservation. The sweep counts what is stored.
    let another = server.another().await;
    assert_eq!(upload(&another, &design).await.status(), 503);
    sweep::sweep(&another.files).await.unwrap();
    assert_eq!(site_bytes(&server).await, kept.json["data"]["fileSize"].as_i64().unwrap());
    server.pass(2 * DAY);
    sweep::sweep(&server.files).await.unwrap();
    let counts = server.count("stored_bytes").await;
    assert_eq!(counts, 0, "counts of past windows are deleted");
}
