//! Whether the database answers and has the schema: by a connection of its own, so that a pool whose connections are all
//! at work is not taken for a database that is away.

use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use stoa_db::Server;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};
use tokio_postgres::Client;

use super::Check;
use crate::database::connect;
use crate::migrations;

/// For the answer, a new connection included.
const ANSWERS_WITHIN: Duration = Duration::from_secs(2);

/// However many ask.
const IS_REMEMBERED: Duration = Duration::from_secs(1);

pub(super) struct DatabaseCheck {
    pooled: Server,
    last: Mutex<Last>,
}

#[derive(Default)]
struct Last {
    client: Option<Client>,
    answer: Option<(Instant, Check, Check)>,
}

impl DatabaseCheck {
    pub(super) fn new(pooled: &Server) -> Self {
        Self { pooled: pooled.clone().named("stoa health"), last: Mutex::default() }
    }

    /// Database and migrations. Who asks meanwhile waits for the same answer.
    pub(super) async fn check(&self) -> (Check, Check) {
        let mut last = self.last.lock().await;
        if let Some((at, database, migrations)) = &last.answer
            && at.elapsed() < IS_REMEMBERED
        {
            return (database.clone(), migrations.clone());
        }
        let asked = timeout(ANSWERS_WITHIN, self.ask(last.client.take())).await;
        let asked = asked.unwrap_or_else(|_| {
            Err(anyhow!("no answer within {} seconds", ANSWERS_WITHIN.as_secs()))
        });
        let (database, migrations) = match asked {
            Ok((client, migrations)) => {
                last.client = Some(client);
                (Check::Ok, migrations)
            }
            Err(error) => {
                (Check::failed(format!("{error:#}")), Check::failed("the database does not say"))
            }
        };
        last.answer = Some((Instant::now(), database.clone(), migrations.clone()));
        (database, migrations)
    }

    async fn ask(&self, client: Option<Client>) -> Result<(Client, Check)> {
        let client = match client.filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => connect(&self.pooled).await?,
        };
        client.simple_query("select").await.context("the database does not answer")?;
        let schema = migrations::status(&client).await.and_then(|status| status.ready());
        let migrations = match schema {
            Ok(()) => Check::Ok,
            Err(error) => Check::failed(format!("{error:#}")),
        };
        Ok((client, migrations))
    }
}
