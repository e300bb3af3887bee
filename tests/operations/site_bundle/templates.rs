//! Design templates: the site's own designs, in the same table as its customers' designs.

use serde_json::{Value, json};

use super::{count, database, export, fault_lines, import, remove_versions, replace, site_with};

/// Two products with one style each, and these templates.
fn with_templates(templates: Value) -> String {
    site_with(json!({
        "designTemplates": templates,
        "products": [
            {"id": 1, "slug": "tote", "styles": [{"id": 1, "sides": [{"id": 1, "slug": "front"}]}]},
            {"id": 2, "slug": "mug", "styles": [{"id": 2}]},
        ],
    }))
}

fn two() -> Value {
    json!([
        {
            "id": 7, "productId": 1, "styleId": 1, "name": "Anchor", "order": 2,
            "layers": [{"type": "path", "d": "M0 0", "x": 0.5, "y": 1.0, "deep": [{"é": 1e300}]}],
            "styleOverrides": {"color": "#ffffff"},
        },
        {"id": 9007199254740991_i64, "productId": 2},
    ])
}

/// Designs of a customer and of a visitor, with the numbers 5 and 6.
const DESIGNS: &str = "
insert into customers (site_id, id, email, password_hash, created_at, updated_at)
values (1, 1, 'mara@example.com', '', now(), now());
insert into designs (site_id, id, uuid, product_id, customer_id, session_sha256, name, created_at, updated_at)
values (1, 5, gen_random_uuid(), 1, 1, null, 'Two whales', now(), now()),
    (1, 6, gen_random_uuid(), 1, null, sha256('a designer session'), 'Two whales', now(), now());
";

#[tokio::test]
async fn templates__round_trip() {
    let (mut db, _database) = database().await;
    let imported = import(&mut db, with_templates(two())).await.unwrap();
    assert_eq!(imported.to_string(), "imported site 1 (Site): 2 design templates, 2 products");
    let first = export(&mut db, 1).await;
    let mut exported: Value = serde_json::from_str(&first).unwrap();
    remove_versions(&mut exported);
    let mut expected = two();
    let defaults = json!({
        "styleId": null, "name": "", "layers": [], "styleOverrides": {}, "order": 0,
    });
    expected[1].as_object_mut().unwrap().extend(defaults.as_object().unwrap().clone());
    assert_eq!(exported["designTemplates"], expected);
    let uuids = "select json_agg(uuid order by id)::text from designs";
    let before: String = db.query_one(uuids, &[]).await.unwrap().get(0);
    replace(&mut db, &first).await.unwrap();
    assert_eq!(export(&mut db, 1).await, first);
    assert_eq!(db.query_one(uuids, &[]).await.unwrap().get::<_, String>(0), before);
    let (mut other, _database) = database().await;
    import(&mut other, &first).await.unwrap();
    assert_eq!(export(&mut other, 1).await, first);
}

#[tokio::test]
async fn templates__are_replaced_but_not_customers_designs() {
    let (mut db, _database) = database().await;
    import(&mut db, with_templates(two())).await.unwrap();
    db.batch_execute(DESIGNS).await.unwrap();
    let first = export(&mut db, 1).await;
    assert!(!first.contains("Two whales"), "{first}");
    replace(&mut db, with_templates(json!([{"id": 8, "productId": 1}]))).await.unwrap();
    assert_eq!(count(&db, "designs where is_template").await, 1);
    assert_eq!(count(&db, "designs where id in (5, 6)").await, 2);

    let taken = with_templates(json!([{"id": 8, "productId": 1}, {"id": 6, "productId": 1}]));
    let lines = fault_lines(replace(&mut db, &taken).await.err().unwrap());
    assert_eq!(lines, ["/designTemplates/1/id: design 6 is a customer's"]);
    assert_eq!(count(&db, "designs").await, 3);
    replace(&mut db, site_with(json!({}))).await.unwrap();
    assert_eq!(count(&db, "designs").await, 2, "whose product is gone");
}
