//! Print files are deleted if they were not ordered, and drawn again when they are needed.

use chrono::TimeDelta;
use stoa_designs::prints::{
    IfChanged, PRINT_RETENTION, draw_order, draw_ordered, draw_revision, prints_backlog,
};
use stoa_designs::sweep::sweep;
use stoa_files::sweep::sweep as sweep_files;

use super::super::commands::stoa;
use super::super::purchases::{Purchase, fill_with_mugs};
use super::*;
use crate::harness::designs::Design;

/// A finalized design of a customer, with a text, an image of the design, an image of its owner, and a layer without a
/// side. The last layer names an image that does not exist yet.
async fn finalized(server: &Server) -> Begun {
    without_photos(server).await;
    let token = registered(server, EMAIL).await;
    let customer = Designer::with_token(&token);
    let design = customer.begins(server).await;
    let own = customer.of(server, "POST", format!("{}/assets", design.id));
    let own = uploaded(own).await;
    let free = uploaded(customer.call(server, "POST", UPLOAD_IMAGE)).await;
    let image = |asset: &Value, x: f64| json!({"type": "image", "side": "wrap", "assetId": asset, "x": x, "y": 0.3, "width": 0.3, "height": 0.4});
    let next = json!(free.as_i64().unwrap() + 1);
    let rect =
        json!({"type": "rect", "x": 0.1, "y": 0.1, "width": 0.2, "height": 0.2, "fill": "red"});
    let layers = json!([
        text_layer("Two whales"),
        image(&own, 0.2),
        image(&free, 0.6),
        rect,
        image(&next, 0.9)
    ]);
    save(server, &design, json!({"layers": layers})).await;
    assert_eq!(finalize(server, &design).await.status(), 200);
    design
}

/// The key of the print file of a revision.
async fn print_key(server: &Server, revision: i64) -> Option<String> {
    let sql = "select print_key from design_drawings where revision = $1";
    server.client().await.query_one(sql, &[&revision]).await.unwrap().get(0)
}

async fn ordered_key(server: &Server) -> Option<String> {
    let sql = "select print_key from order_item_drawings";
    server.client().await.query_one(sql, &[]).await.unwrap().get(0)
}

async fn read(server: &Server, key: &str) -> Option<Vec<u8>> {
    server.files.read(1, key, usize::MAX).await.unwrap().map(|bytes| bytes.to_vec())
}

async fn put_in_cart(server: &Server, design: &Begun) {
    fill_with_mugs(server, "a session", 12, &design.uuid).await;
}

/// Deletes the print files that have expired at this time of the server, and returns their number.
async fn swept(server: &Server) -> u64 {
    sweep(&server.db(), server.now()).await.unwrap().prints
}

#[tokio::test]
async fn print_files__expire_and_are_drawn_again() {
    let server = served().await;
    let design = finalized(&server).await;
    let first = print_key(&server, 1).await.unwrap();
    let bytes = read(&server, &first).await.unwrap();
    let (db, expired) = (server.db(), server.now() + PRINT_RETENTION);
    let a_moment_before = expired - TimeDelta::milliseconds(1);
    assert_eq!(prints_backlog(&db, a_moment_before).await.unwrap(), 0);
    assert_eq!(sweep(&db, a_moment_before).await.unwrap().prints, 0);
    server.pass(30 * DAY);
    assert_eq!(prints_backlog(&db, server.now()).await.unwrap(), 1);
    assert_eq!(swept(&server).await, 1);
    assert_eq!(prints_backlog(&db, server.now()).await.unwrap(), 0);
    assert_eq!(print_key(&server, 1).await, None);
    sweep_files(&server.files).await.unwrap();
    assert_eq!(read(&server, &first).await, None);

    // The product changes, and the image that the design names is uploaded. The revision stays the same.
    let token = log_in_again(&server).await;
    uploaded(Designer::with_token(&token).call(&server, "POST", UPLOAD_IMAGE)).await;
    let sql = "update product_style_sides set print_area_width = 0.1, slug = slug || '2', mockup_image = '/x'";
    server.sql(sql).await;
    // An order that is placed now gets its print file from the job.
    put_in_cart(&server, &design).await;
    Purchase::check_out(&server, "a session").await;
    assert_eq!(ordered_key(&server).await, None);
    assert_eq!(draw_ordered(&server.studio, server.now()).await.unwrap(), 1);
    assert_eq!(draw_ordered(&server.studio, server.now()).await.unwrap(), 0);
    let again = ordered_key(&server).await.unwrap();
    assert_ne!(again, first);
    assert!(read(&server, &again).await.unwrap() == bytes, "byte for byte the same");
    assert_eq!(print_key(&server, 1).await.as_ref(), Some(&again));

    // From now on the print file is that of an order.
    server.sql("delete from cart_items").await;
    server.pass(30 * DAY);
    assert_eq!(prints_backlog(&db, server.now()).await.unwrap(), 1);
    assert_eq!(swept(&server).await, 0);
    assert_eq!(prints_backlog(&db, server.now()).await.unwrap(), 0);
    server.pass(1000 * DAY);
    assert_eq!(swept(&server).await, 0);
    sweep_files(&server.files).await.unwrap();
    assert!(read(&server, &again).await.unwrap() == bytes);
}

/// Logs the customer in again, because sessions end after 30 days.
async fn log_in_again(server: &Server) -> String {
    use super::super::customers::{PASSWORD, log_in, token};
    token(&log_in(server, EMAIL, PASSWORD).await)
}

#[tokio::test]
async fn print_files__of_carts_and_superseded_revisions() {
    let server = served().await;
    let design = finalized(&server).await;
    put_in_cart(&server, &design).await;
    server.pass(DAY);
    save(&server, &design, json!({"layers": [text_layer("Three whales")]})).await;
    assert_eq!(finalize(&server, &design).await.status(), 200);
    let (first, second) = (print_key(&server, 1).await, print_key(&server, 2).await);
    // The line has the first revision if it was pinned, and otherwise follows the last one.
    server.pass(31 * DAY);
    server.sql("update cart_items set design_revision = 1").await;
    assert_eq!(swept(&server).await, 0);
    assert_eq!((print_key(&server, 1).await, print_key(&server, 2).await), (first, second.clone()));
    server.pass(30 * DAY);
    server.sql("update cart_items set design_revision = null").await;
    assert_eq!(swept(&server).await, 1);
    assert_eq!((print_key(&server, 1).await, print_key(&server, 2).await), (None, second));
    server.sql("delete from cart_items").await;
    server.pass(30 * DAY);
    assert_eq!(swept(&server).await, 1);
    assert_eq!(print_key(&server, 2).await, None);
}

/// Nothing recorded how to draw the files of servers of the release before, so these files remain.
#[tokio::test]
async fn print_files__that_cannot_be_drawn_again() {
    let server = served().await;
    registered(&server, EMAIL).await;
    Design::finalized(&server, 1, MUG).await;
    server.sql("update designs set customer_id = 1, session_sha256 = null").await;
    server.pass(1000 * DAY);
    assert_eq!(prints_backlog(&server.db(), server.now()).await.unwrap(), 0);
    assert_eq!(swept(&server).await, 0);
    let prints = "select count(*) from design_drawings where print_key is not null";
    assert_eq!(server.number(prints).await, 2);
    // More print files than a statement handles.
    let sql = "insert into design_drawings
            (site_id, design_id, revision, side, position, mockup_key, print_key, print_expires_at)
        select 1, 1, 1, 's' || n, n, drawing.mockup_key, drawing.print_key, '2026-06-01'
        from design_drawings drawing, generate_series(1, 101) n
        where drawing.side = 'front'";
    server.sql(sql).await;
    assert_eq!(swept(&server).await, 101);
    assert_eq!(server.number(prints).await, 2);
}

#[tokio::test]
async fn print_files__that_would_differ() {
    let server = served().await;
    let design = finalized(&server).await;
    put_in_cart(&server, &design).await;
    let sql = "update design_drawings
        set print_key = null, print_expires_at = null, print_sha256 = sha256('with another font')";
    server.sql(sql).await;
    let order = Purchase::check_out(&server, "a session").await;
    let (studio, now) = (&server.studio, server.now());
    let refused = draw_ordered(studio, now).await.unwrap_err().to_string();
    assert!(refused.contains("would differ from the first one"), "{refused}");
    assert_eq!(ordered_key(&server).await, None);
    let refused = draw_order(studio, 1, order.id, IfChanged::Refuse, now).await;
    assert!(refused.unwrap_err().to_string().contains("--accept-changed"));
    draw_order(studio, 1, order.id, IfChanged::Accept, now).await.unwrap();
    assert!(ordered_key(&server).await.is_some());
    draw_revision(studio, 1, design.id, None, IfChanged::Refuse, now).await.unwrap();
}

/// `stoa design print` draws the missing print files of a design, and of an order.
#[tokio::test]
async fn print_files__are_drawn_by_the_command() {
    let server = served().await;
    let design = finalized(&server).await;
    let bytes = read(&server, &print_key(&server, 1).await.unwrap()).await.unwrap();
    let forget = "update design_drawings set print_key = null, print_expires_at = null";
    server.sql(forget).await;
    put_in_cart(&server, &design).await;
    let order = Purchase::check_out(&server, "a session").await;
    let (folder, id) = (server.folder(), design.id.to_string());
    let folder = folder.to_str().unwrap();
    let print = async |what: &[&str]| {
        let arguments = [&["design", "print", "--files-dir", folder], what].concat();
        let (printed, complaint) = stoa(&server, &arguments, "").await;
        assert!(printed.contains("/files/1/"), "{printed}{complaint}");
        printed
    };
    let printed = print(&["--order", &order.number]).await;
    let key = ordered_key(&server).await.unwrap();
    assert!(printed.contains(&key), "{printed}");
    assert!(read(&server, &key).await.unwrap() == bytes, "byte for byte the same");
    server.sql(forget).await;
    let printed = print(&[&id, "--revision", "1"]).await;
    assert!(printed.contains(&print_key(&server, 1).await.unwrap()), "{printed}");
    assert_eq!(ordered_key(&server).await.as_ref(), Some(&key), "the order's file stays");
}
