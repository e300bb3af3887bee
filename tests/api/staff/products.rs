//! Products and variants, as staff list and change them.

mod create;
mod images;
mod in_carts;
mod parts;
mod variants;

use futures_util::future::join_all;
use serde_json::json;

use super::orders::shop;
use super::*;
use crate::api::storefront::purchases::stored;

const PRODUCTS: &str = "/api/staff/sites/1/products";
const TOTE: &str = "/api/staff/sites/1/products/1";

/// Logs a person of the shop in, and gives all products and variants of the site one version.
async fn catalog(server: &Server) -> String {
    server.sql("update products set version = 1700000000000").await;
    server.sql("update product_variants set version = 1700000000000").await;
    shop(server).await
}

/// A change of the product or variant at `path` by a caller who has seen this tag.
fn change<'a>(
    server: &'a Server,
    token: &str,
    path: &str,
    seen: &str,
    body: &Value,
) -> Request<'a> {
    let request = server.request("PATCH", path).bearer(token).header("if-match", seen);
    request.merge_patch(body)
}

#[tokio::test]
async fn list_products() {
    let server = served().await;
    let token = catalog(&server).await;
    server.sql("update products set status = 'draft' where site_id = 1 and id = 2").await;
    server.sql("update products set status = 'archived' where site_id = 1 and id = 3").await;
    let list = || server.get(PRODUCTS).bearer(&token);
    let all = list().await.snapshot("list_products__200");
    let rows = all.json["data"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["status"] != "archived") && rows.len() > 5, "{rows:?}");
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = list().query("limit", "2").query("cursor", &cursor).await;
        found.extend(page.json["data"].as_array().unwrap().iter().cloned());
        match page.json["nextCursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(&found, rows);
    for (filters, ids) in [
        (&[("status", "draft")][..], json!([8, 2])),
        (&[("status", "archived")], json!([3])),
        (&[("q", "HARBOR tote")], json!([1])),
        (&[("q", "mug"), ("status", "active")], json!([5, 4])),
        (&[("q", "mu")], json!([5, 4])),
        (&[("q", "tote"), ("categoryId", "1")], json!([1])),
        (&[("q", "tote"), ("categoryId", "2")], json!([])),
        (&[("categoryId", "99")], json!([])),
        (&[("q", "%")], json!([])),
        (&[("q", "hg-00")], json!([9, 8, 7, 6, 5, 4, 2, 1])),
        (&[("q", "HG-001-3")], json!([1])),
        (&[("q", "hg-001-3"), ("categoryId", "2")], json!([])),
        (&[("q", "001")], json!([])),
        (&[("q", " hg-003 "), ("status", "archived")], json!([3])),
        (&[("lowStock", "true")], json!([1])),
        (&[("lowStock", "false"), ("q", "tote")], json!([1])),
        (&[("lowStock", "true"), ("status", "archived")], json!([3])),
        (&[("lowStock", "true"), ("q", "TOTE harbor")], json!([1])),
        (&[("lowStock", "true"), ("q", "hg-001-4")], json!([1])),
        (&[("lowStock", "true"), ("q", "mug")], json!([])),
        (&[("lowStock", "true"), ("categoryId", "1")], json!([1])),
        (&[("lowStock", "true"), ("categoryId", "2")], json!([])),
    ] {
        let mut request = list();
        for (name, value) in filters {
            request = request.query(name, value);
        }
        let listed = request.await;
        assert_eq!(listed.status(), 200, "{filters:?}: {}", listed.message());
        let data = listed.json["data"].as_array().unwrap();
        let listed: Vec<&Value> = data.iter().map(|row| &row["id"]).collect();
        assert_eq!(json!(listed), ids, "{filters:?}");
    }
    assert_eq!(list().query("lowStock", "perhaps").await.status(), 400);
    list().query("status", "sold").await.snapshot("list_products__400");
}

#[tokio::test]
async fn a_price_changes() {
    let server = served().await;
    let token = catalog(&server).await;
    let shown = || server.get("/api/storefront/1/products/harbor-tote");
    let before = server.get(TOTE).bearer(&token).await.snapshot("get_product__200");
    let seen = before.header("etag").to_owned();
    assert_eq!(seen, format!("\"{}\"", before.json["data"]["version"]));
    let old = shown().await;

    let patch = json!({"price": 2600, "compareAtPrice": 3000, "shortDescription": null});
    let changed = change(&server, &token, TOTE, &seen, &patch).await;
    let changed = changed.snapshot("update_product__200");
    assert_ne!(changed.header("etag"), seen);
    let product = &changed.json["data"];
    assert_eq!(product["name"], before.json["data"]["name"]);
    assert_eq!((&product["price"], &product["shortDescription"]), (&json!(2600), &Value::Null));
    let new = shown().await;
    assert_eq!(
        (&new.json["data"]["price"], &old.json["data"]["price"]),
        (&json!(2600), &before.json["data"]["price"])
    );

    let late = change(&server, &token, TOTE, &seen, &json!({"price": 1})).await;
    assert_eq!(late.header("etag"), changed.header("etag"));
    late.snapshot("update_product__412");
    assert_eq!(shown().await.json["data"]["price"], 2600);

    let metadata = |patch: Value| change(&server, &token, TOTE, "*", &json!({"metadata": patch}));
    metadata(json!({"origin": {"country": "PT", "town": "Porto"}, "batch": 7})).await;
    let merged = metadata(json!({"origin": {"town": null}, "batch": 8})).await;
    let merged = &merged.json["data"]["metadata"];
    assert_eq!(merged["origin"], json!({"country": "PT"}));
    assert_eq!(merged["batch"], 8);
    let large: Vec<String> = vec!["x".repeat(40_000)];
    assert_eq!(metadata(json!({"a": large})).await.status(), 200);
    let refused = metadata(json!({"b": large})).await;
    assert_eq!(refused.status(), 400, "the merged metadata is too large");
    let changed = metadata(Value::Null).await;

    let nothing = change(&server, &token, TOTE, "*", &json!({})).await;
    assert_eq!((nothing.status(), nothing.header("etag")), (200, changed.header("etag")));
    let rows = audited(&server).await;
    let rows: Vec<_> = rows.iter().filter(|row| row.contains("updateProduct")).collect();
    assert_eq!(rows.len(), 5, "{rows:?}");
    assert!(
        rows[0].contains(" updateProduct product shortDescription,price,compareAtPrice "),
        "{rows:?}"
    );
}

#[tokio::test]
async fn refused_changes_of_products() {
    let server = served().await;
    let token = catalog(&server).await;
    let tag = server.get(TOTE).bearer(&token).await.header("etag").to_owned();
    server
        .request("PATCH", TOTE)
        .bearer(&token)
        .json(&json!({}))
        .await
        .snapshot("update_product__428");
    let patch = |body: Value| change(&server, &token, TOTE, "*", &body);
    patch(json!({"slug": "enamel-mug"})).await.snapshot("update_product__409");
    patch(json!({"categoryId": 99})).await.snapshot("update_product__404");
    for body in [
        json!({"name": ""}),
        json!({"name": null}),
        json!({"name": "a\u{0}b"}),
        json!({"name": "x".repeat(256)}),
        json!({"slug": "a/b"}),
        json!({"name": "  "}),
        json!({"slug": " "}),
        json!({"slug": ".."}),
        json!({"slug": "a\\b"}),
        json!({"slug": "tote\u{200b}"}),
        // In the normalization form C, each of these letters becomes two.
        json!({"slug": "\u{958}".repeat(128)}),
        json!({"price": -1}),
        json!({"price": 1.5}),
        json!({"price": null}),
        json!({"price": 9_007_199_254_740_992_i64}),
        json!({"status": "archived"}),
        json!({"tags": "canvas"}),
        json!({"metadata": []}),
        json!({"weight": "heavy"}),
        json!({"lengthIn": -1}),
        json!([]),
        json!("price"),
    ] {
        let refused = patch(body.clone()).await;
        assert_eq!(refused.status(), 400, "{body}: {}", refused.message());
    }
    server.sql("update stores set currency = 'ISK' where site_id = 1").await;
    patch(json!({"price": 150})).await.snapshot("update_product__400");
    let unchanged = server.get(TOTE).bearer(&token).await;
    assert_eq!(unchanged.header("etag"), tag);
    // Neither an id nor a version nor the stock is taken from a body.
    let ignored = json!({"id": 99, "version": 1, "quantity": 1, "siteId": 2, "createdAt": null, "__proto__": {}});
    let same = patch(ignored).await;
    assert_eq!((same.status(), &same.json["data"]), (200, &unchanged.json["data"]));

    let support = hired(&server, Some(1), "mo@harborgoods.example", &["support"]).await;
    let content = hired(&server, Some(1), "kai@harborgoods.example", &["content"]).await;
    let other = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    for (token, statuses) in [(&support, (403, 403)), (&content, (200, 403)), (&other, (404, 404))]
    {
        let read = server.get(TOTE).bearer(token).await.status();
        let changed = change(&server, token, TOTE, "*", &json!({"price": 1})).await.status();
        assert_eq!((read, changed), statuses);
    }
    // Site 2 has another product with this id.
    let theirs = "/api/staff/sites/2/products/1";
    assert_eq!(change(&server, &other, theirs, "*", &json!({"price": 700})).await.status(), 200);
    assert_eq!(server.get(TOTE).bearer(&token).await.json["data"], unchanged.json["data"]);
}

#[tokio::test]
async fn archive_and_restore() {
    let server = served().await;
    let token = catalog(&server).await;
    let post = |action: &str| server.request("POST", &format!("{TOTE}/{action}")).bearer(&token);
    let total = || async {
        let list = server.get("/api/storefront/1/products").await;
        list.json["pagination"]["total"].as_i64().unwrap()
    };
    let count = total().await;
    let archived = post("archive").await.snapshot("archive_product__200");
    assert_eq!(post("archive").await.json, archived.json);
    assert_eq!(server.get("/api/storefront/1/products/harbor-tote").await.status(), 404);
    assert_eq!(total().await, count - 1);
    let body = json!({"status": "active"});
    let refused = change(&server, &token, TOTE, "*", &body).await;
    assert_eq!((refused.status(), refused.message()), (409, "The product is archived"));
    let restored = post("restore").await.snapshot("restore_product__200");
    assert_eq!(restored.json["data"]["status"], "inactive");
    assert_eq!(total().await, count - 1);
    assert_eq!(change(&server, &token, TOTE, "*", &body).await.status(), 200);
    assert_eq!(total().await, count);
    let moved = change(&server, &token, TOTE, "*", &json!({"categoryId": null})).await;
    assert_eq!(moved.status(), 200);
    assert_counts(&server).await;
    post("archive").await;
    server
        .request("POST", &format!("{PRODUCTS}/99/archive"))
        .bearer(&token)
        .await
        .snapshot("archive_product__404");
}

#[tokio::test]
async fn one_of_50_concurrent_changes_is_applied() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let seen = server.get(TOTE).bearer(&token).await.header("etag").to_owned();
    let changes = (1..=50).map(|price| {
        let (server, token, seen) = (&server, &token, &seen);
        async move { change(server, token, TOTE, seen, &json!({"price": price})).await.status() }
    });
    let statuses = join_all(changes).await;
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(200), count(412)), (1, 49), "{statuses:?}");
    let rows = audited(&server).await;
    assert_eq!(rows.iter().filter(|row| row.contains("updateProduct")).count(), 1);
}

/// The stored numbers of active products, of the store and of each category, are those of a count.
async fn assert_counts(server: &Server) {
    let sums = stored(
        server,
        "select (select active_products from stores where site_id = 1) as kept,
            (select count(*) from products where site_id = 1 and status = 'active') as counted,
            (select json_agg(json_build_array(category.active_products, (
                select count(*) from products product
                where product.site_id = 1 and product.category_id = category.id and product.status = 'active'
            )) order by category.id) from product_categories category where category.site_id = 1) as categories",
    )
    .await;
    assert_eq!(sums["kept"], sums["counted"]);
    for pair in sums["categories"].as_array().unwrap() {
        assert_eq!(pair[0], pair[1], "{sums}");
    }
}
