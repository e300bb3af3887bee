//! Stores that use the built-in test providers.

use serde::Deserialize;
use stoa_db::{Db, DbError};

/// A store that takes test payments, or whose AI is the built-in one.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestProviders {
    pub site_id: i64,
    pub payments: bool,
    pub ai: bool,
}

/// The enabled stores with a test provider, of all sites.
pub async fn stores_with_test_providers(db: &Db) -> Result<Vec<TestProviders>, DbError> {
    db.rows(include_str!("stores_with_test_providers.sql"), &[]).await
}
