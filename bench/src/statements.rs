//! The same SQL through the same pool, without HTTP and without making types of the rows.

use std::time::{Duration, Instant};

use serde::de::IgnoredAny;
use stoa_db::{Db, Sql, ToSql};
use tokio::task::JoinSet;

use crate::figures::Figures;

/// A read: what is asked over HTTP, and the statement behind it.
pub struct Read {
    pub name: &'static str,
    pub path: &'static str,
    sql: Sql,
    options: &'static [(&'static str, bool)],
    params: fn() -> Vec<Box<dyn ToSql + Sync + Send>>,
}

macro_rules! params {
    ($($value:expr),*) => { || vec![$(Box::new($value)),*] };
}

pub static READS: [Read; 4] = [
    Read {
        name: "listProducts",
        path: "/api/v1/sites/1/products",
        sql: Sql::new(include_str!("../../handlers/rest-v1/src/products/list_products.sql")),
        options: &[("newest", true)],
        params: params![1_i64, 24_i64, 0_i64, None::<String>, None::<String>, None::<Vec<String>>],
    },
    Read {
        name: "getProductBySlug",
        path: "/api/v1/sites/1/products/product-1000",
        sql: Sql::new(include_str!("../../handlers/rest-v1/src/products/get_product_by_slug.sql")),
        options: &[],
        params: params![1_i64, "product-1000"],
    },
    Read {
        name: "listPosts",
        path: "/api/v1/sites/1/posts",
        sql: Sql::new(include_str!("../../handlers/rest-v1/src/posts/list_posts.sql")),
        options: &[],
        params: params![
            1_i64,
            20_i64,
            0_i64,
            None::<String>,
            None::<String>,
            None::<String>,
            None::<String>
        ],
    },
    Read {
        name: "getSiteConfig",
        path: "/api/v1/sites/1/config",
        sql: Sql::new(include_str!("../../handlers/rest-v1/src/site/get_site_config.sql")),
        options: &[],
        params: params![1_i64],
    },
];

/// Runs the statement, so many at once, for so long.
pub async fn run(
    db: &Db,
    read: &'static Read,
    at_once: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    let mut tasks = JoinSet::new();
    let start = Instant::now();
    for _ in 0..at_once {
        let db = db.clone();
        tasks.spawn(async move {
            let (sql, params) = (read.sql.with(read.options), (read.params)());
            let params: Vec<&(dyn ToSql + Sync)> =
                params.iter().map(|param| &**param as _).collect();
            let mut latencies = Vec::with_capacity(16_384);
            while start.elapsed() < time {
                let asked = Instant::now();
                db.rows::<IgnoredAny>(sql, &params).await?;
                latencies.push(asked.elapsed());
            }
            anyhow::Ok(latencies)
        });
    }
    let mut latencies = Vec::new();
    while let Some(task) = tasks.join_next().await {
        latencies.extend(task??);
    }
    Ok(Figures::new(latencies, start.elapsed()))
}
