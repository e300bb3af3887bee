//! The operations tagged `products`.

use serde_json::{Value, json};

use super::{SEARCH, ask, finds, refuses};
use crate::harness::{
    BARE_KEY, CLOSED_KEY, DEMO_KEY, ODDS_KEY, SHUTTERED_KEY, served, served_read_only,
};

const PRODUCTS: &str = "/api/v1/sites/2/products";

#[tokio::test]
async fn list_products() {
    let server = served_read_only().await;
    server
        .get("/api/v1/sites/1/products?limit=2")
        .key(DEMO_KEY)
        .await
        .snapshot("list_products__200");
    let all = server.get("/api/v1/sites/1/products").key(DEMO_KEY).await;
    assert!(
        !all.ids().contains(&8) && !all.ids().contains(&10),
        "drafts and inactive products are not listed"
    );

    let odd = server.get(PRODUCTS).key(ODDS_KEY).await.snapshot("list_products__200_odds_and_ends");
    assert_eq!(odd.each("image").last(), Some(&&json!("https://cdn.example/1.jpg")));
    assert_eq!(
        odd.each("categoryName"),
        [&json!("Zebra"), &json!("zinc"), &json!("zinc"), &Value::Null, &json!("Below away")]
    );
}

#[tokio::test]
async fn list_products__order_and_filters() {
    let server = served_read_only().await;
    let newest: &[i64] = &[4, 3, 2, 1, 5];
    let table: &[(&str, &[i64])] = &[
        ("", newest),
        ("sort=", newest),
        ("sort=newest", newest),
        ("sort=price_asc", &[4, 2, 1, 5, 3]),
        ("sort=price_desc", &[3, 5, 2, 1, 4]),
        ("sort=featured", &[4, 2, 3, 1, 5]),
        ("category=", newest),
        ("category=zinc", &[3, 2]),
        ("category=zinc&sort=price_asc", &[2, 3]),
        ("category=zinc&sort=featured", &[2, 3]),
        ("category=below-away", &[5]),
        ("category=away", &[]),
        ("category=empty", &[]),
        ("category=nothing", &[]),
        ("category=canvas", &[]),
        ("category=zinc&search=tin", &[2]),
        ("category=zebra&search=tin", &[]),
    ];
    finds(&server, PRODUCTS, ODDS_KEY, table).await;
}

#[tokio::test]
async fn list_products__search() {
    let server = served_read_only().await;
    let table: &[(&str, &[i64])] = &[
        ("search=", &[4, 3, 2, 1, 5]),
        ("search=  \t ", &[4, 3, 2, 1, 5]),
        ("search=tin", &[2, 1]),
        ("search=TIN", &[2, 1]),
        ("search=tea tin", &[2, 1]),
        ("search= holds  tin ", &[2, 1]),
        ("search=tin\tholds", &[2, 1]),
        ("search=blue tea", &[1]),
        ("search=tin tin tin", &[2, 1]),
        // The search has one word ten times, the maximum number of words.
        ("search=tin TIN Tin tIn tiN TIn tIN TiN tin tin", &[2, 1]),
        ("search=blue green", &[]),
        ("search=tinholds", &[]),
        ("search=%", &[2]),
        ("search=100% tin", &[2]),
        ("search=_", &[]),
        ("search=\\", &[]),
        ("search=ÜBERZUG", &[3]),
        ("search=über zug", &[3]),
        ("search=e", &[3, 2, 1, 5]),
        ("search=e t&sort=price_asc&limit=2", &[2, 1]),
        ("search='; drop table products; --", &[]),
    ];
    finds(&server, PRODUCTS, ODDS_KEY, table).await;
}

/// A search for a word of many products reads an index that has no long texts. The text of product 107 is one.
#[tokio::test]
async fn list_products__search_in_many() {
    let server = served().await;
    let sql = "insert into products
            (site_id, id, name, slug, short_description, price, category_id, created_at)
        overriding system value
        select 2, 100 + n, 'Buoy number ' || n, 'buoy-' || n,
            case n when 7 then (select 'lantern ' || string_agg(md5(m::text), ' ') from generate_series(1, 100) m) end,
            n, case when n <= 3 or n = 7 then (select id from product_categories where site_id = 2 and slug = 'zinc') end,
            '2026-06-01'
        from generate_series(1, 30) n";
    server.sql(sql).await;
    for (query, ids, total) in [
        ("search=buoy&limit=2", &[130, 129][..], 30),
        ("search=BUOY number&limit=2", &[130, 129], 30),
        ("search=buoy&limit=2&page=12", &[108, 107], 30),
        ("search=buoy&sort=price_asc&limit=1&page=7", &[107], 30),
        ("search=uo&limit=1&page=24", &[107], 30),
        ("search=buoy lantern", &[107], 1),
        ("search=lantern", &[107], 1),
        ("search=buoy nothing", &[], 0),
        ("search=buoy&category=zinc", &[107, 103, 102, 101], 4),
        ("search=uo&category=zinc", &[107, 103, 102, 101], 4),
        ("search=lantern&category=zinc", &[107], 1),
        ("search=lantern&category=zebra", &[], 0),
    ] {
        let list = ask(&server, PRODUCTS, ODDS_KEY, query).await;
        assert_eq!(list.ids(), ids, "{query}");
        assert_eq!(list.json["pagination"]["total"], total, "{query}");
    }
}

#[tokio::test]
async fn list_products__paging() {
    let server = served_read_only().await;
    for (query, ids, page, limit, total, pages) in [
        ("", &[4, 3, 2, 1, 5][..], 1, 24, 5, 1),
        ("page=2&limit=2", &[2, 1], 2, 2, 5, 3),
        ("page=3&limit=2", &[5], 3, 2, 5, 3),
        ("page=4&limit=2", &[], 4, 2, 5, 3),
        ("limit=5", &[4, 3, 2, 1, 5], 1, 5, 5, 1),
        ("limit=500", &[4, 3, 2, 1, 5], 1, 100, 5, 1),
        ("page=9223372036854775807", &[], i64::MAX, 24, 5, 1),
        ("page=9223372036854775807&limit=1", &[], i64::MAX, 1, 5, 5),
        ("category=nothing", &[], 1, 24, 0, 0),
    ] {
        let list = ask(&server, PRODUCTS, ODDS_KEY, query).await;
        assert_eq!(list.ids(), ids, "{query}");
        let expected = json!({"page": page, "limit": limit, "total": total, "totalPages": pages});
        assert_eq!(list.json["pagination"], expected, "{query}");
    }
    let table = [
        ("page=0", "page must be at least 1"),
        ("page=-1", "page must be at least 1"),
        ("page=x", "page must be an integer"),
        ("page=9223372036854775808", "page must be an integer"),
        ("limit=0", "limit must be at least 1"),
        ("limit=x", "limit must be an integer"),
        ("sort=price", "sort must be one of newest, price_asc, price_desc, featured"),
        ("sort=NEWEST", "sort must be one of newest, price_asc, price_desc, featured"),
        ("search=\0", SEARCH),
    ];
    refuses(&server, PRODUCTS, ODDS_KEY, &table).await;
}

#[tokio::test]
async fn get_product_by_slug() {
    let server = served_read_only().await;
    let product = async |site: i64, slug: &str| {
        let key = if site == 1 { DEMO_KEY } else { ODDS_KEY };
        server.get(&format!("/api/v1/sites/{site}/products/{slug}")).key(key).await
    };
    product(1, "harbor-tote").await.snapshot("get_product_by_slug__200");
    product(2, "everything").await.snapshot("get_product_by_slug__200_odds_and_ends");
    // The product's category is inactive, and counts as none.
    let product_1 = product(2, "blue-tin").await;
    assert_eq!(
        json!([product_1.json["data"]["categoryId"], product_1.json["data"]["category"]]),
        json!([null, null])
    );
    assert_eq!(product(2, "%C3%BCberzug").await.json["data"]["price"], 9_007_199_254_740_991_i64);

    product(1, "no-such-product").await.snapshot("get_product_by_slug__404");
    for (site, slug) in [
        (1, "logbook"),
        (1, "rope-mat"),
        (2, "draft"),
        (2, "inactive"),
        (2, "harbor-tote"),
        (1, "1"),
    ] {
        assert_eq!(product(site, slug).await.status(), 404, "{slug}");
    }
}

#[tokio::test]
async fn list_product_categories() {
    let server = served_read_only().await;
    let path = "/api/v1/sites/1/product-categories";
    server.get(path).key(DEMO_KEY).await.snapshot("list_product_categories__200");
    // Categories are sorted by position, then by name ignoring case. An inactive parent counts as none, and only active
    // products are counted.
    let path = "/api/v1/sites/2/product-categories";
    let odd =
        server.get(path).key(ODDS_KEY).await.snapshot("list_product_categories__200_odds_and_ends");
    assert_eq!(odd.each("name"), ["Below away", "Zebra", "zinc", "Empty"]);
    assert_eq!(odd.each("productCount"), [&json!(1), &json!(1), &json!(2), &json!(0)]);
    assert_eq!(odd.each("parentId"), [&Value::Null, &Value::Null, &Value::Null, &json!(3)]);
}

#[tokio::test]
async fn missing_stores() {
    let server = served_read_only().await;
    let (store, plain) = ("Store not found", "Not found");
    let path = "/api/v1/sites/4/products";
    server.get(path).key(SHUTTERED_KEY).await.snapshot("list_products__404_store");
    let path = "/api/v1/sites/5/product-categories";
    server.get(path).key(BARE_KEY).await.snapshot("list_product_categories__404_store");
    for (site, key, list_message) in
        [(4, SHUTTERED_KEY, store), (5, BARE_KEY, store), (3, CLOSED_KEY, plain)]
    {
        for (path, message) in [
            ("products", list_message),
            ("products?page=0", list_message),
            ("product-categories", list_message),
            ("products/left-over", plain),
        ] {
            let missing = server.get(&format!("/api/v1/sites/{site}/{path}")).key(key).await;
            assert_eq!(missing.outcome(), (404, message), "{site} {path}");
        }
    }
    // Posts do not need a store.
    assert_eq!(server.get("/api/v1/sites/4/posts").key(SHUTTERED_KEY).await.status(), 200);
}
