//! The networks from which a person has logged in. Strangers who guess a person's password are limited more strictly than
//! these networks, so they cannot lock the person out.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use stoa_credentials::TokenDigest;
use stoa_db::{DbError, Transaction};

/// How long a person's network is known after the last login from it.
pub const PERSON_NETWORK_RETENTION: TimeDelta = TimeDelta::days(400);

/// Minimum time between two updates of a network's last login.
const PERSON_LAST_LOGIN_INTERVAL: TimeDelta = TimeDelta::days(1);

/// Records a login from this network, and deletes the person's networks that are no longer known.
pub(crate) async fn record_login(
    transaction: &Transaction<'_>,
    person_id: i64,
    network: IpAddr,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("networks/delete_unused.sql");
    transaction.execute(sql, &[&person_id, &(now - PERSON_NETWORK_RETENTION)]).await?;
    let sql = include_str!("networks/record_login.sql");
    let (digest, stale) = (digest(network), now - PERSON_LAST_LOGIN_INTERVAL);
    transaction.execute(sql, &[&person_id, &digest.as_slice(), &now, &stale]).await?;
    Ok(())
}

pub(crate) fn digest(network: IpAddr) -> TokenDigest {
    stoa_credentials::digest(&network.to_string())
}
