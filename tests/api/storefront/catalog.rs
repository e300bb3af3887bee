//! The operations tagged `catalog`.

use serde_json::{Value, json};
use stoa_stores::STORE_TTL;

use crate::api::rest_v1::SEARCH;
use crate::harness::{DEMO_KEY, Exchange, ODDS_KEY, Server, encoded, served, served_read_only};

const PRODUCTS: &str = "/api/storefront/2/products";

async fn product(server: &Server, site: i64, slug: &str) -> Exchange {
    server.get(&format!("/api/storefront/{site}/products/{}", encoded(slug.as_bytes()))).await
}

async fn styles(server: &Server, site: i64, slug: &str) -> Exchange {
    let slug = encoded(slug.as_bytes());
    server.get(&format!("/api/storefront/{site}/products/{slug}/styles")).await
}

/// Lists with a query such as `a=1&b=über`, percent-encoding it.
async fn list(server: &Server, path: &str, query: &str) -> Exchange {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.fold(server.get(path), |request, (name, value)| request.query(name, value)).await
}

#[tokio::test]
async fn list_products() {
    let server = served_read_only().await;
    server.get("/api/storefront/1/products?limit=2").await.snapshot("list_products__200");
    server.get("/api/storefront/1/products?limit=0").await.snapshot("list_products__400");
    let all = server.get("/api/storefront/1/products").await;
    assert!(
        !all.ids().contains(&8) && !all.ids().contains(&10),
        "drafts and inactive products are not listed"
    );
}

#[tokio::test]
async fn list_products__order_filters_and_pages() {
    let server = served_read_only().await;
    let newest: &[i64] = &[4, 3, 2, 1, 5];
    let longest = format!("search={}", "x".repeat(7_000));
    let table: &[(&str, &[i64])] = &[
        ("", newest),
        ("sort=", newest),
        ("sort=price_asc", &[4, 2, 1, 5, 3]),
        ("sort=price_desc", &[3, 5, 2, 1, 4]),
        ("sort=featured", &[4, 2, 3, 1, 5]),
        ("category=zinc", &[3, 2]),
        ("category=zinc&search=tin", &[2]),
        ("category=away", &[]),
        ("category=canvas", &[]),
        ("category=%", &[]),
        ("search=tea TIN", &[2, 1]),
        ("search=%", &[2]),
        ("search=_", &[]),
        ("search=\\", &[]),
        ("search=🦀", &[]),
        ("search=ÜBERZUG", &[3]),
        ("search=e t&sort=price_asc&limit=1", &[2]),
        // The first ten words count.
        ("search=e t e t e t e t e t nothing&sort=price_asc&limit=1", &[2]),
        ("search=e t e t e t e t e nothing", &[]),
        (longest.as_str(), &[]),
        ("page=2&limit=2", &[2, 1]),
        ("page=9223372036854775807", &[]),
        ("limit=500", newest),
    ];
    for (query, ids) in table {
        let found = list(&server, PRODUCTS, query).await;
        assert_eq!(found.ids(), *ids, "{query}");
        // Both APIs show the same catalog.
        let path = "/api/v1/sites/2/products";
        let of_rest_v1 = crate::api::rest_v1::ask(&server, path, ODDS_KEY, query).await;
        assert_eq!(found.json, of_rest_v1.json, "{query}");
    }
    for (query, message) in [
        ("page=0", "page must be at least 1"),
        ("page=x", "page must be an integer"),
        ("limit=-1", "limit must be at least 1"),
        ("limit=9223372036854775808", "limit must be an integer"),
        ("sort=cheapest", "sort must be one of newest, price_asc, price_desc, featured"),
        ("search=\0", SEARCH),
    ] {
        assert_eq!(list(&server, PRODUCTS, query).await.outcome(), (400, message), "{query}");
    }
}

/// A search ignores case as Unicode's full case mappings do.
#[tokio::test]
async fn list_products__search_in_other_letter_case() {
    let server = served().await;
    let sql = "update products set name = 'ΚΟΣΜΟΣ' where site_id = 2 and id = 1;
        update products set name = 'Map', short_description = 'Straße' where site_id = 2 and id = 2";
    server.sql(sql).await;
    for (query, ids) in [
        ("search=ΚΟΣ", &[1][..]),
        ("search=κος", &[1]),
        ("search=STRASSE MAP", &[2]),
        ("search=strasse", &[2]),
        ("search=straẞe", &[2]),
    ] {
        assert_eq!(list(&server, PRODUCTS, query).await.ids(), ids, "{query}");
        let path = "/api/v1/sites/2/products";
        let of_rest_v1 = crate::api::rest_v1::ask(&server, path, ODDS_KEY, query).await;
        assert_eq!(of_rest_v1.ids(), ids, "{query}");
    }
}

#[tokio::test]
async fn get_product() {
    let server = served_read_only().await;
    product(&server, 1, "harbor-tote").await.snapshot("get_product__200");
    product(&server, 1, "1").await.snapshot("get_product__200_by_id");
    product(&server, 2, "everything").await.snapshot("get_product__200_odds_and_ends");
    product(&server, 1, "no-such-product").await.snapshot("get_product__404");
    product(&server, 1, "\0").await.snapshot("get_product__400");

    // A product that is requested by its slug has the same data as in REST v1, except fields that are not for
    // customers.
    for slug in ["harbor-tote", "enamel-mug", "brass-whistle"] {
        let of_rest_v1 = server.get(&format!("/api/v1/sites/1/products/{slug}")).key(DEMO_KEY);
        let mut expected = of_rest_v1.await.json["data"].clone();
        let mut shown = product(&server, 1, slug).await.json["data"].clone();
        for product in [&mut expected, &mut shown] {
            product["costPrice"] = Value::Null;
            product["metadata"] = Value::Null;
            for variant in product["variants"].as_array_mut().unwrap() {
                variant["costPrice"] = Value::Null;
            }
        }
        assert_eq!(shown, expected, "{slug}");
    }
}

/// An id takes precedence over a slug with the same digits, and the response's shape depends on which one matched.
#[tokio::test]
async fn get_product__digits() {
    let server = served().await;
    let sql = "insert into products (site_id, id, slug, status) values
        (1, 101, '1', 'active'),
        (1, 102, '8', 'active'),
        (1, 103, '4711', 'active'),
        (1, 104, '4712', 'inactive'),
        (1, 105, '9223372036854775808', 'active'),
        (1, 106, '-1', 'active'),
        (1, 107, '1.0', 'active')";
    server.sql(sql).await;
    for (slug, id, is_by_id) in [
        ("1", 1, true),
        ("001", 1, true),
        ("101", 101, true),
        // Product 8 is a draft, so its id matches nothing.
        ("8", 102, false),
        ("4711", 103, false),
        ("103", 103, true),
        ("9223372036854775808", 105, false),
        ("-1", 106, false),
        ("1.0", 107, false),
    ] {
        let found = product(&server, 1, slug).await;
        let data = &found.json["data"];
        assert_eq!(data["id"], id, "{slug}: {}", found.message());
        for (member, is_expected) in [
            ("styles", is_by_id),
            ("options", !is_by_id),
            ("variants", !is_by_id),
            ("bulkPricing", !is_by_id),
            ("category", !is_by_id),
        ] {
            assert_eq!(data.get(member).is_some(), is_expected, "{slug} {member}");
        }
    }
    for slug in ["4712", "104", "10", "0", "9223372036854775807", "+1", "1 ", "٧", "1e0"] {
        assert_eq!(product(&server, 1, slug).await.outcome(), (404, "Product not found"), "{slug}");
    }
    // Products of another site are not found.
    for (site, slug) in [(2, "9"), (2, "harbor-tote"), (1, "everything"), (2, "101")] {
        assert_eq!(product(&server, site, slug).await.status(), 404, "{site} {slug}");
        assert_eq!(styles(&server, site, slug).await.status(), 404, "{site} {slug}");
    }
}

#[tokio::test]
async fn slugs_are_taken_literally() {
    let server = served().await;
    let slugs = ["100%_\\", "🦀", "a/b c+d?#&", "..", "%00", "é", "'", "NULL"];
    for (slug, id) in slugs.into_iter().zip(201..) {
        let insert = "insert into products (site_id, id, slug) values (1, $1, $2)";
        server.client().await.execute(insert, &[&i64::from(id), &slug]).await.unwrap();
        assert_eq!(product(&server, 1, slug).await.json["data"]["id"], id, "{slug}");
        assert_eq!(styles(&server, 1, slug).await.status(), 200, "{slug}");
    }
    // Slugs are compared in NFC.
    assert_eq!(product(&server, 1, "e\u{301}").await.json["data"]["slug"], "é");
    assert_eq!(styles(&server, 1, "e\u{301}").await.status(), 200);
    for slug in ["100%%%", "1%", "%", "_", "\\", "E\u{301}", "É", "harbor_tote", "Harbor-Tote"] {
        assert_eq!(product(&server, 1, slug).await.status(), 404, "{slug}");
        assert_eq!(styles(&server, 1, slug).await.status(), 404, "{slug}");
    }
    for slug in ["%00", "a%00b", "%FF", "%C3%28", "%ED%A0%80"] {
        for path in ["", "/styles"] {
            let target = format!("/api/storefront/1/products/{slug}{path}");
            let refused = server.get(&target).await;
            let expected = (400, "slug must be valid text without NUL");
            assert_eq!(refused.outcome(), expected, "{target}");
        }
    }
    for path in ["products/", "products//styles", "products/harbor-tote/", "products/1/styles/1"] {
        let elsewhere = server.get(&format!("/api/storefront/1/{path}")).await;
        assert_eq!(elsewhere.outcome(), (404, "Not found"), "{path}");
    }
}

#[tokio::test]
async fn costs_are_never_shown() {
    let server = served().await;
    let sql =
        "update products set cost_price = 51973; update product_variants set cost_price = 51973";
    server.sql(sql).await;
    let products = "select site.id, product.id, product.slug
        from products product
        join stores store on store.site_id = product.site_id and store.enabled
        join sites site on site.id = product.site_id and site.active
        where product.status = 'active'";
    let mut checked = 0;
    for row in server.client().await.query(products, &[]).await.unwrap() {
        let (site, id, slug): (i64, i64, String) = (row.get(0), row.get(1), row.get(2));
        for slug in [id.to_string(), slug] {
            let shown = product(&server, site, &slug).await;
            assert_eq!(shown.json["data"]["costPrice"], Value::Null, "{site} {slug}");
            assert!(shown.json["data"].get("costPrice").is_some(), "{site} {slug}");
            let body = String::from_utf8(shown.response.body).unwrap();
            assert!(!body.contains("51973"), "{site} {slug} {body}");
            checked += 1;
        }
    }
    assert!(checked >= 26, "{checked}");
    for path in ["products?limit=100", "products/harbor-tote/styles", "categories"] {
        let shown = server.get(&format!("/api/storefront/1/{path}")).await;
        let body = String::from_utf8(shown.response.body).unwrap();
        assert!(!body.contains("51973") && !body.contains("costPrice"), "{path} {body}");
    }
}

#[tokio::test]
async fn only_public_metadata_is_shown() {
    let server = served().await;
    let all = json!({"material": "tin", "supplier": "mill-7", "care": null, "": 0, "nested": {"material": 1}});
    let as_public = |keys: &[&str], metadata: &Value| {
        let keys = json!(keys).to_string();
        let metadata = metadata.to_string().replace('\'', "''");
        format!(
            "update stores set public_metadata =
                 array(select jsonb_array_elements_text('{keys}')) where site_id = 1;
             update products set metadata = '{metadata}' where site_id = 1 and id = 1"
        )
    };
    for (keys, metadata, expected) in [
        (&["material", "care"][..], &all, json!({"material": "tin", "care": null})),
        (&["nested"], &all, json!({"nested": {"material": 1}})),
        (&["care"], &all, json!({"care": null})),
        (&[""], &all, json!({"": 0})),
        (&["unknown"], &all, Value::Null),
        (&["Material", "mat%", "%"], &all, Value::Null),
        (&[], &all, Value::Null),
        (&["material"], &json!({}), Value::Null),
        // Metadata that is not an object has no keys.
        (&["material", "0"], &json!(["material"]), Value::Null),
        (&["material"], &json!("material"), Value::Null),
        (&["material"], &Value::Null, Value::Null),
    ] {
        server.sql(&as_public(keys, metadata)).await;
        server.pass(STORE_TTL);
        for slug in ["harbor-tote", "1"] {
            let shown = product(&server, 1, slug).await;
            assert_eq!(shown.json["data"]["metadata"], expected, "{slug} {keys:?} {metadata}");
        }
    }
}

#[tokio::test]
async fn list_product_styles() {
    let server = served().await;
    styles(&server, 1, "harbor-tote").await.snapshot("list_product_styles__200");
    let sql = "insert into product_styles (site_id, id, product_id, name, active, position) values
           (1, 10, 1, 'Retired', false, 0), (1, 11, 1, 'First', true, 0), (1, 12, 2, 'Bare', true, 0);
        insert into product_style_sides (site_id, style_id, slug, position) values
           (1, 11, 'second', 2), (1, 11, 'first', 1);
        insert into product_styles (site_id, id, product_id, name, active) values (2, 1, 1, 'Other', true)";
    server.sql(sql).await;
    let found = styles(&server, 1, "harbor-tote").await;
    assert_eq!(found.each("name"), ["First", "Classic", "Pocket"]);
    assert_eq!(found.json["data"][0]["sides"][0]["slug"], "first");
    assert_eq!(styles(&server, 1, "1").await.json, found.json);
    assert_eq!(product(&server, 1, "1").await.json["data"]["styles"], found.json["data"]);
    assert_eq!(styles(&server, 1, "2").await.json["data"][0]["sides"], json!([]));
    assert_eq!(styles(&server, 1, "sailcloth-apron").await.json["data"], json!([]));
    // Site 2 has a product 1 too.
    assert_eq!(styles(&server, 2, "1").await.each("name"), ["Other"]);

    styles(&server, 1, "no-such-product").await.snapshot("list_product_styles__404");
    styles(&server, 1, "\0").await.snapshot("list_product_styles__400");
    for (site, slug) in
        [(1, "logbook"), (1, "8"), (1, "rope-mat"), (1, "10"), (2, "draft"), (2, "7")]
    {
        for missing in [styles(&server, site, slug).await, product(&server, site, slug).await] {
            assert_eq!(missing.outcome(), (404, "Product not found"), "{slug}");
        }
    }
}

#[tokio::test]
async fn list_categories() {
    let server = served_read_only().await;
    server.get("/api/storefront/1/categories").await.snapshot("list_categories__200");
    for (site, key) in [(1, DEMO_KEY), (2, ODDS_KEY)] {
        let shown = server.get(&format!("/api/storefront/{site}/categories")).await;
        let path = format!("/api/v1/sites/{site}/product-categories");
        assert_eq!(shown.json, server.get(&path).key(key).await.json);
    }
}
