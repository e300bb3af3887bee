//! Files that are refused, as a whole or in one row.

use serde_json::{Value, json};
use stoa_site_bundle::Prefer;

use super::*;

#[tokio::test]
async fn refusals() {
    let (mut db, _database) = demo().await;
    let original = exported(&mut db).await;
    let before = export(&mut db, 1).await;
    let cause = async |db: &mut Client, bundle: &Value| {
        let (refused, said) = apply_to(db, bundle, PLAIN).await;
        format!("{said}{}", refused.unwrap_err().root_cause())
    };
    let mut other_site = original.clone();
    other_site["site"]["id"] = json!(77);
    let said = cause(&mut db, &other_site).await;
    assert_eq!(said, "site 77 does not exist: `stoa site import` loads it");
    let mut faulty = original.clone();
    row(&mut faulty, "products", 1)["price"] = json!(-1);
    row(&mut faulty, "products", 2)["slug"] = json!("harbor-tote");
    let said = cause(&mut db, &faulty).await;
    assert!(
        said.contains("/products/0/price: ")
            && said.contains("slug \"harbor-tote\" is given twice"),
        "{said}"
    );
    assert_eq!(export(&mut db, 1).await, before);
    // A row, or a part of one, has the id or the slug of another.
    let mut taken = original.clone();
    let image = row(&mut taken, "products", 1)["images"].as_array_mut().unwrap().remove(0);
    row(&mut taken, "products", 2)["images"].as_array_mut().unwrap().push(image);
    row(&mut taken, "products", 1)["styles"][0]["sides"][0]["id"] = json!(90);
    row(&mut taken, "products", 3)["slug"] = json!("brass-whistle");
    row(&mut taken, "products", 5)["slug"] = json!("postcard-set");
    row(&mut taken, "products", 7)["slug"] = json!("new");
    taken["products"].as_array_mut().unwrap().retain(|row| row["id"] != 9);
    taken["chatWidgets"].as_array_mut().unwrap().push(json!({"id": 77}));
    let template = json!({"id": 77, "productId": 4});
    taken["designTemplates"].as_array_mut().unwrap().push(template);
    import(&mut db, json!({"formatVersion": 1, "site": {"id": 2, "name": "Other"}, "chatWidgets": [{"id": 77}]}).to_string())
        .await
        .unwrap();
    let design = "insert into designs (site_id, id, uuid, product_id, session_sha256, name, created_at, updated_at)
        values (1, 77, gen_random_uuid(), 4, '\\x00', '', now(), now())";
    db.batch_execute(design).await.unwrap();
    for dry_run in [true, false] {
        let (refused, said) = apply_to(&mut db, &taken, ApplyOptions { dry_run, ..PLAIN }).await;
        let refusals: Vec<&str> = said.lines().filter(|line| line.contains(" refused: ")).collect();
        assert_eq!(
            refusals,
            [
                "product 1 (harbor-tote): refused: the slug of side 90 is that of side 1",
                "product 2 (salt-pouch): refused: image 1 belongs to another row",
                "design template 77: refused: it is the design of a customer",
                "chat widget 77: refused: it belongs to site 2",
                "product 3 (brass-whistle): refused: the slug is that of product 9",
            ]
        );
        let refused = refused
            .map(|applied| applied.to_string())
            .map_err(|error| error.root_cause().to_string());
        match dry_run {
            true => assert!(refused.unwrap().contains(", 5 refused")),
            false => {
                assert_eq!(refused.unwrap_err(), "nothing was applied: 5 rows cannot be stored")
            }
        }
    }
    assert_eq!(export(&mut db, 1).await, before);
}

/// A file never changes the store's currency, because the site's other prices would stay as they are.
#[tokio::test]
async fn currencies() {
    let (mut db, _database) = database().await;
    let bundle = |store: Value, price: i64| {
        let products = json!([{"id": 1, "slug": "a", "price": price}]);
        let sections = json!({"store": store, "products": products});
        serde_json::from_str::<Value>(&site_with(sections)).unwrap()
    };
    let file = ApplyOptions { prefer: Some(Prefer::File), ..PLAIN };
    let price = "select price from products where id = 1";
    import(&mut db, bundle(json!({"currency": "USD"}), 150).to_string()).await.unwrap();
    for dry_run in [true, false] {
        let options = ApplyOptions { dry_run, ..file };
        let (refused, said) =
            apply_to(&mut db, &bundle(json!({"currency": "ISK"}), 200), options).await;
        let cause = refused.unwrap_err().root_cause().to_string();
        let fault = "\n/store/currency: the store's currency is USD, and ISK in the file";
        assert!(cause.ends_with(fault), "{cause}");
        assert_eq!(said, "");
    }
    assert_eq!(number(&db, price).await, 150);
    // A store without a currency has the site's.
    db.batch_execute("update products set price = 100; update stores set currency = 'ISK'")
        .await
        .unwrap();
    let without = json!({"orderPrefix": "N-"});
    let (refused, said) = apply_to(&mut db, &bundle(without.clone(), 150), file).await;
    assert!(refused.is_err());
    assert_eq!(said, "product 1 (a): refused: the store's currency cannot charge its prices\n");
    let said = apply(&mut db, &bundle(without, 200), file).await;
    assert!(
        said.contains("product 1 (a): price 100 → 200\nsite 1: 2 changed, 0 added, "),
        "{said}"
    );
}

/// A new store must be able to charge the prices that the file lacks.
#[tokio::test]
async fn currency_of_a_new_store() {
    let (mut db, _database) = database().await;
    import(&mut db, site_with(json!({"products": [{"id": 3, "price": 150}]}))).await.unwrap();
    let products = json!([{"id": 1, "slug": "a", "price": 200}]);
    let sections = json!({"store": {"currency": "ISK"}, "products": products});
    let bundle: Value = serde_json::from_str(&site_with(sections)).unwrap();
    let (refused, said) = apply_to(&mut db, &bundle, PLAIN).await;
    assert!(refused.is_err());
    assert_eq!(said, "store: refused: its currency cannot charge all prices of the site\n");
    db.batch_execute("update products set price = 100").await.unwrap();
    let said = apply(&mut db, &bundle, PLAIN).await;
    assert!(said.starts_with("store: added\nproduct 1 (a): added\n"), "{said}");
}
