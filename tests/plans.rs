//! The plans of every list at 100,000 products and 100,000 posts, and of carts and checkouts: no statement reads a whole table.

use std::{fs, path::Path};

use stoa_db::{Db, Settings};

use crate::harness::database;

const FOLDERS: [&str; 6] = [
    "handlers/rest-v1/src/posts",
    "domain/catalog/src/products",
    "handlers/storefront/src/cart",
    "handlers/storefront/src/catalog",
    "handlers/storefront/src/checkout",
    "handlers/storefront/src/codes",
];

const TABLES: [&str; 7] =
    ["posts", "products", "carts", "cart_items", "orders", "discount_codes", "gift_certificates"];

#[tokio::test]
async fn no_list_reads_a_whole_table() {
    let database = database::empty().await;
    let client = stoa::database::connect(&database.config).await.unwrap();
    client.batch_execute(FILL).await.unwrap();
    client.batch_execute("vacuum (analyze)").await.unwrap();
    // One connection, as the server makes it.
    let db =
        Db::connect(database.config.clone(), Settings { connections: 1, ..Settings::default() });
    let mut checked = 0;
    for folder in FOLDERS {
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "sql") {
                continue;
            }
            for sql in stoa_db::variants(&fs::read_to_string(&path).unwrap()) {
                let plan = plan(&db, checked, &sql).await;
                for table in TABLES {
                    let scan = format!("Seq Scan on {table} ");
                    assert!(!plan.contains(&scan), "{}\n{sql}\n{plan}", path.display());
                }
                if sql.contains("unnest($6) word") {
                    assert!(
                        plan.contains("Bitmap Index Scan on products_by_words"),
                        "{sql}\n{plan}"
                    );
                }
                if sql.contains("lower(post.title") && !sql.contains("array(") {
                    assert!(
                        plan.contains("Bitmap Index Scan on posts_by_words_of_title"),
                        "{sql}\n{plan}"
                    );
                }
                checked += 1;
            }
        }
    }
    assert!(checked >= 45, "{checked}");
}

/// The plan that a connection keeps for all values.
async fn plan(db: &Db, number: usize, sql: &str) -> String {
    db.execute(&format!("prepare plan_{number} as {sql}"), &[]).await.unwrap();
    let params = "select array_length(parameter_types, 1)::bigint from pg_prepared_statements where name = $1";
    let params: i64 = db.one(params, &[&format!("plan_{number}")]).await.unwrap();
    let nulls = vec!["null"; params as usize].join(", ");
    let lines: Vec<String> =
        db.rows(&format!("explain execute plan_{number} ({nulls})"), &[]).await.unwrap();
    lines.join("\n")
}

/// One site with all the rows: where reading the whole table tempts the most.
const FILL: &str = "
set session_replication_role = replica; -- Foreign keys hold by construction.
insert into sites (id, name) overriding system value values (1000, 'Large');
insert into categories (site_id, id, slug) select 1000, n, 'c' || n from generate_series(1, 20) n;
insert into tags (site_id, id, slug) select 1000, n, 't' || n from generate_series(1, 20) n;
insert into product_categories (site_id, id, slug) select 1000, n, 'c' || n from generate_series(1, 20) n;

insert into carts (site_id, id, session_id, expires_at, created_at, updated_at)
select 1000, n, 's' || n, now(), now(), now() from generate_series(1, 20000) n;
insert into cart_items (site_id, id, cart_id, product_id, quantity, created_at, updated_at)
select 1000, n, n, 1, 1, now(), now() from generate_series(1, 20000) n;
insert into orders (site_id, id, number, cart_id, customer_email, customer_name, currency, subtotal, total,
    payment_provider, expires_at, created_at, updated_at)
select 1000, n, 'n' || n, n, '', '', 'USD', 0, 0, 'test', now(), now(), now() from generate_series(1, 20000) n;
insert into order_items (site_id, order_id, position, product_id, product_name, unit_price, quantity, total)
select 1000, n, 1, 1, '', 0, 1, 0 from generate_series(1, 20000) n;
insert into discount_codes (site_id, id, code, discount_type)
select 1000, n, 'c' || n, 'percent' from generate_series(1, 20000) n;
insert into gift_certificates (site_id, id, code) select 1000, n, 'c' || n from generate_series(1, 20000) n;

-- Words are indexed at once, not row by row.
drop index posts_by_words_of_title, products_by_words;
insert into posts (site_id, id, title, slug, post_type, excerpt, published, published_at)
select 1000, n, 'How we made number ' || n, 'p' || n, case n % 20 when 0 then 'page' else 'post' end,
    'What is to be said of number ' || n, n % 50 > 0, timestamptz '2026-01-01' + n * interval '1 minute'
from generate_series(1, 100000) n;
insert into post_categories (site_id, post_id, category_id) select 1000, n, 1 + n % 20 from generate_series(1, 100000) n;
insert into post_tags (site_id, post_id, tag_id) select 1000, n, 1 + n % 20 from generate_series(1, 100000) n;
insert into products (site_id, id, category_id, name, slug, short_description, price, featured, status, created_at)
select 1000, n, 1 + n % 20, 'Tote number ' || n, 'p' || n, 'Heavy canvas, number ' || n, n % 9000, n % 10 = 0,
    case n % 50 when 0 then 'draft' else 'active' end, timestamptz '2026-01-01' + n * interval '1 minute'
from generate_series(1, 100000) n;
create index posts_by_words_of_title on posts using gin (site_id, lower(title collate \"und-x-icu\") gin_trgm_ops)
    where published;
create index products_by_words on products using gin (
    site_id, lower((name || ' ' || coalesce(short_description, '')) collate \"und-x-icu\") gin_trgm_ops
) where status = 'active';
";
