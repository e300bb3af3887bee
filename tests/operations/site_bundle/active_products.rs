//! The number of active products. The server uses the number that the import stored, or counts the products if the
//! number is missing.

use serde_json::{Value, json};

use super::{file, site_with};
use crate::harness::{Server, replace_site, served};

const STORE: &str = "/api/storefront/1";

#[tokio::test]
async fn totals__after_imports_by_any_release() {
    let server = served().await;
    let noted = "select
            (select active_products from stores where site_id = 1),
            array(select active_products from product_categories where site_id = 1 order by id)";
    let client = server.client().await;
    let demo = client.query_one(noted, &[]).await.unwrap();
    let of_demo: (Option<i64>, Vec<Option<i64>>) = (demo.get(0), demo.get(1));
    assert_eq!(of_demo.0, Some(8), "the demo's products, but for a draft and an inactive one");
    assert!(of_demo.1.iter().all(Option::is_some), "{of_demo:?}");
    let told = totals(&server).await;

    // An older release rewrites these rows without the number.
    server
        .sql(
            "update product_categories set active_products = default where site_id = 1;
             delete from stores where site_id = 1;
             insert into stores (site_id) values (1)",
        )
        .await;
    assert_eq!(totals(&server).await, told, "counted");
    server.sql("update products set status = 'draft' where site_id = 1 and id = 1").await;
    assert_eq!(totals(&server).await["all"], 7, "and not remembered");

    let products: Value = (1..=3)
        .map(|id| json!({"id": id, "slug": format!("p{id}"), "categoryId": id % 2 + 1, "status": if id == 3 { "draft" } else { "active" }}))
        .collect();
    let bundle = file(site_with(json!({
        "store": {},
        "productCategories": [{"id": 1, "slug": "one"}, {"id": 2, "slug": "two"}, {"id": 3, "slug": "three"}],
        "products": products,
    })));
    replace_site(&server, bundle.path()).await;
    let replaced = client.query_one(noted, &[]).await.unwrap();
    assert_eq!(replaced.get::<_, Option<i64>>(0), Some(2));
    assert_eq!(replaced.get::<_, Vec<Option<i64>>>(1), [Some(1), Some(1), Some(0)]);
    let expected = json!({"all": 2, "one": [1, 1], "two": [1, 1], "three": [0, 0]});
    assert_eq!(totals(&server).await, expected);
}

/// The totals of all products, and of each category in the product list and in the category list.
async fn totals(server: &Server) -> Value {
    let of_list = async |query: &str| {
        // A page after the last has no products but reports the same total.
        let [first, behind] = ["1", "9"]
            .map(|page| server.get(&format!("{STORE}/products?limit=100&page={page}{query}")));
        let (first, behind) = (first.await, behind.await);
        assert!(behind.ids().is_empty());
        let total = &first.json["pagination"]["total"];
        assert_eq!(&behind.json["pagination"]["total"], total, "{query}");
        assert_eq!(first.ids().len() as i64, total.as_i64().unwrap(), "{query}");
        total.clone()
    };
    let mut totals = json!({"all": of_list("").await});
    let categories = server.get(&format!("{STORE}/categories")).await;
    for category in categories.json["data"].as_array().unwrap() {
        let slug = category["slug"].as_str().unwrap();
        let listed = of_list(&format!("&category={slug}")).await;
        totals[slug] = json!([listed, category["productCount"]]);
        assert_eq!(totals[slug][0], totals[slug][1], "{slug}");
    }
    totals
}
