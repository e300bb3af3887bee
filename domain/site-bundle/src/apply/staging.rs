//! Temporary tables that hold the rows of a batch of the file.
//!
//! They have the names of the real tables. With `pg_temp` first in the search path, the import's statements fill them and
//! the export's statements read them, so the file's rows and the site's rows are compared in one form, with the same
//! defaults. With `pg_temp` last, a statement reaches the real tables, and names a temporary one explicitly.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Context, Result};
use serde_json::value::RawValue;
use tokio_postgres::types::{Json, ToSql};
use tokio_postgres::{Client, Statement, Transaction};

use super::content::{self, Content};
use super::identity::Item;
use super::kinds::{Identity, KINDS, Kind};
use crate::import::{INSERT_BRANDING, Members, insert_site, members_for, refusal};
use crate::sections::{Section, section};

/// The rows of a batch, by id.
pub type Rows = HashMap<i64, Content>;

/// The statements of one apply, and the search path of the session.
pub struct Staging {
    site_id: i64,
    search_path: String,
    /// The section whose temporary tables exist. Each commit empties all temporary tables, so there are no others.
    section: &'static str,
    /// By whether `pg_temp` comes first, and the text.
    prepared: HashMap<(bool, String), Statement>,
}

impl Staging {
    pub async fn new(client: &Client, site_id: i64) -> Result<Self> {
        let path = client.query_one("select current_setting('search_path')", &[]).await?;
        let search_path = path.try_get(0)?;
        Self::remove(client).await?;
        Ok(Self { site_id, search_path, section: "", prepared: HashMap::new() })
    }

    /// Drops the temporary tables, which hide the real ones from the session's other statements.
    pub async fn remove(client: &Client) -> Result<()> {
        let all = KINDS.iter().filter_map(|kind| Some(names(kind, section(kind.section)?)));
        let all: BTreeSet<&str> = all.flatten().collect();
        let names: Vec<String> = all.into_iter().map(|name| format!("pg_temp.{name}")).collect();
        let drop = format!("drop table if exists {}", names.join(", "));
        Ok(client.batch_execute(&drop).await?)
    }

    /// Creates the temporary tables of a section, unless they exist.
    pub async fn open(
        &mut self,
        client: &Client,
        kind: &Kind,
        section: &'static Section,
    ) -> Result<()> {
        if self.section == section.key {
            return Ok(());
        }
        self.section = "";
        self.prepared.clear();
        Self::remove(client).await?;
        let names = names(kind, section);
        for name in &names {
            let table = format!(
                "create temporary table {name} (
                    like {name} including defaults including generated including identity
                ) on commit delete rows"
            );
            client.batch_execute(&table).await?;
        }
        for table in kind.tables.iter().filter(|table| table.key == ("site_id", "id")) {
            let name = table.name;
            client.batch_execute(&format!("create index on pg_temp.{name} (site_id, id)")).await?;
            if let Some(owner) = &table.owner {
                let index =
                    format!("create index on pg_temp.{name} (site_id, {}, id)", owner.column);
                client.batch_execute(&index).await?;
            }
        }
        if names.contains("variant_option_values") {
            let choices =
                "create index on pg_temp.variant_option_values (site_id, variant_id, option_id)";
            client.batch_execute(choices).await?;
        }
        self.section = section.key;
        Ok(())
    }

    /// Begins a transaction whose statements reach the real tables. Tables with few rows are read by their indexes too,
    /// because a plan is made once, before the temporary tables have rows.
    pub async fn begin<'a>(&self, client: &'a mut Client) -> Result<Transaction<'a>> {
        let transaction = client.transaction().await?;
        transaction.batch_execute("set local enable_seqscan = off").await?;
        self.reach(&transaction, false).await?;
        Ok(transaction)
    }

    /// Makes statements reach the temporary tables or the real ones.
    async fn reach(&self, transaction: &Transaction<'_>, staged: bool) -> Result<()> {
        let path = match (staged, self.search_path.as_str()) {
            (_, "") => "pg_temp".to_owned(),
            (true, path) => format!("pg_temp, {path}"),
            (false, path) => format!("{path}, pg_temp"),
        };
        transaction.execute("select set_config('search_path', $1, true)", &[&path]).await?;
        Ok(())
    }

    /// Fills the temporary tables, and returns their rows in the form of an export.
    pub async fn stage(
        &mut self,
        transaction: &Transaction<'_>,
        (kind, section): (&Kind, &Section),
        items: &[Item],
        params: &[&(dyn ToSql + Sync); 3],
        families: &[&(dyn ToSql + Sync)],
    ) -> Result<Rows> {
        self.reach(transaction, true).await?;
        if ["site", "branding"].contains(&section.key) {
            let site = if section.key == "site" { items[0].json.get() } else { r#"{"name": ""}"# };
            let site: &RawValue = serde_json::from_str(site)?;
            transaction.execute(insert_site(false), &[params[0], &Json([site])]).await?;
        }
        if section.key == "branding" {
            transaction.execute(INSERT_BRANDING, &[params[0], &Json([&items[0].json])]).await?;
        }
        let items: Vec<Members<'_>> = items
            .iter()
            .map(|item| serde_json::from_str(item.json.get()))
            .collect::<Result<_, _>>()?;
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
        let rows = self.rows(transaction, true, (kind, section), params).await?;
        self.reach(transaction, false).await?;
        Ok(rows)
    }

    /// Returns the contents of the site's rows, in the form of an export.
    pub async fn stored(
        &mut self,
        transaction: &Transaction<'_>,
        (kind, section): (&Kind, &Section),
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Rows> {
        self.rows(transaction, false, (kind, section), params).await
    }

    async fn rows(
        &mut self,
        transaction: &Transaction<'_>,
        staged: bool,
        (kind, section): (&Kind, &Section),
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Rows> {
        let of_some = section.select.replace("--[some] ", "").replace("--[with_ids] ", "");
        let statement = self.statement(transaction, staged, &of_some).await?;
        let params = &params[..statement.params().len()];
        let rows = transaction.query(&statement, params).await?;
        let mut read = Rows::with_capacity(rows.len());
        for row in rows {
            let (id, content) = content::read(kind, row.try_get(0)?)?;
            let id = if kind.identity == Identity::Site { self.site_id } else { id };
            read.insert(id, content);
        }
        Ok(read)
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

fn names(kind: &Kind, section: &Section) -> BTreeSet<&'static str> {
    let of_section = section.tables.iter().map(|table| table.name);
    of_section.chain(kind.also_filled.iter().copied()).collect()
}
