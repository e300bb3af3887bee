//! `stoa backup` and `stoa restore`: nothing is left out, nothing damaged is restored, and a shop that was backed up
//! under load continues elsewhere.

pub mod archive;
mod bucket;
mod damage;
mod drill;
mod versions;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tokio_postgres::Client;

use self::archive::Archive;
use crate::harness::database::{self, Database};
use crate::invariants::query_plans::fill;
use crate::operations::start_up::{Ran, is_refused, on, ran, run};

/// Runs the command on this database.
fn stoa(database: &Database, arguments: &[&str]) -> Ran {
    ran(on(database, arguments))
}

/// Asserts that the command succeeded without a warning, and returns what it printed.
fn is_done(ran: Ran) -> String {
    assert_eq!((ran.status, &*ran.complaint), (Some(0), ""), "{}", ran.printed);
    ran.printed
}

/// The server's tables, as the catalog lists them.
async fn tables(client: &Client) -> Vec<String> {
    let tables = "select relname::text from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and relname <> 'refinery_schema_history'
        order by relname collate \"C\"";
    client.query(tables, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

/// Everything in the schema but the order of columns.
async fn schema(client: &Client) -> Vec<String> {
    let schema = "
        select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
        from pg_constraint where connamespace = 'public'::regnamespace
        union all
        select indexdef from pg_indexes where schemaname = 'public'
        union all
        select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, generation_expression)
        from information_schema.columns where table_schema = 'public'
        union all
        select version || name || checksum from refinery_schema_history
        order by 1";
    client.query(schema, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn no_table_is_left_out() {
    let (full, copy) = (database::empty().await, database::bare().await);
    let client = full.client().await;
    client.batch_execute(&fill(2000)).await.unwrap();
    let long = "update products set description = (select string_agg(md5(n::text), '') from generate_series(1, 100) n)";
    client.batch_execute(long).await.unwrap();
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (first, second) = (path("first"), path("second"));
    let said = is_done(stoa(&full, &["backup", &first, "--files", "no"]));
    let mode = fs::metadata(&first).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let archive = Archive::read(&first);
    let names: Vec<&str> = archive.end.tables.iter().map(|table| &*table.name).collect();
    let tables = tables(&client).await;
    assert_eq!(names, tables);
    let empty = archive.end.tables.iter().find(|table| table.rows == 0);
    assert!(empty.is_none(), "{empty:?}");
    assert!(said.starts_with(&format!("backed up {} tables with ", tables.len())), "{said}");
    assert!(said.contains("the server's secret is not in the archive"), "{said}");
    // The rows of a large table are in several parts.
    assert!(archive.paths().any(|path| path == "tables/products/000001.copy"));
    assert_eq!(stoa_schema::migrations::tables().into_iter().collect::<Vec<_>>(), tables);
    let numbered = "select count(*) from pg_sequences where schemaname = 'public'";
    let numbered: i64 = client.query_one(numbered, &[]).await.unwrap().get(0);
    assert_eq!(archive.end.sequences.len(), usize::try_from(numbered).unwrap());

    let said = is_done(stoa(&copy, &["restore", &first]));
    assert!(said.starts_with(&format!("restored {} tables with ", tables.len())), "{said}");
    let copied = copy.client().await;
    assert_eq!(schema(&copied).await, schema(&client).await);
    // The restored rows are identical, so a backup of them has the same digests.
    is_done(stoa(&copy, &["backup", &second, "--files", "no"]));
    let again = Archive::read(&second);
    assert_eq!(again.end.tables, archive.end.tables);
    assert_eq!(again.end.sequences, archive.end.sequences);
}

#[tokio::test]
async fn through_standard_output_and_input() {
    let (full, copy) = (database::seeded().await, database::bare().await);
    let stoa = env!("CARGO_BIN_EXE_stoa");
    let line = format!(
        "set -o pipefail; '{stoa}' backup - --files no --database-url '{}' | '{stoa}' restore - --database-url '{}'",
        full.url(),
        copy.url()
    );
    let output = Command::new("bash").args(["-c", &line]).stdin(Stdio::null()).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{complaint}");
    // The backup prints its messages to stderr, not into the archive.
    assert!(complaint.starts_with("backed up "), "{complaint}");
    let sites = "select count(*) from sites";
    let [had, has] = [&full, &copy].map(|database| async {
        let row = database.client().await.query_one(sites, &[]).await.unwrap();
        row.get::<_, i64>(0)
    });
    let (had, has) = (had.await, has.await);
    assert!(had > 3 && has == had, "{had} {has}");
}

/// The restore of an archive with an older schema creates that schema, fills it, and then migrates it.
#[tokio::test]
async fn of_an_older_schema() {
    let (old, new) = (database::bare().await, database::bare().await);
    let mut client = old.client().await;
    let transaction = client.transaction().await.unwrap();
    stoa_schema::migrations::apply_in(&transaction, 18).await.unwrap();
    transaction.batch_execute("insert into sites (id, name) values (7, 'Old'); insert into stores (site_id) values (7)").await.unwrap();
    transaction.commit().await.unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("archive");
    let path = path.to_str().unwrap();
    is_done(stoa(&old, &["backup", path]));
    assert_eq!(Archive::read(path).head.schema, 18);
    is_done(stoa(&new, &["restore", path]));
    let client = new.client().await;
    let store = "select ai_provider is null and site.name = 'Old'
        from stores join sites site on site.id = site_id";
    assert!(client.query_one(store, &[]).await.unwrap().get::<_, bool>(0));
    let status = stoa_schema::migrations::status(&client).await.unwrap();
    assert!(status.pending.is_empty(), "{status:?}");
}

#[tokio::test]
async fn backup_refusals() {
    let (bare, seeded) = (database::bare().await, database::seeded().await);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("archive");
    let shown = path.to_str().unwrap();
    let refused = |database: &Database, arguments: &[&str], said: &str| {
        let refused = stoa(database, arguments);
        is_refused(&refused, said);
        assert_eq!(refused.printed, "");
    };
    refused(&bare, &["backup", shown], "there is nothing to back up");
    refused(&seeded, &["backup", "/nowhere/archive"], "/nowhere/archive cannot be written");
    // Failed backups leave no files.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    fs::write(&path, "mine").unwrap();
    refused(&seeded, &["backup", shown], "archive exists: name another file");
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    fs::remove_file(&path).unwrap();

    // The files are in another storage.
    let client = seeded.client().await;
    let file = "insert into files (site_id, key, media_type, size, created_at)
        values (1, repeat('0', 32) || '.png', 'image/png', 1, now())";
    client.batch_execute(file).await.unwrap();
    let files = folder.path().join("files");
    let arguments = ["backup", shown, "--files-dir", files.to_str().unwrap()];
    let said = "none of the 1 files is where they should be: name their folder";
    refused(&seeded, &arguments, said);
    let said = is_done(stoa(&seeded, &[&arguments[..], &["--files", "no"]].concat()));
    assert!(said.contains(" 0 files (1 more are left out)"), "{said}");

    // A newer stoa has migrated the database.
    let newer = "insert into refinery_schema_history (version, name, applied_on, checksum)
        values (999, 'more', '2030-01-01T00:00:00Z', '1')";
    client.batch_execute(newer).await.unwrap();
    let other = folder.path().join("other");
    let said = "V999 more, which this stoa does not know";
    refused(&seeded, &["backup", other.to_str().unwrap()], said);
}

/// The role of a server may back up without further rights.
#[tokio::test]
async fn by_a_role_with_rights_on_rows_only() {
    let (full, copy) = (database::seeded().await, database::bare().await);
    let client = full.client().await;
    let name = full.config.get_dbname().unwrap();
    let grants = format!(
        "create role {name} login;
         grant usage on schema public to {name};
         grant select, insert, update, delete on all tables in schema public to {name};
         grant usage on all sequences in schema public to {name}"
    );
    client.batch_execute(&grants).await.unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("archive");
    let url = full.url().replace("user=postgres", &format!("user={name}"));
    let backup = run(&["backup", path.to_str().unwrap(), "--database-url", &url, "--files", "no"]);
    let gone = format!("drop owned by {name}; drop role {name}");
    client.batch_execute(&gone).await.unwrap();
    is_done(backup);

    // A restore needs only the rights of the database's owner, not a superuser's.
    let client = copy.client().await;
    let of = copy.config.get_dbname().unwrap();
    let owns = format!("create role {name} login; alter database {of} owner to {name}");
    client.batch_execute(&owns).await.unwrap();
    let url = copy.url().replace("user=postgres", &format!("user={name}"));
    let arguments = ["restore", path.to_str().unwrap(), "--database-url", &url, "--files", "no"];
    let restored = run(&arguments);
    let gone =
        format!("reassign owned by {name} to postgres; drop owned by {name}; drop role {name}");
    client.batch_execute(&gone).await.unwrap();
    let printed = is_done(restored);
    assert!(printed.contains("grant them to the server's role again"), "{printed}");
    let new = "insert into sites (name) values ('New') returning id";
    let [here, there] = [&full, &copy].map(|database| async {
        database.client().await.query_one(new, &[]).await.unwrap().get::<_, i64>(0)
    });
    assert_eq!(here.await, there.await);
}

/// A table that is not Stoa's is not backed up.
#[tokio::test]
async fn a_foreign_table() {
    let (full, copy) = (database::empty().await, database::bare().await);
    full.client().await.batch_execute("create table theirs (id int)").await.unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("archive");
    is_done(stoa(&full, &["backup", path.to_str().unwrap()]));
    is_done(stoa(&copy, &["restore", path.to_str().unwrap()]));
    assert!(!tables(&copy.client().await).await.contains(&"theirs".to_owned()));
}

/// Restores by the function that the command calls.
async fn restore(database: &Database, archive: &Path, files: &Path) -> Result<(), String> {
    let mut client = database.client().await;
    let storage = stoa_storage::Storage::local(files);
    let archive = stoa_schema::backup::open(archive).unwrap();
    let restored =
        stoa_schema::backup::restore(&mut client, Some(&storage), archive, &|_| {}).await;
    restored.map(|_| ()).map_err(|error| format!("{error:#}"))
}
