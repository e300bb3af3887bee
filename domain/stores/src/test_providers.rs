//! Stores that use the built-in test providers.

use serde::Deserialize;
use stoa_db::{Db, DbError};

/// A store that uses a test provider for payments, for AI, or for both.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestProviders {
    pub site_id: i64,
    pub payments: bool,
    pub ai: bool,
}

/// Returns the enabled stores of all sites that use a test provider.
pub async fn stores_with_test_providers(db: &Db) -> Result<Vec<TestProviders>, DbError> {
    db.rows(include_str!("stores_with_test_providers.sql"), &[]).await
}
