//! A bundle of a site that already exists.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{
    DEMO, count, database, export, import, remove_versions, replace_with_live_state, site_with,
};

/// Number of tables that the demo's bundle fills: all tables that a bundle may fill.
const OF_BUNDLES: usize = 27;

#[tokio::test]
async fn existing_site__is_refused() {
    let (mut db, _database) = database().await;
    import(&mut db, DEMO).await.unwrap();
    let before = export(&mut db, 1).await;
    let error = import(&mut db, site_with(json!({}))).await.err().unwrap();
    assert!(error.root_cause().to_string().contains("site 1 exists: --replace"), "{error:?}");
    assert_eq!(export(&mut db, 1).await, before);
}

#[tokio::test]
async fn existing_site__is_replaced_and_keeps_its_row() {
    let (mut db, _database) = database().await;
    import(&mut db, DEMO).await.unwrap();
    import(
        &mut db,
        r#"{"formatVersion": 1, "site": {"id": 2, "name": "Other"}, "tags": [{"id": 1}]}"#,
    )
    .await
    .unwrap();
    db.batch_execute(
        "create table pets (site_id bigint not null references sites (id) on delete cascade);
         insert into pets (site_id) values (1)",
    )
    .await
    .unwrap();
    let tables = db
        .query(
            "select tablename::text from pg_tables where schemaname = 'public'
             and tablename <> 'refinery_schema_history'",
            &[],
        )
        .await
        .unwrap();
    let mut filled = HashMap::new();
    for table in tables.iter().map(|row| row.get::<_, String>(0)) {
        filled.insert(table.clone(), count(&db, &table).await);
    }
    filled.retain(|_, rows| *rows > 0);
    assert_eq!(filled.len(), OF_BUNDLES + 1, "they and pets: {filled:?}");

    let new = r#"{"formatVersion": 1, "site": {"id": 1, "name": "New"}, "store": {}}"#;
    replace_with_live_state(&mut db, new).await;
    for table in filled.keys() {
        let left = match table.as_str() {
            "sites" => 2,
            "pets" | "stores" | "tags" => 1,
            _ => 0,
        };
        assert_eq!(count(&db, table).await, left, "{table}");
    }
    let mut exported: Value = serde_json::from_str(&export(&mut db, 1).await).unwrap();
    remove_versions(&mut exported);
    assert_eq!(exported["site"]["name"], "New");
    assert_eq!(exported["branding"], json!({}));
}
