//! Several statements that hold together or not at all.

use deadpool_postgres::Client;
use serde::de::DeserializeOwned;
use tokio_postgres::types::ToSql;

use crate::{DbError, db};

/// A connection that is ready for a transaction.
///
/// ```ignore
/// let mut connection = db.connection().await?;
/// let transaction = connection.transaction().await?;
/// transaction.execute(LOCK_CART, &[&site_id, &cart_id]).await?;
/// transaction.commit().await?;
/// ```
#[derive(Debug)]
pub struct Connection(pub(crate) Client);

/// A transaction: dropped without [`Transaction::commit`], it changes nothing.
pub struct Transaction<'a>(deadpool_postgres::Transaction<'a>);

impl Connection {
    /// Begins a transaction.
    pub async fn transaction(&mut self) -> Result<Transaction<'_>, DbError> {
        let transaction = self.0.transaction().await;
        Ok(Transaction(transaction.map_err(|error| DbError::postgres(error, "begin"))?))
    }
}

impl Transaction<'_> {
    /// All rows.
    pub async fn rows<T: DeserializeOwned>(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<T>, DbError> {
        db::rows(&self.0, sql, params).await
    }

    /// The first row, if there is one.
    pub async fn opt<T: DeserializeOwned>(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<T>, DbError> {
        db::opt(&self.0, sql, params).await
    }

    /// The first row of a statement that always has one.
    pub async fn one<T: DeserializeOwned>(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<T, DbError> {
        db::opt(&self.0, sql, params).await?.ok_or_else(|| DbError::no_row(sql))
    }

    /// How many rows a statement changed.
    pub async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64, DbError> {
        db::execute(&self.0, sql, params).await
    }

    /// Makes the changes last.
    pub async fn commit(self) -> Result<(), DbError> {
        self.0.commit().await.map_err(|error| DbError::postgres(error, "commit"))
    }
}
