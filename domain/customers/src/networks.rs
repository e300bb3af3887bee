//! The networks from which a customer has logged in. Strangers who guess a customer's password are limited more strictly
//! than these networks, so they cannot lock the customer out.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_credentials::TokenDigest;
use stoa_db::{DbError, Transaction};

/// Time for which a client counts as one that has logged in with an address, after the last login.
pub const NETWORK_RETENTION: TimeDelta = TimeDelta::days(400);

/// Minimum time between two updates of a network's last login.
const CUSTOMER_LAST_LOGIN_INTERVAL: TimeDelta = TimeDelta::days(1);

/// Records a login from this network.
pub(crate) async fn record_login(
    transaction: &Transaction<'_>,
    site_id: i64,
    customer_id: i64,
    network: IpAddr,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("networks/record_login.sql");
    let (digest, stale) = (digest(network), now - CUSTOMER_LAST_LOGIN_INTERVAL);
    let digest = digest.as_slice();
    transaction.execute(sql, &[&site_id, &customer_id, &digest, &now, &stale]).await?;
    Ok(())
}

pub(crate) fn digest(network: IpAddr) -> TokenDigest {
    stoa_credentials::digest(&network.to_string())
}
