//! Rows that the site has and the file lacks.

use serde_json::json;

use super::*;

/// Without `--prune`, everything that the file lacks stays.
#[tokio::test]
async fn rows_that_the_file_lacks() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    bundle["products"].as_array_mut().unwrap().retain(|row| row["id"] != 6 && row["id"] != 4);
    row(&mut bundle, "products", 1)["images"].as_array_mut().unwrap().remove(0);
    row(&mut bundle, "products", 1)["variants"].as_array_mut().unwrap().remove(0);
    row(&mut bundle, "products", 1)["bulkPricing"] = json!([]);
    bundle["productCategories"]
        .as_array_mut()
        .unwrap()
        .retain(|row| row["id"] == 1 || row["id"] == 4);
    for product in bundle["products"].as_array_mut().unwrap() {
        if ![json!(1), json!(4)].contains(&product["categoryId"]) {
            product["categoryId"] = json!(1);
        }
    }
    for id in [5, 9, 10] {
        assert_eq!(row(&mut bundle, "products", id)["categoryId"], 1);
    }
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert!(
        said.contains("\nsite 1: 3 changed, 0 added, 0 pruned, 59 unchanged; not in the file, but left (see --prune): 5; "),
        "{said}"
    );
    assert_eq!(number(&db, "select count(*) from product_images where product_id = 1").await, 3);
    assert_eq!(number(&db, "select count(*) from product_variants where product_id = 1").await, 4);

    // An edit after the export is a conflict, by staff or of a variant. Archived products leave a removed category.
    let add = "insert into product_variants (site_id, product_id) values (1, 4) returning id";
    let variant = number(&db, add).await;
    let mut bundle = exported(&mut db).await;
    bundle["products"].as_array_mut().unwrap().retain(|row| row["id"] != 6 && row["id"] != 4);
    bundle["productCategories"]
        .as_array_mut()
        .unwrap()
        .retain(|row| row["id"] == 1 || row["id"] == 4);
    row(&mut bundle, "products", 1)["images"].as_array_mut().unwrap().remove(0);
    let prune = ApplyOptions { prune: true, ..PLAIN };
    for (kind, id) in [("product", 6), ("variant", variant), ("product_category", 5)] {
        let edit = "insert into audit_entries (site_id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, fields)
            values (1, now() + interval '1 second', 'command_line', 0, '', '', $1, $2, '{}')";
        db.execute(edit, &[&kind, &id.to_string()]).await.unwrap();
    }
    let (refused, said) = apply_to(&mut db, &bundle, prune).await;
    assert!(refused.is_err());
    assert_eq!(
        said,
        "product 4 (anchor-mug): conflict: the file lacks it, and it has changed since the export\n\
         product 6 (tide-table-print): conflict: the file lacks it, and it has changed since the export\n\
         product category 5 (archive): conflict: the file lacks it, and it has changed since the export\n"
    );
    db.batch_execute("delete from audit_entries where operation = ''").await.unwrap();
    let dry = apply(&mut db, &bundle, ApplyOptions { dry_run: true, ..prune }).await;
    assert!(
        dry.contains("product category 2 (mugs): removed, if nothing belongs to it then\n"),
        "{dry}"
    );
    let said = apply(&mut db, &bundle, prune).await;
    assert!(
        said.starts_with(
            "product 1 (harbor-tote): image 1 is not in the file\n\
             product 4 (anchor-mug): archived\n\
             product 6 (tide-table-print): archived\n\
             product category 3 (enamel): removed\n\
             product category 5 (archive): removed\n\
             product category 2 (mugs): removed\n\
             site 1: 1 changed, 0 added, 5 pruned, "
        ),
        "{said}"
    );
    assert_eq!(number(&db, "select count(*) from product_images where product_id = 1").await, 2);
    assert_eq!(number(&db, "select count(*) from products where status = 'archived'").await, 2);
    assert_counted(&db).await;
    let bundle = exported(&mut db).await;
    let again = apply(&mut db, &bundle, prune).await;
    assert!(again.starts_with("site 1: 0 changed, 0 added, 0 pruned, "), "{again}");
}

/// A row that something depends on stays, and the apply succeeds.
#[tokio::test]
async fn rows_that_are_used() {
    let server = served().await;
    let mut db = server.client().await;
    let order = Purchase::new(&server, "a session").await;
    order.pay(&server).await;
    db.batch_execute("update orders set discount_code = 'welcome10' where site_id = 1")
        .await
        .unwrap();
    let mut bundle = exported(&mut db).await;
    for (section, lacking) in
        [("discountCodes", json!("WELCOME10")), ("giftCertificates", json!("GIFT-7QHX-9KDM-2VWT"))]
    {
        bundle[section].as_array_mut().unwrap().retain(|row| row["code"] != lacking);
    }
    for section in ["navigation", "tags", "posts", "media", "chatWidgets"] {
        bundle[section] = json!([]);
    }
    let prune = ApplyOptions { prune: true, ..PLAIN };
    let said = apply(&mut db, &bundle, prune).await;
    assert!(said.contains("discount code WELCOME10: stays, because the site uses it\n"), "{said}");
    assert!(said.contains("gift certificate GIFT-7QHX-9KDM-2VWT: disabled\n"), "{said}");
    assert!(said.contains("media 1 ("), "{said}");
    assert!(said.contains("navigation item 1 (Shop): removed\n"), "{said}");
    for (table, left) in [
        ("navigation_items", 0),
        ("posts", 0),
        ("tags", 0),
        ("chat_widgets", 0),
        ("chat_widget_directory", 0),
    ] {
        let sql = format!("select count(*) from {table} where site_id = 1");
        assert_eq!(number(&db, &sql).await, left, "{table}");
    }
    let again = apply(&mut db, &bundle, prune).await;
    assert!(again.contains("\nsite 1: 0 changed, 0 added, 0 pruned, "), "{again}");
}
