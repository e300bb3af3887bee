//! Slugs that move from row to row, and parents that change, over several batches.

use serde_json::{Value, json};

use super::*;

/// Each of 2,500 products takes the slug of the next one, except for two that swap theirs.
#[tokio::test]
async fn chains() {
    const LAST: i64 = 2500;
    let (mut db, _database) = database().await;
    let products: Vec<Value> =
        (1..=LAST).map(|id| json!({"id": id, "slug": format!("p{id}")})).collect();
    import(&mut db, site_with(json!({"store": {}, "products": products}))).await.unwrap();
    let mut bundle = exported(&mut db).await;
    for (index, product) in bundle["products"].as_array_mut().unwrap().iter_mut().enumerate() {
        product["slug"] = json!(match index as i64 + 1 {
            2 => "p2400".to_owned(),
            2400 => "p2".to_owned(),
            1 => "p3".to_owned(),
            2399 => "p2401".to_owned(),
            id => format!("p{}", id + 1),
        });
    }
    let dry = apply(&mut db, &bundle, ApplyOptions { dry_run: true, ..PLAIN }).await;
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert_eq!(said, dry);
    assert!(said.contains("site 1: 2500 changed, "), "{said}");
    let slugs = "select string_agg(slug, ' ' order by id) from products where id in (1, 2, 3, 2399, 2400, 2500)";
    let slugs: String = db.query_one(slugs, &[]).await.unwrap().get(0);
    assert_eq!(slugs, "p3 p2400 p4 p2401 p2 p2501");

    // The last slug is that of a product that the file does not change, so no product gets another one.
    let mut bundle = exported(&mut db).await;
    let count = bundle["products"].as_array().unwrap().len();
    let slugs: Vec<Value> =
        bundle["products"].as_array().unwrap().iter().map(|row| row["slug"].clone()).collect();
    let products = bundle["products"].as_array_mut().unwrap();
    products.pop();
    for (index, product) in products.iter_mut().enumerate() {
        product["slug"] = slugs[index + 1].clone();
    }
    let (refused, said) = apply_to(&mut db, &bundle, PLAIN).await;
    let refused = refused.unwrap_err().root_cause().to_string();
    assert_eq!(refused, format!("nothing was applied: {} rows cannot be stored", count - 1));
    assert!(
        said.contains("product 2499 (p2501): refused: the slug is that of product 2500\n"),
        "{said}"
    );
}

/// Rows of different batches exchange their places in a tree.
#[tokio::test]
async fn parents() {
    let (mut db, _database) = database().await;
    let rows = |parent: &dyn Fn(i64) -> Option<i64>, member: &str| -> Value {
        (1..=1200)
            .map(|id| json!({"id": id, "slug": format!("r{id}"), member: parent(id)}))
            .collect()
    };
    let before = |id: i64| (id == 1200).then_some(1);
    let sections = json!({
        "navigation": (1..=1200).map(|id| json!({"id": id, "parentId": before(id)})).collect::<Vec<_>>(),
        "productCategories": rows(&before, "parentId"),
        "posts": rows(&before, "parentPostId"),
    });
    import(&mut db, site_with(sections)).await.unwrap();
    let mut bundle = exported(&mut db).await;
    for (section, member) in
        [("navigation", "parentId"), ("productCategories", "parentId"), ("posts", "parentPostId")]
    {
        row(&mut bundle, section, 1)[member] = json!(1200);
        row(&mut bundle, section, 1200)[member] = json!(1250);
        let new = json!({"id": 1250, "slug": "new", member: null});
        let rows = bundle[section].as_array_mut().unwrap();
        rows.push(new);
        if section == "navigation" {
            rows[1200].as_object_mut().unwrap().remove("slug");
        }
    }
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert!(said.contains("site 1: 6 changed, 3 added, "), "{said}");

    // The site has changed the parent of a row that the file does not change.
    let mut bundle = exported(&mut db).await;
    row(&mut bundle, "productCategories", 2)["parentId"] = json!(3);
    row(&mut bundle, "productCategories", 4)["name"] = json!("New");
    db.batch_execute("update product_categories set parent_id = 2 where site_id = 1 and id = 3")
        .await
        .unwrap();
    let (refused, said) = apply_to(&mut db, &bundle, PLAIN).await;
    assert_eq!(
        refused.unwrap_err().root_cause().to_string(),
        "nothing was applied: 1 row cannot be stored"
    );
    assert_eq!(said, "product category 2 (r2): refused: its parent leads back to it\n");
}
