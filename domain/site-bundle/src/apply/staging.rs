//! Temporary tables that hold the rows of a batch of the file.
//!
//! They have the names of the real tables. With `pg_temp` first in the search path, the import's statements fill them and
//! the export's statements read them, so the file's rows and the site's rows are compared in one form, with the same
//! defaults. With `pg_temp` last, a statement reaches the real tables, and names a temporary one explicitly.

use std::collections::HashMap;

use anyhow::{Context, Result};
use serde_json::value::RawValue;
use tokio_postgres::types::{Json, ToSql};
use tokio_postgres::{Client, Statement, Transaction};

use super::content::{self, Content};
use super::kinds::Kind;
use crate::import::{Members, members_for, refusal};
use crate::sections::Section;

/// The rows of a batch, by id.
pub type Rows = HashMap<i64, Content>;

/// The statements of one apply, and the search path of the session.
pub struct Staging {
    search_path: String,
    /// By whether `pg_temp` comes first, and the text.
    prepared: HashMap<(bool, String), Statement>,
}

impl Staging {
    /// Creates the temporary tables. [`Self::remove`] drops them.
    pub async fn create(
        client: &Client,
        kinds: &[&Kind],
        sections: &[&'static Section],
    ) -> Result<Self> {
        Self::remove(client, sections).await?;
        let path = client.query_one("select current_setting('search_path')", &[]).await?;
        for name in names(sections) {
            let table = format!(
                "create temporary table {name} (like {name} including defaults including generated) on commit delete rows"
            );
            client.batch_execute(&table).await?;
        }
        for table in kinds.iter().flat_map(|kind| kind.tables) {
            let name = table.name;
            client.batch_execute(&format!("create index on pg_temp.{name} (site_id, id)")).await?;
            if let Some(owner) = &table.owner {
                let index =
                    format!("create index on pg_temp.{name} (site_id, {}, id)", owner.column);
                client.batch_execute(&index).await?;
            }
        }
        let choices =
            "create index on pg_temp.variant_option_values (site_id, variant_id, option_id)";
        if names(sections).any(|name| name == "variant_option_values") {
            client.batch_execute(choices).await?;
        }
        Ok(Self { search_path: path.try_get(0)?, prepared: HashMap::new() })
    }

    pub async fn remove(client: &Client, sections: &[&'static Section]) -> Result<()> {
        for name in names(sections) {
            client.batch_execute(&format!("drop table if exists pg_temp.{name}")).await?;
        }
        Ok(())
    }

    /// Begins a transaction in which tables with few rows are read by their indexes too: the plan is made once, before
    /// the temporary tables have rows.
    pub async fn begin<'a>(&self, client: &'a mut Client) -> Result<Transaction<'a>> {
        let transaction = client.transaction().await?;
        transaction.batch_execute("set local enable_seqscan = off").await?;
        Ok(transaction)
    }

    /// Makes statements reach the temporary tables or the real ones.
    pub async fn reach(&self, transaction: &Transaction<'_>, staged: bool) -> Result<()> {
        let path = match (staged, self.search_path.as_str()) {
            (_, "") => "pg_temp".to_owned(),
            (true, path) => format!("pg_temp, {path}"),
            (false, path) => format!("{path}, pg_temp"),
        };
        transaction.execute("select set_config('search_path', $1, true)", &[&path]).await?;
        Ok(())
    }

    /// Fills the temporary tables, and returns what they say in the form of an export.
    pub async fn stage(
        &mut self,
        transaction: &Transaction<'_>,
        (kind, section): (&Kind, &Section),
        items: &[Box<RawValue>],
        params: &[&(dyn ToSql + Sync); 3],
        families: &[&(dyn ToSql + Sync)],
    ) -> Result<Rows> {
        self.reach(transaction, true).await?;
        let items: Vec<Members<'_>> =
            items.iter().map(|item| serde_json::from_str(item.get())).collect::<Result<_, _>>()?;
        for table in section.tables {
            let items = members_for(table, section, &items);
            if items.is_empty() {
                continue;
            }
            let statement = self.statement(transaction, true, table.insert).await?;
            let all: [&(dyn ToSql + Sync); 3] = [params[0], &Json(&items), params[2]];
            let inserted = transaction.execute(&statement, &all[..statement.params().len()]).await;
            inserted.with_context(|| refusal(table.name))?;
        }
        if let (Some(parents), [_, _, _]) = (section.parents, families) {
            let statement = self.statement(transaction, true, parents).await?;
            transaction.execute(&statement, families).await?;
        }
        let statement = self.statement(transaction, true, section.select).await?;
        let rows = read(kind, transaction, &statement, &params[..1]).await?;
        self.reach(transaction, false).await?;
        Ok(rows)
    }

    /// Returns what the site says of these rows, in the form of an export.
    pub async fn stored(
        &mut self,
        transaction: &Transaction<'_>,
        (kind, section): (&Kind, &Section),
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Rows> {
        let of_some = section.select.replace("--[some] ", "");
        let statement = self.statement(transaction, false, &of_some).await?;
        read(kind, transaction, &statement, params).await
    }

    pub async fn statement(
        &mut self,
        transaction: &Transaction<'_>,
        staged: bool,
        sql: &str,
    ) -> Result<Statement> {
        let key = (staged, sql.to_owned());
        if let Some(statement) = self.prepared.get(&key) {
            return Ok(statement.clone());
        }
        let statement = transaction.prepare(sql).await?;
        self.prepared.insert(key, statement.clone());
        Ok(statement)
    }
}

fn names(sections: &[&'static Section]) -> impl Iterator<Item = &'static str> {
    sections.iter().flat_map(|section| section.tables).map(|table| table.name)
}

async fn read(
    kind: &Kind,
    transaction: &Transaction<'_>,
    statement: &Statement,
    params: &[&(dyn ToSql + Sync)],
) -> Result<Rows> {
    let rows = transaction.query(statement, params).await?;
    rows.iter().map(|row| Ok(content::read(kind, row.try_get(0)?)?)).collect()
}
