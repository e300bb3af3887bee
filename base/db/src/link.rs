//! A connection as the pool keeps it: with the statements that are prepared on it.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use foldhash::fast::RandomState;
use stoa_telemetry::Chain;
use tokio::task::AbortHandle;
use tokio_postgres::{Client, Error, Statement};

use crate::{Server, session::Session};

/// An open connection. What keeps it going ends with it.
#[derive(Debug)]
pub(crate) struct Link {
    client: Client,
    going_on: AbortHandle,
    /// By their texts, of which the longest have thousands of letters: nobody chooses them to collide.
    statements: Mutex<Statements>,
}

type Statements = HashMap<Box<str>, Statement, RandomState>;

/// How the pool opens connections.
#[derive(Debug)]
pub(crate) struct Links {
    pub(crate) server: Server,
    pub(crate) session: Session,
}

/// What a pool lends.
pub(crate) type Lent = managed::Object<Links>;

/// Why it lends nothing.
pub(crate) type PoolError = managed::PoolError<Error>;

impl Link {
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The statement that is prepared once on each connection.
    pub(crate) async fn prepared(&self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements().insert(sql.into(), statement.clone());
        Ok(statement)
    }

    fn statements(&self) -> MutexGuard<'_, Statements> {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.going_on.abort();
    }
}

impl managed::Manager for Links {
    type Type = Link;
    type Error = Error;

    async fn create(&self) -> Result<Link, Error> {
        let (client, connection) = self.server.connect().await?;
        let going_on = tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(error = %Chain(&error), "a connection of the pool broke");
            }
        });
        let statements = Mutex::default();
        let link = Link { client, going_on: going_on.abort_handle(), statements };
        self.session.prepare(&link.client).await?;
        Ok(link)
    }

    async fn recycle(&self, link: &mut Link, _: &Metrics) -> RecycleResult<Error> {
        match link.client.is_closed() {
            true => Err(RecycleError::message("the connection is closed")),
            false => Ok(()),
        }
    }
}
