//! Rows that have changed both in the file and in the site.

use serde_json::json;
use stoa_site_bundle::{ApplyOptions, Prefer};
use tokio_postgres::Client;

use super::*;

/// A row that both the file and the site have changed is named, and nothing is applied before one side is chosen.
#[tokio::test]
async fn conflicts() {
    let (mut db, _database) = demo().await;
    let original = exported(&mut db).await;
    let change = "update products set price = 1, version = version + 1 where site_id = 1 and id = ";
    // The file does not change product 2, so its change stays.
    db.batch_execute(&format!("{change}2; {change}4; {change}5; {change}6")).await.unwrap();
    // A change and its reversal are no conflict.
    db.batch_execute("update products set price = 1600 where site_id = 1 and id = 5")
        .await
        .unwrap();
    db.batch_execute("delete from products where site_id = 1 and id = 8").await.unwrap();
    let mut bundle = original.clone();
    for id in [1, 4, 5, 8] {
        row(&mut bundle, "products", id)["name"] = json!("New");
    }
    // Both sides say the same.
    row(&mut bundle, "products", 6)["price"] = json!(1);
    row(&mut bundle, "products", 7)["name"] = json!("New");
    row(&mut bundle, "products", 7).as_object_mut().unwrap().remove("version");

    let before = export(&mut db, 1).await;
    let (refused, said) = apply_to(&mut db, &bundle, PLAIN).await;
    let refused = refused.unwrap_err();
    let cause = refused.root_cause().to_string();
    assert_eq!(
        cause,
        "nothing was applied: 3 rows in conflict: --prefer file writes the file's rows, --prefer site leaves the site's"
    );
    assert_eq!(
        said,
        "product 4 (anchor-mug): conflict: changed since the export: name \"Anchor Mug\" → \"New\", price 1 → 1800\n\
         product 7 (postcard-set): conflict: the file has no version of it: name \"Postcard Set\" → \"New\"\n\
         product 8 (logbook): conflict: removed since the export\n"
    );
    assert_eq!(export(&mut db, 1).await, before);

    let theirs = ApplyOptions { prefer: Some(Prefer::Site), ..PLAIN };
    let said = apply(&mut db, &bundle, theirs).await;
    assert!(
        said.contains("\nsite 1: 2 changed, 0 added, 0 pruned, 62 unchanged, 3 conflicts; "),
        "{said}"
    );
    let state = "select id, price, name = 'New' from products where site_id = 1 and id in (1, 2, 4, 5, 6, 7, 8) order by id";
    let state = async |db: &Client| -> Vec<(i64, i64, bool)> {
        let rows = db.query(state, &[]).await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
    };
    let six = [
        (1, 3200, true),
        (2, 1, false),
        (4, 1, false),
        (5, 1600, true),
        (6, 1, false),
        (7, 900, false),
    ];
    assert_eq!(state(&db).await, six);

    let ours = ApplyOptions { prefer: Some(Prefer::File), ..PLAIN };
    let said = apply(&mut db, &bundle, ours).await;
    assert!(said.contains("\nsite 1: 2 changed, 1 added, 0 pruned, 64 unchanged; "), "{said}");
    let seven = [
        (1, 3200, true),
        (2, 1, false),
        (4, 1800, true),
        (5, 1600, true),
        (6, 1, false),
        (7, 900, true),
        (8, 1900, true),
    ];
    assert_eq!(state(&db).await, seven);
    assert_counted(&db).await;
}
