//! Products, with all their parts, and product categories.

use serde_json::{Value, json};

use super::*;

/// Removes the times of changes and the time of the export.
fn without_times(mut bundle: Value) -> Value {
    bundle.as_object_mut().unwrap().remove("exportedAt");
    for product in bundle["products"].as_array_mut().unwrap() {
        product["updatedAt"] = Value::Null;
        for variant in product["variants"].as_array_mut().unwrap() {
            variant["updatedAt"] = Value::Null;
        }
    }
    bundle
}

/// A style that a design has stays, and the same file then changes nothing.
#[tokio::test]
async fn a_style_of_designs() {
    let (mut db, _database) = demo().await;
    let design = "
        insert into designs (site_id, id, uuid, product_id, style_id, session_sha256, name, layers, created_at, updated_at)
        values (1, 7, gen_random_uuid(), 1, 1, sha256('1'), 'Whales', '[]', now(), now())";
    db.batch_execute(design).await.unwrap();
    let mut bundle = exported(&mut db).await;
    row(&mut bundle, "products", 1)["styles"] = json!([]);
    row(&mut bundle, "products", 1)["price"] = json!(100);
    let prune = ApplyOptions { prune: true, ..PLAIN };
    let said = apply(&mut db, &bundle, prune).await;
    assert!(
        said.starts_with("product 1 (harbor-tote): price 3200 → 100, style 2 is not in the file\n"),
        "{said}"
    );
    let again = apply(&mut db, &bundle, prune).await;
    assert!(again.starts_with("site 1: 0 changed, 0 added, 0 pruned, "), "{again}");
}

/// A product whose parts change in every way, new rows, and slugs that are swapped: the site is then what an import of
/// the file would make of it.
#[tokio::test]
async fn everything_that_a_product_says() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    let tote = row(&mut bundle, "products", 1);
    tote["description"] = json!("New\u{1b}[31m");
    tote["metadata"] = json!({"a": [1, {"b": null}]});
    tote["tags"] = json!(["x"]);
    tote["categoryId"] = json!(50);
    tote["images"][0]["alt"] = json!("Alt");
    tote["images"].as_array_mut().unwrap().remove(1);
    tote["images"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 90, "url": "https://x.example/a.jpg"}));
    tote["options"][0]["values"].as_array_mut().unwrap().push(json!({"id": 90, "value": "Ochre"}));
    tote["options"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 90, "name": "Strap", "values": [{"id": 91, "value": "Long"}]}));
    tote["variants"].as_array_mut().unwrap().push(json!({
        "id": 90, "name": "Long", "price": 100, "quantity": 7, "sku": "L",
        "optionValues": [{"optionId": 90, "valueId": 91}],
    }));
    tote["variants"][1]["optionValues"][1] = json!({"optionId": 90, "valueId": 91});
    tote["variants"].as_array_mut().unwrap().remove(2);
    tote["bulkPricing"].as_array_mut().unwrap().retain(|rule| rule["variantId"].is_null());
    tote["bulkPricing"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": 90, "priceType": "fixed", "amount": 5}));
    let sides = tote["styles"][0]["sides"].as_array_mut().unwrap();
    sides.push(json!({"id": 90, "slug": "inside", "name": "Inside", "printAreaX": 0.25}));
    if let [first, second, ..] = &mut sides[..] {
        std::mem::swap(&mut first["slug"], &mut second["slug"]);
    }
    let styles = tote["styles"].as_array_mut().unwrap();
    styles.push(json!({"id": 90, "name": "New", "sides": [{"id": 91, "slug": "front"}]}));
    let slugs = [4, 5].map(|id| row(&mut bundle, "products", id)["slug"].clone());
    row(&mut bundle, "products", 4)["slug"] = slugs[1].clone();
    row(&mut bundle, "products", 5)["slug"] = slugs[0].clone();
    row(&mut bundle, "products", 8)["status"] = json!("active");
    row(&mut bundle, "products", 9)["status"] = json!("draft");
    row(&mut bundle, "productCategories", 3)["parentId"] = json!(51);
    row(&mut bundle, "productCategories", 2)["name"] = json!("Cups");
    for (id, parent) in [(50, json!(51)), (51, Value::Null)] {
        let new = json!({"id": id, "slug": format!("new-{id}"), "name": "New", "parentId": parent});
        bundle["productCategories"].as_array_mut().unwrap().push(new);
    }
    bundle["products"].as_array_mut().unwrap().push(json!({
        "id": 90, "slug": "cafe\u{301}", "name": "New", "price": 5, "quantity": 3, "trackInventory": true, "categoryId": 50,
        "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z",
        "variants": [{"id": 91, "createdAt": "2026-01-01T00:00:00.000Z", "quantity": 4}],
    }));

    let dry = apply(&mut db, &bundle, ApplyOptions { dry_run: true, prune: true, ..PLAIN }).await;
    insta::assert_snapshot!("dry_run", dry);
    let said = apply(&mut db, &bundle, ApplyOptions { prune: true, ..PLAIN }).await;
    assert_eq!(said, dry, "a dry run says what will be done");
    assert_counted(&db).await;

    let (mut other, _other) = database().await;
    import(&mut other, bundle.to_string()).await.unwrap();
    let (mut applied, mut imported) =
        (without_times(exported(&mut db).await), without_times(exported(&mut other).await));
    for bundle in [&mut applied, &mut imported] {
        for variant in row(bundle, "products", 1)["variants"].as_array_mut().unwrap() {
            variant["createdAt"] = Value::Null;
        }
    }
    for (key, section) in imported.as_object().unwrap() {
        assert_eq!(&applied[key], section, "{key}");
    }
    let again = apply(&mut db, &bundle, ApplyOptions { prune: true, ..PLAIN }).await;
    assert!(again.starts_with("site 1: 0 changed, 0 added, 0 pruned, 70 unchanged; "), "{again}");
    let next = "insert into product_variants (site_id, product_id) values (1, 1) returning id";
    assert_eq!(number(&db, next).await, 92);
}
