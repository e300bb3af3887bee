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
        "product 4 (anchor-mug): conflict: the file lacks it, and it may have changed since the export\n\
         product 6 (tide-table-print): conflict: the file lacks it, and it may have changed since the export\n\
         product category 5 (archive): conflict: the file lacks it, and it may have changed since the export\n"
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

/// An edit during the prune is a conflict.
#[tokio::test]
async fn rows_that_change_during_the_prune() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    bundle["tags"] = json!([]);
    db.batch_execute(
        "delete from post_tags;
        delete from tags;
        insert into tags (site_id, id, name, slug, version)
        select 1, id, 'tag ' || id, 'tag-' || id, 1 from generate_series(1001, 1501) id;
        -- The transaction that removes the first 500 tags edits the last one.
        create function edit_the_last() returns trigger language plpgsql as $$ begin
            insert into audit_entries (site_id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, fields)
            values (1, now(), 'command_line', 0, '', 'updateTag', 'tag', '1501', '{name}');
            return null;
        end $$;
        create trigger edits after delete on tags for each row when (old.id = 1001) execute function edit_the_last()",
    )
    .await
    .unwrap();
    for post in bundle["posts"].as_array_mut().unwrap() {
        post["tagIds"] = json!([]);
    }
    let prune = ApplyOptions { prune: true, prefer: Some(Prefer::Site), ..PLAIN };
    let said = apply(&mut db, &bundle, prune).await;
    let conflict = "\ntag 1501 (tag-1501): conflict: the file lacks it, and it may have changed since the export\n";
    assert!(said.contains(conflict), "{said}");
    assert_eq!(number(&db, "select sum(id)::bigint from tags where site_id = 1").await, 1501);
}

/// The time of a change is that of the beginning of its transaction, which the export may have missed.
#[tokio::test]
async fn rows_that_change_during_the_export() {
    let (mut db, _database) = demo().await;
    let mut bundle: Value = serde_json::from_str(&export_with_time(&mut db, 1).await).unwrap();
    bundle["chatWidgets"] = json!([]);
    db.batch_execute(
        "insert into audit_entries (site_id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, fields)
        values (1, now() - interval '30 seconds', 'command_line', 0, '', 'updateChatWidget', 'chat_widget', '1', '{name}');
        update chat_widgets set version = 1",
    )
    .await
    .unwrap();
    let prune = ApplyOptions { prune: true, ..PLAIN };
    let (refused, said) = apply_to(&mut db, &bundle, prune).await;
    assert!(refused.is_err());
    assert!(said.starts_with("chat widget 1: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// An apply that changed the navigation before does not make its other items conflicts.
#[tokio::test]
async fn navigation_of_an_apply_that_continues() {
    let (mut db, _database) = demo().await;
    let mut bundle = exported(&mut db).await;
    let items = bundle["navigation"].as_array_mut().unwrap();
    items.retain(|item| item["id"] == 1);
    items[0]["label"] = json!("New");
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert!(said.starts_with("navigation item 1 (New): label "), "{said}");
    apply(&mut db, &bundle, ApplyOptions { prune: true, ..PLAIN }).await;
    assert_eq!(number(&db, "select count(*) from navigation_items where site_id = 1").await, 1);
}

/// Archived products leave a category only if nothing else retains it.
#[tokio::test]
async fn archived_products_of_categories_that_stay() {
    let (mut db, _database) = demo().await;
    db.batch_execute(
        "update products set category_id = 3, status = 'active' where site_id = 1 and id = 1;
        update products set category_id = 3, status = 'archived' where site_id = 1 and id = 4",
    )
    .await
    .unwrap();
    let mut bundle = exported(&mut db).await;
    let sections = ["formatVersion", "exportedAt", "site", "productCategories"];
    bundle.as_object_mut().unwrap().retain(|key, _| sections.contains(&key.as_str()));
    bundle["productCategories"] = json!([]);
    let said = apply(&mut db, &bundle, ApplyOptions { prune: true, ..PLAIN }).await;
    for category in ["2 (mugs)", "3 (enamel)"] {
        let stays = format!("product category {category}: stays, because the site uses it\n");
        assert!(said.contains(&stays), "{said}");
    }
    let archived = "select category_id from products where site_id = 1 and id = 4";
    assert_eq!(number(&db, archived).await, 3);
}
