//! Facts about the Postgres at the other end of a connection.

use tokio_postgres::{Error, GenericClient, SimpleQueryMessage, SimpleQueryRow};

/// Returns Postgres' version, and the version of TLS if the connection uses TLS.
pub async fn version(client: &impl GenericClient) -> Result<(String, Option<String>), Error> {
    let sql = "select current_setting('server_version'), ssl.version
        from (select) as one left join pg_stat_ssl ssl on ssl.pid = pg_backend_pid() and ssl.ssl";
    let row = client.query_one(sql, &[]).await?;
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// Whether the server refuses writes. A standby refuses them, because all its transactions are read-only.
pub async fn is_read_only(client: &impl GenericClient) -> Result<bool, Error> {
    let rows = simple(client, "show transaction_read_only").await?;
    Ok(rows.iter().any(|row| row.get(0) == Some("on")))
}

/// Whether the server is a standby, which replays the write-ahead log of a primary.
pub async fn is_standby(client: &impl GenericClient) -> Result<bool, Error> {
    let rows = simple(client, "select pg_is_in_recovery()").await?;
    Ok(rows.iter().any(|row| row.get(0) == Some("t")))
}

/// Returns the database's name and its cluster's identifier. Together they identify the database.
pub async fn identity(client: &impl GenericClient) -> Result<Vec<Option<String>>, Error> {
    let sql = "select current_database(), system_identifier from pg_control_system()";
    let rows = simple(client, sql).await?;
    let cells =
        |row: &SimpleQueryRow| (0..row.len()).map(|at| row.get(at).map(str::to_owned)).collect();
    Ok(rows.first().map(cells).unwrap_or_default())
}

/// Runs a statement without preparing it, because a pooler might lose a prepared statement.
pub(crate) async fn simple(
    client: &impl GenericClient,
    sql: &str,
) -> Result<Vec<SimpleQueryRow>, Error> {
    let messages = client.simple_query(sql).await?;
    let rows = messages.into_iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    Ok(rows.collect())
}
