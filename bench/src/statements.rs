//! The same SQL through the same pool, without HTTP: the calls that the handlers make, rows read into types.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use stoa_db::{Db, DbError, Part, Sql};
use stoa_rest_v1_types::{PostSummary, ProductDetail, ProductSummary, SiteConfig};
use stoa_stores::catalog::ProductQuery;
use tokio::task::JoinSet;

use crate::figures::Figures;

/// A read: what is asked over HTTP, and the statement behind it.
pub struct Read {
    pub name: &'static str,
    pub path: &'static str,
    sql: fn(&Db) -> Running<'_>,
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<(), DbError>> + Send + 'a>>;

pub static READS: [Read; 4] = [
    Read {
        name: "listProducts",
        path: "/api/v1/sites/1/products",
        sql: |db| Box::pin(list_products(db)),
    },
    Read {
        name: "getProductBySlug",
        path: "/api/v1/sites/1/products/product-1000",
        sql: |db| Box::pin(get_product_by_slug(db)),
    },
    Read { name: "listPosts", path: "/api/v1/sites/1/posts", sql: |db| Box::pin(list_posts(db)) },
    Read {
        name: "getSiteConfig",
        path: "/api/v1/sites/1/config",
        sql: |db| Box::pin(get_site_config(db)),
    },
];

const SITE_ID: i64 = 1;
const NO_TEXT: Option<&str> = None;

async fn list_products(db: &Db) -> Result<(), DbError> {
    let query = ProductQuery { category: None, search: None, sort: "newest", page: 1, limit: 24 };
    stoa_stores::catalog::list_products::<ProductSummary>(db, SITE_ID, query).await.map(drop)
}

async fn get_product_by_slug(db: &Db) -> Result<(), DbError> {
    stoa_stores::catalog::get_product_by_slug::<ProductDetail>(db, SITE_ID, "product-1000")
        .await
        .map(drop)
}

async fn list_posts(db: &Db) -> Result<(), DbError> {
    static SQL: Sql = Sql::new(include_str!("../../handlers/rest-v1/src/posts/list_posts.sql"));
    let filters = [&NO_TEXT as &(dyn stoa_db::ToSql + Sync); 4];
    let page: [&(dyn stoa_db::ToSql + Sync); 3] = [&SITE_ID, &20_i64, &0_i64];
    db.page::<PostSummary>(SQL.with(&[]), &[&page[..], &filters].concat()).await.map(drop)
}

async fn get_site_config(db: &Db) -> Result<(), DbError> {
    const NAVIGATION: Part =
        ("navigation.sql", include_str!("../../handlers/rest-v1/src/site/navigation.sql"));
    static SQL: Sql = Sql::of_parts(
        include_str!("../../handlers/rest-v1/src/site/get_site_config.sql"),
        &[NAVIGATION],
    );
    db.opt::<SiteConfig>(SQL.with(&[]), &[&SITE_ID]).await.map(drop)
}

/// Runs the statement, so many at once, for so long.
pub async fn run(
    db: &Db,
    read: &'static Read,
    at_once: usize,
    time: Duration,
) -> anyhow::Result<Figures> {
    let db = db.clone();
    let call = move || {
        let db = db.clone();
        async move { Ok((read.sql)(&db).await?) }
    };
    repeat(call, at_once, time).await
}

/// Makes a call again and again, so many at once, for so long.
pub async fn repeat<F>(
    call: impl Fn() -> F + Clone + Send + 'static,
    at_once: usize,
    time: Duration,
) -> anyhow::Result<Figures>
where
    F: Future<Output = anyhow::Result<()>> + Send,
{
    let mut tasks = JoinSet::new();
    let start = Instant::now();
    for _ in 0..at_once {
        let call = call.clone();
        tasks.spawn(async move {
            let mut latencies = Vec::with_capacity(16_384);
            while start.elapsed() < time {
                let asked = Instant::now();
                call().await?;
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
