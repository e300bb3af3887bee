//! Product categories.

use super::*;

const CATEGORIES: &str = "/api/staff/sites/1/product-categories";
const MUGS: &str = "/api/staff/sites/1/product-categories/2";
const SHOWN: &str = "/api/storefront/1/categories";

/// Asserts that the stored numbers of active products are right.
async fn assert_counted(server: &Server) {
    let wrong = "product_categories category where category.active_products is distinct from (
        select count(*) from products product where product.site_id = category.site_id
        and product.category_id = category.id and product.status = 'active'
    )";
    assert_eq!(server.count(wrong).await, 0);
}

#[tokio::test]
async fn list_product_categories() {
    let server = served().await;
    let token = catalog(&server).await;
    let listed =
        server.get(CATEGORIES).bearer(&token).await.snapshot("list_product_categories__200");
    assert_eq!(listed.ids(), [1, 3, 2, 4, 5], "the inactive one too");
    let shown = server.get(SHOWN).await;
    assert_eq!(shown.ids(), [1, 3, 2, 4]);
    assert_eq!(&listed.each("productCount")[..4], shown.each("productCount"));
    let one = server.get(MUGS).bearer(&token).await.snapshot("get_product_category__200");
    assert_eq!(one.json["data"], listed.json["data"][2]);
    assert_eq!(one.header("etag"), "\"1700000000000\"");
    // The staff who write about products read their categories.
    let content = hired(&server, Some(1), "kai@harborgoods.example", &["content"]).await;
    assert_eq!(server.get(MUGS).bearer(&content).await.status(), 200);
    assert_eq!(change(&server, &content, MUGS, "*", &json!({})).await.status(), 403);
}

#[tokio::test]
async fn a_category_comes_and_goes() {
    let server = served().await;
    let token = catalog(&server).await;
    let body =
        json!({"name": " Cups ", "slug": "cafe\u{301}", "parentId": 2, "order": 7, "image": null});
    let created = create(&server, &token, CATEGORIES, &body).await;
    let created = created.snapshot("create_product_category__201");
    let (path, data) = (path_of(CATEGORIES, &created), &created.json["data"]);
    assert_eq!((&data["slug"], &data["productCount"]), (&json!("caf\u{e9}"), &json!(0)));
    assert!(server.get(SHOWN).await.ids().contains(&data["id"].as_i64().unwrap()));
    let taken = create(&server, &token, CATEGORIES, &json!({"name": "x", "slug": "caf\u{e9}"}));
    taken.await.snapshot("create_product_category__409");

    let tote = "/api/staff/sites/1/products/1";
    let moved = change(&server, &token, tote, "*", &json!({"categoryId": data["id"]})).await;
    assert_eq!(moved.status(), 200);
    let with_tote = server.get(&path).bearer(&token).await;
    assert_eq!(with_tote.json["data"]["productCount"], 1);
    assert_eq!(with_tote.header("etag"), created.header("etag"), "not a change of the category");
    let filtered = server.get("/api/storefront/1/products").query("category", "café").await;
    assert_eq!(filtered.ids(), [1]);

    let refused = remove(&server, &token, &path).await;
    refused.snapshot("remove_product_category__409");
    server.request("POST", &format!("{tote}/archive")).bearer(&token).await.expect(200);
    assert_eq!(remove(&server, &token, &path).await.message(), "The category has products");
    change(&server, &token, tote, "*", &json!({"categoryId": null})).await.expect(200);
    let parent = remove(&server, &token, MUGS).await;
    assert_eq!(parent.status(), 409);
    server
        .sql("update products set category_id = null where site_id = 1 and category_id = 2")
        .await;
    let parent = remove(&server, &token, MUGS).await;
    assert_eq!(parent.message(), "The category has subcategories");
    remove(&server, &token, &path).await.snapshot("remove_product_category__200");
    assert_eq!(remove(&server, &token, &path).await.status(), 404);
    assert_eq!(server.get(&path).bearer(&token).await.status(), 404);
    assert!(!server.get(SHOWN).await.ids().contains(&data["id"].as_i64().unwrap()));
    let rows = audited_with(&server, "ProductCategory").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[1].contains(" removeProductCategory product_category "), "{rows:?}");
}

#[tokio::test]
async fn update_product_category() {
    let server = served().await;
    let token = catalog(&server).await;
    let patch = |seen: &str, body: Value| change(&server, &token, MUGS, seen, &body);
    let seen = "\"1700000000000\"";
    let body = json!({"name": "Cups", "order": -1, "description": "For tea.", "parentId": 1});
    let changed = patch(seen, body).await.snapshot("update_product_category__200");
    let shown = server.get(SHOWN).await;
    assert_eq!(shown.ids(), [2, 1, 3, 4]);
    assert_eq!(shown.json["data"][0]["name"], "Cups");
    let late = patch(seen, json!({"name": "x"})).await.snapshot("update_product_category__412");
    assert_eq!(late.header("etag"), changed.header("etag"));
    let unseen = server.request("PATCH", MUGS).bearer(&token).merge_patch(&json!({}));
    unseen.await.snapshot("update_product_category__428");
    patch("*", json!({"slug": "canvas"})).await.snapshot("update_product_category__409");

    // Enamel is below the mugs, which are below canvas.
    for (id, parent_id) in [(2, 2), (2, 3), (1, 3), (1, 2), (1, 1)] {
        let path = format!("{CATEGORIES}/{id}");
        let circle = change(&server, &token, &path, "*", &json!({"parentId": parent_id})).await;
        let expected = (409, "A category cannot be below itself");
        assert_eq!(circle.outcome(), expected, "{id} below {parent_id}");
    }
    let other = hired(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let elsewhere = "/api/staff/sites/2/product-categories";
    let foreign = create(&server, &other, elsewhere, &json!({"name": "x", "slug": "x"})).await;
    for parent_id in [foreign.json["data"]["id"].as_i64().unwrap(), 0, -1, i64::MAX] {
        let missing = patch("*", json!({"parentId": parent_id})).await;
        assert_eq!(missing.outcome(), (404, "Parent category not found"), "{parent_id}");
        let body = json!({"name": "y", "slug": "y", "parentId": parent_id});
        let missing = create(&server, &token, CATEGORIES, &body).await;
        assert_eq!(missing.outcome(), (404, "Parent category not found"), "{parent_id}");
    }
    assert_eq!(patch("*", json!({"parentId": null})).await.json["data"]["parentId"], Value::Null);

    // Shops show no inactive category, and its products without a category.
    patch("*", json!({"active": false})).await.expect(200);
    let shown = server.get(SHOWN).await;
    assert_eq!(shown.ids(), [1, 3, 4]);
    assert_eq!(shown.json["data"][1]["parentId"], Value::Null);
    let none = server.get("/api/storefront/1/products").query("category", "mugs").await;
    assert_eq!(none.ids(), [0; 0]);
    let ignored = json!({"id": 9, "siteId": 2, "version": 1, "productCount": 99, "activeProducts": 99, "position": 4});
    let (before, same) = (server.get(MUGS).bearer(&token).await, patch("*", ignored).await);
    assert_eq!((same.status(), &same.json["data"]), (200, &before.json["data"]));
    assert_counted(&server).await;
    // Site 2 has another category with this id.
    let theirs = format!("{elsewhere}/2");
    change(&server, &other, &theirs, "*", &json!({"name": "Theirs"})).await.expect(200);
    assert_eq!(change(&server, &other, MUGS, "*", &json!({"name": "x"})).await.status(), 404);
    assert_eq!(server.get(MUGS).bearer(&token).await.json, before.json);
}

#[tokio::test]
async fn refused_categories() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let members = [
        json!({"name": ""}),
        json!({"name": "  "}),
        json!({"name": null}),
        json!({"name": 7}),
        json!({"name": "a\u{0}b"}),
        json!({"name": "a\nb"}),
        json!({"name": "\u{202e}x"}),
        json!({"name": "x".repeat(256)}),
        json!({"slug": ""}),
        json!({"slug": null}),
        json!({"slug": ".."}),
        json!({"slug": "a/b"}),
        json!({"slug": "a b"}),
        json!({"slug": "\u{200b}"}),
        json!({"slug": "x".repeat(256)}),
        // Each of these is two characters in form C.
        json!({"slug": "\u{958}".repeat(128)}),
        json!({"description": 1}),
        json!({"description": "x".repeat(10_001)}),
        json!({"description": "a\u{0}b"}),
        json!({"image": "x".repeat(2_001)}),
        json!({"image": "a\tb"}),
        json!({"image": {}}),
        json!({"parentId": "1"}),
        json!({"parentId": 1.5}),
        json!({"order": "1"}),
        json!({"order": 9_007_199_254_740_992_i64}),
        json!({"active": 1}),
        json!([]),
        json!("name"),
    ];
    for member in members {
        let changed = change(&server, &token, MUGS, "*", &member).await;
        assert_eq!(changed.status(), 400, "{member}");
        let mut body = json!({"name": "x", "slug": "x"});
        match member.as_object() {
            Some(members) => body.as_object_mut().unwrap().extend(members.clone()),
            None => body = member.clone(),
        }
        let created = create(&server, &token, CATEGORIES, &body).await;
        assert_eq!(created.status(), 400, "{member}: {}", created.message());
    }
    assert_eq!(audited_with(&server, "ProductCategory").await, [""; 0]);
    let many = "insert into product_categories (site_id, slug, active_products)
        select 1, 'n' || n, 0 from generate_series(1, 994) n";
    server.sql(many).await;
    let body = |slug: &str| json!({"name": "x", "slug": slug});
    let last = |number| body(&format!("last-{number}"));
    let answers = fifty(&server, async |server, number| {
        create(server, &token, CATEGORIES, &last(number)).await
    });
    assert_eq!(answered(&answers.await, 201), 1, "the site has 999 categories");
    let full = create(&server, &token, CATEGORIES, &body("full")).await;
    assert_eq!(full.outcome(), (409, "The site has 1000 product categories"));
}

#[tokio::test]
async fn concurrent_changes_of_categories() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let answers = fifty(&server, async |server, number| {
        let body = json!({"name": format!("Mugs {number}")});
        change(server, &token, MUGS, "\"1700000000000\"", &body).await
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 412)), (1, 49));
    let answers = fifty(&server, async |server, _| {
        create(server, &token, CATEGORIES, &json!({"name": "x", "slug": "x"})).await
    })
    .await;
    assert_eq!((answered(&answers, 201), answered(&answers, 409)), (1, 49));
    // Of two moves that would make a circle together, one is refused. Products move too, and no call waits for another
    // one that waits for it.
    let answers = fifty(&server, async |server, number| match number % 4 {
        0 => {
            let path = format!("/api/staff/sites/1/products/{}", 1 + number / 4 % 5);
            let category_id = if number % 8 == 0 { 1 } else { 4 };
            change(server, &token, &path, "*", &json!({"categoryId": category_id})).await
        }
        1 => {
            let path = format!("{CATEGORIES}/1");
            change(server, &token, &path, "*", &json!({"parentId": 4})).await
        }
        2 => {
            let path = format!("{CATEGORIES}/4");
            change(server, &token, &path, "*", &json!({"parentId": 1})).await
        }
        _ => remove(server, &token, &format!("{CATEGORIES}/3")).await,
    })
    .await;
    let unexpected = answers.iter().find(|answer| ![200, 404, 409].contains(&answer.status()));
    assert!(unexpected.is_none(), "{:?}", unexpected.map(Exchange::outcome));
    let below = "product_categories where site_id = 1 and (id, parent_id) in ((1, 4), (4, 1))";
    assert_eq!(server.count(below).await, 1);
    assert_counted(&server).await;
}
