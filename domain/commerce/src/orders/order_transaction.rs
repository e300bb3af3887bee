//! The transaction in which an order is changed.

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use stoa_db::{DbError, ToSql, Transaction};
use stoa_outbox::{OrderNews, queue_news_of_order};

/// An order, the transaction that changes the order, and the time of the change.
///
/// Each statement that runs through this type gets the site as `$1` and the order as `$2`. The statement's own
/// parameters follow.
#[derive(Clone, Copy)]
pub struct OrderTransaction<'a> {
    pub(crate) transaction: &'a Transaction<'a>,
    pub site_id: i64,
    pub order_id: i64,
    pub now: DateTime<Utc>,
}

impl<'a> OrderTransaction<'a> {
    pub fn new(
        transaction: &'a Transaction<'a>,
        site_id: i64,
        order_id: i64,
        now: DateTime<Utc>,
    ) -> Self {
        Self { transaction, site_id, order_id, now }
    }

    pub(crate) async fn execute(
        &self,
        sql: &str,
        more: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, DbError> {
        self.transaction.execute(sql, &self.params(more)).await
    }

    /// Like [`OrderTransaction::execute`], without the number of changed rows.
    pub(crate) async fn run(&self, sql: &str, more: &[&(dyn ToSql + Sync)]) -> Result<(), DbError> {
        self.execute(sql, more).await.map(drop)
    }

    pub(crate) async fn rows<T: DeserializeOwned>(&self, sql: &str) -> Result<Vec<T>, DbError> {
        self.transaction.rows(sql, &self.params(&[])).await
    }

    pub(crate) async fn opt<T: DeserializeOwned>(&self, sql: &str) -> Result<Option<T>, DbError> {
        self.transaction.opt(sql, &self.params(&[])).await
    }

    pub(crate) async fn one<T: DeserializeOwned>(&self, sql: &str) -> Result<T, DbError> {
        self.transaction.one(sql, &self.params(&[])).await
    }

    /// Queues a mail with this news to the purchaser. At most one mail is queued for each order and kind of news. If
    /// the transaction rolls back, no mail is sent.
    pub(crate) async fn tell_purchaser(&self, news: OrderNews) -> Result<(), DbError> {
        queue_news_of_order(self.transaction, self.site_id, self.order_id, news, self.now).await
    }

    fn params<'b>(&'b self, more: &[&'b (dyn ToSql + Sync)]) -> Vec<&'b (dyn ToSql + Sync)> {
        let mut params: Vec<&(dyn ToSql + Sync)> = vec![&self.site_id, &self.order_id];
        params.extend(more);
        params
    }
}
