//! `stoa migrate --citus`, and the migrations after it.

use serde_json::json;
use stoa_schema::migrations::{Migration, apply};
use tokio_postgres::Client;

use super::{SHOPS, UNDISTRIBUTED, bundle, count, import_shops, is_citus, node_of, widget_id};
use crate::harness::database::{self, Database};
use crate::operations::operators::ask;
use crate::operations::start_up::{Process, run};

async fn connected(database: &Database) -> Client {
    stoa::database::connect(&database.config).await.unwrap()
}

/// The exit code of `stoa migrate --citus`, and its log.
fn migrate(url: &str) -> (Option<i32>, String) {
    let output = run(&["migrate", "--citus", "--database-url", url]);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[tokio::test]
async fn migrate_citus__an_empty_database() {
    if !is_citus() {
        return;
    }
    let database = database::joined().await;
    let (code, said) = migrate(&database.url());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("migrated to V001 sites") && said.contains("distributed "), "{said}");
    assert_eq!(migrate(&database.url()), (Some(0), String::new()), "again");

    let mut client = connected(&database).await;
    assert_eq!(count(&client, UNDISTRIBUTED).await, 0);
    import_shops(&mut client).await;
    assert_ne!(node_of(&client, SHOPS[0]).await, node_of(&client, SHOPS[1]).await);
}

/// Rows are distributed too. A server gives the same answers after that, and goes on numbering.
#[tokio::test]
async fn migrate_citus__a_database_with_rows() {
    if !is_citus() {
        return;
    }
    let database = database::joined().await;
    let url = database.url();
    let options = ["--database-url", &url, "--limit", "all=off"];
    let server = Process::start(&options);
    let mut client = connected(&database).await;
    import_shops(&mut client).await;
    for site_id in SHOPS {
        add(&server, site_id, 4).await;
    }
    let before = answers(&server).await;
    let products = count(&client, "select count(*) from products").await;
    server.stop();

    assert_eq!(migrate(&url).0, Some(0));
    assert_eq!(count(&client, UNDISTRIBUTED).await, 0);
    assert_eq!(count(&client, "select count(*) from products").await, products);
    assert_eq!(count(&client, "select pg_relation_size('products')").await, 0);
    let server = Process::start(&options);
    assert_eq!(answers(&server).await, before);
    for site_id in SHOPS {
        add(&server, site_id, 7).await;
        let cart = format!("GET /api/storefront/{site_id}/cart?sessionId=a%20session");
        let cart = ask(&server.address, &cart, None).await.1;
        assert_eq!(cart["data"]["items"].as_array().unwrap().len(), 2, "{cart}");
    }
    server.stop();
}

async fn add(server: &Process, site_id: i64, product_id: i64) {
    let line = json!({"sessionId": "a session", "productId": product_id, "quantity": 1});
    let path = format!("POST /api/storefront/{site_id}/cart");
    let (status, answer) = ask(&server.address, &path, Some(&line)).await;
    assert_eq!(status, 200, "{answer}");
}

/// Responses about both shops.
async fn answers(server: &Process) -> Vec<String> {
    let mut answers = Vec::new();
    for site_id in SHOPS {
        for path in [
            "products?limit=100",
            "products?search=mug",
            "products/enamel-mug",
            "categories",
            "cart?sessionId=a%20session",
        ] {
            let path = format!("GET /api/storefront/{site_id}/{path}");
            let (status, answer) = ask(&server.address, &path, None).await;
            answers.push(format!("{status} {answer}"));
        }
        let visitor = json!({"widgetId": widget_id(site_id), "visitorId": "mara"});
        let (_, chat) = ask(&server.address, "POST /api/public/chat/start", Some(&visitor)).await;
        answers.push(chat["data"]["conversationId"].to_string());
    }
    answers
}

#[tokio::test]
async fn migrate_citus__refusals() {
    if !is_citus() {
        return;
    }
    let refused = async |database: &Database, url: &str, complaint: &str| {
        let (code, said) = migrate(url);
        assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.contains(complaint), "{said}");
        let tables = "select count(*) from pg_tables where schemaname = 'public'";
        assert_eq!(count(&connected(database).await, tables).await, 0, "nothing was migrated");
    };
    let plain = database::bare().await;
    refused(&plain, &plain.url(), "this database has no Citus: set shared_preload_libraries").await;
    connected(&plain).await.batch_execute("create extension citus").await.unwrap();
    refused(&plain, &plain.url(), "Citus has no worker that stores data: on the coordinator").await;

    let database = database::joined().await;
    let worker = "select nodename from pg_dist_node where groupid > 0 limit 1";
    let worker: String = connected(&database).await.query_one(worker, &[]).await.unwrap().get(0);
    let name = database.config.get_dbname().unwrap();
    let url = format!("host={worker} user=postgres dbname={name}");
    refused(&database, &url, "the database's URL must lead to the coordinator").await;
}

/// Each migration is applied where the tables of the one before it are distributed already.
#[tokio::test]
async fn later_migrations_stay_distributed() {
    if !is_citus() {
        return;
    }
    let database = database::empty().await;
    let mut client = connected(&database).await;
    import_shops(&mut client).await;
    let later = [
        "create table brands (
            site_id bigint not null references sites on delete cascade,
            id bigint generated by default as identity,
            name text not null,
            primary key (site_id, id)
        );
        alter table products add column brand_id bigint;
        insert into brands (site_id, id, name) select id, 10 * id, name from sites;
        update products set brand_id = 10 * site_id",
        "alter table products add constraint products_brand foreign key (site_id, brand_id) references brands;
        create index products_of_brand on products (site_id, brand_id)",
    ];
    let later = [("V901__brands", later[0]), ("V902__brands_of_products", later[1])];
    let later = later.map(|(name, sql)| Migration::unapplied(name, sql).unwrap());
    for _ in 0..2 {
        apply(&mut client, &later).await.unwrap();
    }
    assert_eq!(count(&client, UNDISTRIBUTED).await, 0);
    let placed = "select nodename from citus_shards
        where shardid = get_shard_id_for_distribution_column('brands', $1::bigint)";
    for site_id in SHOPS {
        let node: String = client.query_one(placed, &[&site_id]).await.unwrap().get(0);
        assert_eq!(node, node_of(&client, site_id).await);
        let named = format!(
            "select count(*) from products product join brands brand
            on brand.site_id = product.site_id and brand.id = product.brand_id
            where product.site_id = {site_id}"
        );
        assert_eq!(
            count(&client, &named).await,
            bundle(site_id)["products"].as_array().unwrap().len() as i64
        );
    }
    let dangling = "update products set brand_id = 7 where site_id = 1 and id = 1";
    assert!(client.execute(dangling, &[]).await.is_err(), "the foreign key holds");
}
