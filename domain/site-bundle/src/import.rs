//! Imports a site. After the check, reads the file a second time and fills the site's tables in one transaction.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use serde_json::value::RawValue;
use stoa_audit::{Origin, Target, record_unpooled};
use stoa_db::sql;
use stoa_events::{hold_catalog_change, release_catalog_change};
use tokio::sync::mpsc;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{Json, ToSql};
use tokio_postgres::{Client, Statement, Transaction};

use super::batches::{Batch, Numbers, send_batches};
use super::check::{Checked, check};
use super::faults::Faults;
use super::live_state;
use super::progress::Progress;
use super::sections::{SECTIONS, Section, Shape, Table, section};

/// How far an id of a bundle that an owner applies may be above the ids that exist.
const MAX_ID_STEP: i64 = 1_000_000;

/// If at least this many items were imported, the tables are vacuumed too, so that index-only scans work at once.
const VACUUM_FROM_ITEMS: usize = 10_000;

pub(super) const INSERT_BRANDING: &str = include_str!("insert/branding.sql");

/// The result of an import, displayed as `imported site 1 (Harbor Goods): 7 media, 10 products`.
pub struct Imported {
    site_id: i64,
    site_name: String,
    /// The sections in the file, with their numbers of items.
    sections: Vec<(&'static Section, usize)>,
    /// Number of API keys in the file that are revoked in the database. They stay revoked.
    revoked_keys: usize,
}

/// How to treat a site that exists already. A replacement retains the site's row, its revoked API keys, and the data of
/// people: customers, designs, carts, orders, conversations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The import fails.
    Refuse,
    /// The site's content, settings and keys are replaced. Fails with `LiveState` if live state would be lost.
    Replace,
    /// The site's content, settings and keys are replaced, and live state is lost.
    ReplaceDiscardingLiveState,
}

/// Imports a site. Fails with `Faults` if the file has faults. Call [`analyze`] once after importing all files.
pub async fn import(client: &mut Client, path: &Path, existing: Existing) -> Result<Imported> {
    import_with_progress(client, path, existing, None, |_, _| {}).await
}

/// Like [`import`], and records the import in the audit trail if a person or a command is its origin. `report` receives
/// the number of bytes read so far and the number of bytes to read in all.
pub async fn import_with_progress(
    client: &mut Client,
    path: &Path,
    existing: Existing,
    origin: Option<&Origin>,
    report: impl Fn(u64, u64) + Send + 'static,
) -> Result<Imported> {
    check_rights(client).await?;
    let name = path.display();
    let (mut file, size) = open(path)?;
    let mut progress = Progress::new(size * 2, report);
    let read = tokio::task::spawn_blocking(move || {
        check(&mut file, &mut progress).map(|checked| (checked, file, progress))
    });
    let (checked, file, progress) = read.await?.with_context(|| name.to_string())?;
    let filled = fill(client, &checked, file, progress, existing, origin).await;
    let revoked_keys = filled.with_context(|| name.to_string())?;
    let Checked { site_id, site_name, sections, .. } = checked;
    Ok(Imported { site_id, site_name, sections, revoked_keys })
}

/// The role may not set the sequences that number rows.
#[derive(Debug)]
pub(super) struct LacksRights;

impl fmt::Display for LacksRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this role may not set the sequences that number rows: import as the owner of the schema, or let the owner grant it update on all sequences")
    }
}

impl std::error::Error for LacksRights {}

/// Opens a bundle's file, and returns its size in bytes.
pub(super) fn open(path: &Path) -> Result<(File, u64)> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("{name} cannot be opened"))?;
    let metadata = file.metadata()?;
    ensure!(metadata.is_file(), "{name} is not a regular file, and it is read twice");
    Ok((file, metadata.len()))
}

/// Fails if this role may not set the sequences of the tables that an import fills. The role of a server may not.
pub(super) async fn check_rights(client: &Client) -> Result<()> {
    let tables: Vec<&str> = numbered_tables().map(|(table, _)| table).collect();
    let may =
        "select bool_and(has_sequence_privilege(pg_get_serial_sequence(name, 'id'), 'update'))
        from unnest($1::text[]) name";
    ensure!(client.query_one(may, &[&tables]).await?.try_get::<_, bool>(0)?, LacksRights);
    Ok(())
}

/// Fills the tables, and returns the number of API keys in the file that are revoked in the database.
async fn fill(
    client: &mut Client,
    checked: &Checked,
    mut file: File,
    mut progress: Progress,
    existing: Existing,
    origin: Option<&Origin>,
) -> Result<usize> {
    let (site_id, now) = (checked.site_id, Utc::now());
    // All statements are in one transaction, so that a site is imported as a whole or not at all.
    let transaction = client.transaction().await?;
    let site = Json([&checked.site]);
    // This statement locks the site's row until the commit. Checkouts and new keys lock the row too, so the next
    // statements see every order and every key.
    match transaction.execute(insert_site(existing != Existing::Refuse), &[&site_id, &site]).await {
        Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => {
            bail!("site {site_id} exists: --replace replaces its content and settings")
        }
        inserted => inserted?,
    };
    match existing {
        Existing::Refuse => {}
        Existing::Replace => {
            live_state::refuse_unknown(&transaction, site_id, &checked.known, now).await?;
            empty(&transaction, site_id).await?;
        }
        Existing::ReplaceDiscardingLiveState => {
            live_state::discard(&transaction, site_id, now).await?;
            empty(&transaction, site_id).await?;
        }
    }
    refuse_widgets_of_others(&transaction, &checked.widget_ids).await?;
    refuse_designs_of_people(&transaction, site_id, &checked.template_ids).await?;

    let mut import =
        OpenImport { transaction, site_id, now, statements: HashMap::new(), revoked_keys: 0 };
    let (sender, mut batches) = mpsc::channel(4);
    let sections = checked.sections.iter().map(|(section, _)| section.key).collect();
    let numbers = Numbers::After(newest_id(checked, "shippingZones"));
    let reading = tokio::task::spawn_blocking(move || {
        send_batches(&mut file, sections, numbers, &mut progress, &sender)
    });
    while let Some(batch) = batches.recv().await {
        import.insert(&batch).await?;
    }
    reading.await?.context("the file changed while it was read")?;

    for family in &checked.families {
        if let Some(parents) = section(family.section).and_then(|section| section.parents) {
            import
                .transaction
                .execute(parents, &[&site_id, &family.children, &family.parents])
                .await?;
        }
    }
    let note_active_products = include_str!("insert/active_products.sql");
    import.transaction.execute(note_active_products, &[&site_id]).await?;
    advance_sequences(&import.transaction, site_id).await?;
    if let Some(origin) = origin {
        let target = Target::new("site", site_id);
        let fields: Vec<&str> = checked.sections.iter().map(|(section, _)| section.key).collect();
        record_unpooled(&import.transaction, site_id, origin, target, &fields, now).await?;
    }
    if existing != Existing::Refuse {
        let client = import.transaction.client();
        let event = hold_catalog_change(client, site_id, None, now).await?;
        release_catalog_change(client, site_id, event, now).await?;
    }
    import.transaction.commit().await?;
    Ok(import.revoked_keys)
}

/// The statement that inserts a site, or replaces an existing one's settings too.
pub(super) fn insert_site(replaces: bool) -> &'static str {
    sql!("insert/sites.sql", replaces = replaces)
}

/// The highest id of a kind in the file, or 0.
fn newest_id(checked: &Checked, kind: &str) -> i64 {
    checked.newest_ids.get(kind).copied().unwrap_or(0)
}

/// Deletes a site's content and settings, children before parents.
async fn empty(transaction: &Transaction<'_>, site_id: i64) -> Result<()> {
    for table in SECTIONS.iter().rev().flat_map(|section| section.tables.iter().rev()) {
        let only = table.only.map(|only| format!(" and t.{only}")).unwrap_or_default();
        let delete = format!("delete from {} t where t.site_id = $1{only}", table.name);
        transaction.execute(&delete, &[&site_id]).await.with_context(|| refusal(table.name))?;
    }
    Ok(())
}

/// Refuses widget ids that other sites use. Widget ids are unique in the whole database, which the check of the file
/// does not read.
async fn refuse_widgets_of_others(transaction: &Transaction<'_>, widget_ids: &[i64]) -> Result<()> {
    let rows = transaction.query(include_str!("select/widget_owners.sql"), &[&widget_ids]).await?;
    let owners: HashMap<i64, i64> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let mut faults = Faults::default();
    for (index, id) in widget_ids.iter().enumerate() {
        if let Some(owner) = owners.get(id) {
            faults.add(
                index,
                &format!("/chatWidgets/{index}/id"),
                format_args!("chat widget {id} belongs to site {owner}"),
            );
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

/// Refuses a template whose id a customer's design already has.
async fn refuse_designs_of_people(
    transaction: &Transaction<'_>,
    site_id: i64,
    template_ids: &[i64],
) -> Result<()> {
    let sql = include_str!("select/designs_of_people.sql");
    let rows = transaction.query(sql, &[&site_id, &template_ids]).await?;
    let taken: HashSet<i64> = rows.iter().map(|row| row.get(0)).collect();
    let mut faults = Faults::default();
    for (index, id) in template_ids.iter().enumerate().filter(|(_, id)| taken.contains(id)) {
        let pointer = format!("/designTemplates/{index}/id");
        faults.add(index, &pointer, format_args!("design {id} is a customer's"));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

/// An import whose transaction is open.
struct OpenImport<'a> {
    transaction: Transaction<'a>,
    site_id: i64,
    now: DateTime<Utc>,
    /// The prepared inserts of the tables, with their numbers of batches so far.
    statements: HashMap<&'static str, (Statement, usize)>,
    revoked_keys: usize,
}

impl OpenImport<'_> {
    /// Returns the prepared insert of a table. Before the second batch of a table that had almost no rows, this analyzes
    /// the table: otherwise Postgres checks foreign keys by plans for an empty table, which read all rows of the site.
    async fn statement(&mut self, table: &Table) -> Result<Statement> {
        let Some((statement, batches)) = self.statements.get_mut(table.insert) else {
            let statement = self.transaction.prepare(table.insert).await?;
            self.statements.insert(table.insert, (statement.clone(), 1));
            return Ok(statement);
        };
        *batches += 1;
        let statement = statement.clone();
        if *batches == 2 {
            let is_new = "select reltuples < 1000 from pg_class where oid = $1::text::regclass";
            if self.transaction.query_one(is_new, &[&table.name]).await?.try_get(0)? {
                self.transaction.batch_execute(&format!("analyze {}", table.name)).await?;
            }
        }
        Ok(statement)
    }

    async fn insert(&mut self, batch: &Batch) -> Result<()> {
        let Batch { section, items } = batch;
        if section.key == "branding" {
            let items = Json(items);
            self.transaction.execute(INSERT_BRANDING, &[&self.site_id, &items]).await?;
        }
        let items: Vec<Members<'_>> =
            items.iter().map(|item| serde_json::from_str(item.get())).collect::<Result<_, _>>()?;
        for table in section.tables {
            let items = members_for(table, section, &items);
            if items.is_empty() {
                continue;
            }
            let statement = self.statement(table).await?;
            // Only inserts that use the time of the import as a default have the third parameter.
            let parameters: [&(dyn ToSql + Sync); 3] = [&self.site_id, &Json(&items), &self.now];
            let parameters = &parameters[..statement.params().len()];
            let inserted = self
                .transaction
                .execute(&statement, parameters)
                .await
                .with_context(|| refusal(table.name))?;
            if table.name == "api_keys" {
                self.revoked_keys += items.len() - usize::try_from(inserted)?;
            }
        }
        Ok(())
    }
}

/// The members of an item, by name.
pub(super) type Members<'a> = BTreeMap<Cow<'a, str>, &'a RawValue>;

/// Returns the members that the table's insert reads, of the items that have rows of this table. Postgres would parse
/// the other members for nothing: a product has rows of nine tables.
pub(super) fn members_for<'a>(
    table: &Table,
    section: &Section,
    items: &'a [Members<'a>],
) -> Vec<BTreeMap<&'a str, &'a RawValue>> {
    let is_read = |name: &str| match table.part {
        Some(part) => [part, "id", "createdAt"].contains(&name),
        None => !section.tables.iter().any(|other| other.part == Some(name)),
    };
    items
        .iter()
        .filter(|item| table.part.is_none_or(|part| item.contains_key(part)))
        .map(|item| {
            item.iter()
                .map(|(name, value)| (&**name, *value))
                .filter(|(name, _)| is_read(name))
                .collect()
        })
        .collect()
}

pub(super) fn refusal(table: &str) -> String {
    format!("the database refused {}", table.replace('_', " "))
}

/// The tables whose ids come from a sequence, each with its column of the site's id.
fn numbered_tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    let tables = SECTIONS.iter().flat_map(|section| section.tables).filter(|table| table.numbered);
    tables.map(|table| (table.name, "site_id")).chain([("sites", "id")])
}

/// Advances each table's sequence beyond the imported ids, so that later rows do not get the same ids.
async fn advance_sequences(transaction: &Transaction<'_>, site_id: i64) -> Result<()> {
    for (table, site) in numbered_tables() {
        let advance = format!(
            "select setval(sequence.name, newest.id) \
             from (select max(t.id) as id from {table} t where t.{site} = $1) newest, \
                cast(pg_get_serial_sequence('{table}', 'id') as regclass) sequence(name) \
             where newest.id > coalesce(pg_sequence_last_value(sequence.name), 0)"
        );
        transaction.execute(&advance, &[&site_id]).await?;
    }
    Ok(())
}

/// Advances each table's sequence beyond the ids in the file, so that new rows of other transactions do not get them.
/// Whether the bundle has an id that is far above those that exist. All sites share the sequences of ids.
pub(super) async fn has_far_ids(client: &Client, checked: &Checked) -> Result<bool> {
    for section in &SECTIONS {
        for table in section.tables.iter().filter(|table| table.numbered) {
            let newest = newest_id(checked, kind_of_ids(section, table));
            let is_far = format!(
                "select $1::bigint > {MAX_ID_STEP} + coalesce(pg_sequence_last_value(
                    cast(pg_get_serial_sequence('{}', 'id') as regclass)
                ), 0)",
                table.name
            );
            if client.query_one(&is_far, &[&newest]).await?.try_get(0)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

pub(super) async fn reserve_ids(transaction: &Transaction<'_>, checked: &Checked) -> Result<()> {
    for section in &SECTIONS {
        for table in section.tables.iter().filter(|table| table.numbered) {
            let newest = newest_id(checked, kind_of_ids(section, table));
            let reserve = format!(
                "select setval(sequence.name, $1) \
                 from cast(pg_get_serial_sequence('{}', 'id') as regclass) sequence(name) \
                 where $1::bigint > coalesce(pg_sequence_last_value(sequence.name), 0)",
                table.name
            );
            transaction.execute(&reserve, &[&newest]).await?;
        }
    }
    Ok(())
}

/// The kind under which `items.rs` records the ids of a table.
fn kind_of_ids(section: &'static Section, table: &Table) -> &'static str {
    match table.name {
        "product_option_values" => "optionValues",
        "product_style_sides" => "sides",
        "shipping_rates" => "shippingRates",
        _ => table.part.unwrap_or(section.key),
    }
}

/// Updates the planner's statistics of the tables that these imports have filled. Runs outside of a transaction,
/// because vacuum cannot run in one.
pub async fn analyze(client: &Client, imports: &[Imported]) -> Result<()> {
    let sections = || imports.iter().flat_map(|imported| &imported.sections);
    let items: usize = sections().map(|(_, items)| items).sum();
    let command = if items >= VACUUM_FROM_ITEMS { "vacuum analyze" } else { "analyze" };
    let filled: HashSet<&str> =
        sections().filter(|(_, items)| *items > 0).map(|(section, _)| section.key).collect();
    let filled = SECTIONS.iter().filter(|section| filled.contains(section.key));
    for table in filled.flat_map(|section| section.tables) {
        client.batch_execute(&format!("{command} {}", table.name)).await?;
    }
    Ok(())
}

impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "imported site {} ({})", self.site_id, self.site_name)?;
        let mut separator = ": ";
        let arrays = self.sections.iter().filter(|(section, _)| section.shape == Shape::Items);
        for (section, items) in arrays.filter(|(_, items)| *items > 0) {
            write!(f, "{separator}{items} {}", words(section.key))?;
            separator = ", ";
        }
        match self.revoked_keys {
            0 => Ok(()),
            count => write!(f, "; keys that stay revoked: {count}"),
        }
    }
}

/// Converts `productCategories` to `product categories`.
pub(super) fn words(key: &str) -> String {
    key.chars().fold(String::new(), |mut words, letter| {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
        words
    })
}
