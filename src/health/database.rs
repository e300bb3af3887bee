//! Whether the database answers and has the schema: by a connection of its own, so that a pool whose connections are all
//! at work is not taken for a database that is away. Nor is one that is slow: who asks is told what was so last.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use stoa_db::Server;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, timeout};
use tokio_postgres::Client;

use super::Check;
use crate::database::connect;
use crate::migrations;

/// For who asks: probes wait no longer than a second or two.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

/// For the database, a new connection included; and for as long what it said last is believed.
const IS_AWAY_AFTER: Duration = Duration::from_secs(10);

/// However many ask.
const IS_REMEMBERED: Duration = Duration::from_secs(1);

pub(super) struct DatabaseCheck(Arc<Shared>);

struct Shared {
    pooled: Server,
    client: AsyncMutex<Option<Client>>,
    last: Mutex<Option<Answer>>,
}

#[derive(Clone)]
struct Answer {
    at: Instant,
    database: Check,
    migrations: Check,
}

impl DatabaseCheck {
    pub(super) fn new(pooled: &Server) -> Self {
        let pooled = pooled.clone().named("stoa health");
        Self(Arc::new(Shared { pooled, client: AsyncMutex::default(), last: Mutex::default() }))
    }

    /// Database and migrations.
    pub(super) async fn check(&self) -> (Check, Check) {
        let shared = self.0.clone();
        // It goes on when nobody waits for it any more.
        let asking = tokio::spawn(async move { shared.look().await });
        let _ = timeout(ANSWERS_WITHIN, asking).await;
        let Answer { database, migrations, .. } = self
            .0
            .last_within(IS_AWAY_AFTER)
            .unwrap_or_else(|| Answer::away(&anyhow!("it does not answer")));
        (database, migrations)
    }
}

impl Shared {
    /// Asks the database, unless somebody just did.
    async fn look(&self) {
        let mut client = self.client.lock().await;
        if self.last_within(IS_REMEMBERED).is_some() {
            return;
        }
        let asked = timeout(IS_AWAY_AFTER, self.ask(client.take())).await;
        let asked = asked.unwrap_or_else(|_| {
            Err(anyhow!("no answer within {} seconds", IS_AWAY_AFTER.as_secs()))
        });
        let answer = match asked {
            Ok((used, migrations)) => {
                *client = Some(used);
                Answer { at: Instant::now(), database: Check::Ok, migrations }
            }
            Err(error) => Answer::away(&error),
        };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
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

    fn last_within(&self, time: Duration) -> Option<Answer> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone().filter(|answer| answer.at.elapsed() < time)
    }
}

impl Answer {
    fn away(error: &anyhow::Error) -> Self {
        Self {
            at: Instant::now(),
            database: Check::failed(format!("{error:#}")),
            migrations: Check::failed("the database does not say"),
        }
    }
}
