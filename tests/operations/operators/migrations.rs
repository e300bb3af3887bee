//! Migrations: which processes migrate, what the others report, and waiting for locks.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;
use stoa_schema::migrations::Migration;
use tokio::time::timeout;
use tokio_postgres::Client;

use super::ask;
use crate::harness::DEADLINE;
use crate::harness::database::{self, Database};
use crate::invariants::sql_files::files;
use crate::operations::start_up::{Process, is_done, is_refused, on, ran, run};

const BEHIND: &str = "the schema is behind: run stoa migrate";

/// The advisory lock of migrations, the same in every version of stoa.
const LOCK: i64 = 0x5354_4f41;

async fn tables(client: &Client) -> i64 {
    let tables = "select count(*) from pg_tables where schemaname = 'public'";
    client.query_one(tables, &[]).await.unwrap().get(0)
}

/// Removes this binary's last migration from the history.
async fn forget_last_migration(database: &Database) {
    let client = database.client().await;
    let status = stoa_schema::migrations::status(&client).await.unwrap();
    let version = status.applied.last().unwrap().version;
    let delete = "delete from refinery_schema_history where version = $1";
    client.execute(delete, &[&version]).await.unwrap();
}

/// Records a migration of a newer binary, which servers before `breaks_before` cannot work with.
async fn add_future_migration(client: &Client, breaks_before: Option<i32>) {
    let breaks = breaks_before.map(|version| format!("_breaks_before_V{version:03}"));
    let name = format!("future{}", breaks.unwrap_or_default());
    let sql = "insert into refinery_schema_history (version, name, applied_on, checksum)
               values (900, $1, '2030-01-01T00:00:00Z', '1')
               on conflict (version) do update set name = excluded.name";
    client.execute(sql, &[&name]).await.unwrap();
}

#[tokio::test]
async fn an_empty_database() {
    let database = database::bare().await;
    for arguments in [&["site", "list"][..], &["key", "list"], &["serve", "--no-migrate"]] {
        is_refused(&ran(on(&database, arguments)), BEHIND);
    }
    let checked = ran(on(&database, &["migrate", "--check"]));
    is_refused(&checked, BEHIND);
    let pending: Vec<&str> = checked.printed.lines().collect();
    assert_eq!(pending[0], "V001 sites is pending");
    let listed = is_done(ran(on(&database, &["migrate", "--status"])));
    let shown = listed.lines().skip(1).filter(|line| line.ends_with("pending")).count();
    assert_eq!(shown, pending.len(), "{listed}");
    assert_eq!(tables(&database.client().await).await, 0, "nothing was touched");

    let bundle = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/5-bare.json");
    is_done(ran(on(&database, &["site", "import", bundle])));
    assert!(ran(on(&database, &["site", "list"])).printed.contains("Bare"));
    assert_eq!(is_done(ran(on(&database, &["migrate", "--check"]))), "");
    let listed = is_done(ran(on(&database, &["migrate", "--status"])));
    let shown = listed.lines().skip(1).filter(|line| line.contains("applied 20")).count();
    assert_eq!(shown, pending.len(), "{listed}");
}

/// Only `serve` and `migrate` change a schema that other processes may be using.
#[tokio::test]
async fn an_outdated_schema() {
    let database = database::seeded().await;
    forget_last_migration(&database).await;
    let bundle = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/5-bare.json");
    for arguments in [
        &["site", "list"][..],
        &["site", "import", bundle, "--replace"],
        &["order", "sweep"],
        &["serve", "--no-migrate"],
        &["migrate", "--check"],
    ] {
        is_refused(&ran(on(&database, arguments)), BEHIND);
    }
    assert_eq!(
        stoa_schema::migrations::status(&database.client().await).await.unwrap().pending.len(),
        1
    );
}

#[tokio::test]
async fn migrate_says_what_it_does() {
    let database = database::bare().await;
    let migrated = ran(on(&database, &["migrate"]));
    assert_eq!((migrated.status, migrated.printed.as_str()), (Some(0), ""));
    let status = stoa_schema::migrations::status(&database.client().await).await.unwrap();
    let lines: Vec<&str> = migrated.complaint.lines().collect();
    assert_eq!(lines.len(), status.applied.len(), "{}", migrated.complaint);
    assert!(lines[0].contains("migrated to V001 sites"), "{}", lines[0]);
    let again = ran(on(&database, &["migrate"]));
    assert_eq!((again.status, again.complaint.as_str()), (Some(0), ""));
}

/// An older binary works with additions of a newer binary, but not with removals.
#[tokio::test]
async fn a_newer_schema() {
    let database = database::seeded().await;
    let client = database.client().await;
    let newest =
        stoa_schema::migrations::status(&client).await.unwrap().applied.last().unwrap().version;
    for breaks_before in [None, Some(newest)] {
        add_future_migration(&client, breaks_before).await;
        assert_eq!(ran(on(&database, &["site", "list"])).status, Some(0));
        assert_eq!(ran(on(&database, &["migrate"])).complaint, "");
        let listed = ran(on(&database, &["migrate", "--status"])).printed;
        assert!(listed.lines().last().unwrap().ends_with("newer than this stoa"), "{listed}");
        for arguments in [&[][..], &["--no-migrate"]] {
            let url = database.url();
            let server = Process::start(&[arguments, &["--database-url", &url]].concat());
            let (status, _) = ask(&server.address, "GET /api/v1/sites/1/config", None).await;
            assert_eq!(status, 200);
            assert_eq!(server.end(Signal::SIGTERM).0, Some(0));
        }
    }
    add_future_migration(&client, Some(newest + 1)).await;
    for arguments in [&["site", "list"][..], &["migrate"], &["migrate", "--check"], &["serve"]] {
        is_refused(&ran(on(&database, arguments)), "the schema is newer than this stoa");
    }
    let checked = ran(on(&database, &["check"]));
    assert!(checked.printed.contains("refused: the schema is newer"), "{}", checked.printed);
}

#[tokio::test]
async fn a_schema_of_another_build() {
    let database = database::seeded().await;
    let another = "update refinery_schema_history set checksum = '1' where version = 3";
    database.client().await.batch_execute(another).await.unwrap();
    for arguments in [&["site", "list"][..], &["migrate"], &["serve"]] {
        is_refused(&ran(on(&database, arguments)), "V003 catalog of this database is another");
    }
}

#[tokio::test]
async fn concurrent_migrations() {
    let database = database::bare().await;
    let migrate = async || {
        let mut client = database.client().await;
        stoa_schema::migrations::migrate(&mut client).await
    };
    let (one, two, three, four) = tokio::join!(migrate(), migrate(), migrate(), migrate());
    for done in [one, two, three, four] {
        done.unwrap();
    }
    stoa_schema::migrations::status(&database.client().await).await.unwrap().ready().unwrap();
}

/// A change of a table waits for its readers, without blocking other readers.
#[tokio::test]
async fn a_long_reader_blocks_no_other_reader() {
    let database = database::seeded().await;
    let reader = database.client().await;
    reader.batch_execute("begin; select from tags").await.unwrap();
    let change = Migration::unapplied("V901__tags", "alter table tags add column note text");
    let mut migrating = database.client().await;
    let change = [change.unwrap()];
    let migrated =
        tokio::spawn(async move { stoa_schema::migrations::apply(&mut migrating, &change).await });
    let other = database.client().await;
    let waits = "select count(*) from pg_locks lock where not lock.granted
        and lock.relation = 'tags'::regclass
        and lock.database = (select oid from pg_database where datname = current_database())";
    let wait = async {
        while other.query_one(waits, &[]).await.unwrap().get::<_, i64>(0) == 0 {
            tokio::task::yield_now().await;
        }
        // The change waits for its lock, and this query waits for the lock after it. The change soon ends its attempt,
        // to retry later, and the query runs.
        other.query("select from tags", &[]).await.unwrap();
    };
    timeout(DEADLINE, wait).await.expect("others read while the change waits");
    assert!(!migrated.is_finished());
    reader.batch_execute("commit").await.unwrap();
    timeout(DEADLINE, migrated).await.unwrap().unwrap().unwrap();
    other.query("select note from tags", &[]).await.unwrap();
}

/// A waiting migration names the session that it waits for. A signal ends the wait.
#[tokio::test(flavor = "multi_thread")]
async fn waiting_for_another_migration() {
    let database = database::bare().await;
    let mut config = database.config.clone();
    config.application_name("a slow one");
    let holder = stoa::database::connect(&config).await.unwrap();
    holder.execute("select pg_advisory_lock($1)", &[&LOCK]).await.unwrap();
    let pid: i32 = holder.query_one("select pg_backend_pid()", &[]).await.unwrap().get(0);

    let mut waiting = on(&database, &["migrate"]).stderr(Stdio::piped()).spawn().unwrap();
    let said = BufReader::new(waiting.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    let waits = format!("V001 sites waits for another migration: pid {pid} (a slow one)");
    assert!(said.contains(&waits), "{said}");
    kill(Pid::from_raw(waiting.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    waiting.wait().unwrap();

    // Only the wait is cancelled, and the process continues.
    let mut client = database.client().await;
    let waits = "select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())";
    let until_it_waits = async {
        while holder.query(waits, &[]).await.unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        done = stoa_schema::migrations::migrate(&mut client) => panic!("it did not wait: {done:?}"),
        () = until_it_waits => {}
    }
    drop(client);
    drop(holder);
    assert_eq!(ran(on(&database, &["migrate"])).status, Some(0));
    let free =
        "select count(*) from pg_locks where locktype = 'advisory' and objid = $1::bigint::oid
        and database = (select oid from pg_database where datname = current_database())";
    let client = database.client().await;
    let held: i64 = client.query_one(free, &[&LOCK]).await.unwrap().get(0);
    assert_eq!(held, 0);
}

/// Everything that the schema needs is checked before the first migration, by `stoa check` too. Each entry has
/// the change of an empty database, the role that migrates, and the refusal.
const LACKS: [(&str, &str, &str); 7] = [
    (
        "create schema elsewhere; create extension pg_trgm schema elsewhere",
        "postgres",
        "the extension pg_trgm is in a schema outside of search_path: run alter extension pg_trgm set schema public",
    ),
    (
        "create schema elsewhere; create extension btree_gin schema elsewhere",
        "postgres",
        "the extension btree_gin is in a schema outside of search_path",
    ),
    (
        "grant create, usage on schema public to stoa_bare_role",
        "stoa_bare_role",
        "this role may not create the extension btree_gin: as superuser, run create extension btree_gin in this \
         database, or grant the role create on it; this role may not create the extension pg_trgm",
    ),
    (
        // Statements find this view instead of the list of what is installed on the machine.
        "create view pg_available_extensions as
            select available.* from pg_catalog.pg_available_extensions available where available.name <> 'btree_gin';
        alter database \"{database}\" set search_path = public, pg_catalog",
        "postgres",
        "Postgres lacks the extension btree_gin: install its additional modules",
    ),
    (
        "delete from pg_collation where collname = 'und-x-icu'",
        "postgres",
        "the database lacks the collation und-x-icu: use a Postgres that was built with ICU",
    ),
    (
        "update pg_database set encoding = 0 where datname = current_database()",
        "postgres",
        "the database has the encoding SQL_ASCII: create it with encoding 'UTF8'",
    ),
    (
        "update pg_database set encoding = 8 where datname = current_database()",
        "postgres",
        "the database has the encoding LATIN1: create it with encoding 'UTF8'",
    ),
];

/// Several tests create the role, which belongs to the whole cluster.
const BARE_ROLE: &str = "do $$ begin
    create role stoa_bare_role login;
exception when duplicate_object or unique_violation then null;
end $$";

#[tokio::test]
async fn what_the_schema_needs() {
    for (change, role, said) in LACKS {
        let database = database::bare().await;
        let client = database.client().await;
        client.batch_execute(BARE_ROLE).await.unwrap();
        let name: String =
            client.query_one("select current_database()::text", &[]).await.unwrap().get(0);
        client.batch_execute(&change.replace("{database}", &name)).await.unwrap();
        let url = database.url().replace("user=postgres", &format!("user={role}"));
        let checked = run(&["check", "--database-url", &url]);
        let refused = format!("refused: migrations are pending, and cannot be applied: {said}");
        assert!(
            checked.status == Some(1) && checked.printed.contains(&refused),
            "{}",
            checked.printed
        );
        for arguments in [&["migrate"][..], &["serve"]] {
            is_refused(&run(&[arguments, &["--database-url", &url]].concat()), said);
        }
        assert_eq!(tables(&client).await, 0, "nothing was migrated");
    }
}

/// An administrator has created the extensions in another schema. The role may not create them.
#[tokio::test]
async fn extensions_of_a_superuser() {
    let database = database::bare().await;
    let client = database.client().await;
    let name: String =
        client.query_one("select current_database()::text", &[]).await.unwrap().get(0);
    let prepared = format!(
        "create schema extensions;
        create extension pg_trgm schema extensions;
        create extension btree_gin schema extensions;
        grant usage on schema extensions to stoa_bare_role;
        grant create, usage on schema public to stoa_bare_role;
        alter database \"{name}\" set search_path = public, extensions"
    );
    client.batch_execute(BARE_ROLE).await.unwrap();
    client.batch_execute(&prepared).await.unwrap();
    let url = database.url().replace("user=postgres", "user=stoa_bare_role");
    is_done(run(&["check", "--database-url", &url]));
    is_done(run(&["migrate", "--database-url", &url]));
}

/// The system of Postgres was upgraded, so that its letters have another order.
#[tokio::test]
async fn changed_collations() {
    let database = database::empty().await;
    let client = database.client().await;
    let name: String =
        client.query_one("select current_database()::text", &[]).await.unwrap().get(0);
    let (before, _) = check_and_start(&database);
    assert!(!before.contains("has changed from version"), "{before}");
    let upgrade = "update pg_collation set collversion = '1.2' where collname = 'und-x-icu'";
    client.batch_execute(upgrade).await.unwrap();
    let version =
        "select pg_collation_actual_version(oid) from pg_collation where collname = 'und-x-icu'";
    let version: String = client.query_one(version, &[]).await.unwrap().get(0);
    let said = format!(
        r#"the collation "und-x-icu" has changed from version 1.2 to {version}: indexes may miss rows"#
    );
    let (checked, logged) = check_and_start(&database);
    assert!(
        checked.contains(&format!("warning: {said}")) && logged.contains(&said),
        "{checked}{logged}"
    );

    let refresh = format!(r#"reindex database "{name}""#);
    client.batch_execute(&refresh).await.unwrap();
    client.batch_execute(r#"alter collation "und-x-icu" refresh version"#).await.unwrap();
    let (after, logged) = check_and_start(&database);
    let is_said = |text: &str| text.contains("has changed from version");
    assert!(!is_said(&after) && !is_said(&logged), "{after}{logged}");
}

/// Returns the output of `stoa check`, and the log of a server.
fn check_and_start(database: &Database) -> (String, String) {
    (is_done(ran(on(database, &["check"]))), Process::of(on(database, &[])).stop())
}

/// The rights that the runbook grants, without those that imports and applies need.
const ROWS_ONLY: &str = "
    do $$ begin
        create role stoa_rows_only login;
    exception when duplicate_object then null;
    end $$;
    grant usage on schema public to stoa_rows_only;
    grant select, insert, update, delete on all tables in schema public to stoa_rows_only;
    grant usage on all sequences in schema public to stoa_rows_only;
    alter default privileges in schema public grant select, insert, update, delete on tables to stoa_rows_only;
    alter default privileges in schema public grant usage on sequences to stoa_rows_only";

#[tokio::test]
async fn a_role_with_rights_on_rows_only() {
    let database = database::seeded().await;
    let owner = database.client().await;
    owner.batch_execute(ROWS_ONLY).await.unwrap();
    let url = database.url().replace("user=postgres", "user=stoa_rows_only");
    for arguments in [&[][..], &["--no-migrate"]] {
        let server = Process::start(&[arguments, &["--database-url", &url]].concat());
        let start = json!({"widgetId": 1, "visitorId": format!("visitor {}", arguments.len())});
        let (status, started) =
            ask(&server.address, "POST /api/public/chat/start", Some(&start)).await;
        assert_eq!(status, 200, "{started}");
        let logged = server.stop();
        assert!(!logged.contains("ERROR"), "{logged}");
    }
    assert!(!is_done(run(&["check", "--database-url", &url])).contains("may not read"));

    // An import needs more rights, and says so before it stores anything.
    let bundle = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/5-bare.json");
    let imported = run(&["site", "import", "--replace", bundle, "--database-url", &url]);
    is_refused(&imported, "import as the owner of the schema, or let the owner grant it update");

    // A server may access the tables of later migrations by default. A server without access to a table that it needs
    // does not start, so that it cannot answer 500.
    owner.batch_execute("create table carts_of_tomorrow ()").await.unwrap();
    let may = "select has_table_privilege('stoa_rows_only', 'carts_of_tomorrow', 'insert')";
    assert!(owner.query_one(may, &[]).await.unwrap().get::<_, bool>(0));
    owner.batch_execute("revoke all on carts_of_tomorrow from stoa_rows_only").await.unwrap();
    is_done(run(&["check", "--database-url", &url]));
    let revoke = "revoke update on carts from stoa_rows_only;
        revoke select on customer_orders from stoa_rows_only";
    owner.batch_execute(revoke).await.unwrap();
    let refusal = "this role may not read and write carts, customer_orders: as the owner";
    is_refused(&run(&["serve", "--no-migrate", "--database-url", &url]), refusal);
    let checked = run(&["check", "--database-url", &url]);
    assert!(checked.status == Some(1) && checked.printed.contains(refusal), "{}", checked.printed);

    forget_last_migration(&database).await;
    let refusal = "migrations are pending, and this role may not apply them";
    is_refused(&run(&["serve", "--database-url", &url]), refusal);
    is_refused(&run(&["migrate", "--database-url", &url]), refusal);
    let checked = run(&["check", "--database-url", &url]);
    assert!(checked.status == Some(1) && checked.printed.contains(refusal), "{}", checked.printed);
}

/// Words of statements that take something away from older servers, or make something of them fail.
const TAKES_AWAY: [&str; 6] =
    ["drop ", "rename ", "set not null", " type ", "add constraint", "delete "];

/// Statements that older servers do not notice: a column may be null where they treat null as a missing text, or a
/// constraint is replaced by one that allows more.
const HARMLESS: [&str; 10] = [
    "alter table order_item_drawings alter column print_key drop not null",
    "alter table design_drawings alter column print_key drop not null",
    "alter table mails drop constraint mails_kind_unknown",
    "alter table mails add constraint mails_kind_unknown",
    "alter table mails drop constraint mails_without_content",
    "alter table mails add constraint mails_without_content",
    "alter table products drop constraint products_status_unknown",
    "alter table products add constraint products_status_unknown",
    // Of new columns, which older binaries leave null.
    "alter table media add constraint media_file_missing",
    "alter table media add constraint media_thumbnail_missing",
];

/// A migration without a marker in its name must only add, because older binaries continue to use the schema.
#[test]
fn a_breaking_migration_says_so() {
    for (path, sql) in files(&["migrations"], "sql") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let version: i32 = name[1..4].parse().unwrap();
        // The first ones made up the schema before its first release.
        if version <= 19 || name.contains("_breaks_before_V") {
            continue;
        }
        let lines = sql.lines().filter(|line| !line.trim_start().starts_with("--"));
        for statement in lines.collect::<Vec<_>>().join(" ").split(';').map(str::trim) {
            let is_harmless = statement.starts_with("create")
                || HARMLESS.iter().any(|harmless| statement.starts_with(harmless));
            let requires = statement.starts_with("alter table")
                && statement.contains(" not null")
                && !statement.contains("default");
            let breaks = requires || TAKES_AWAY.iter().any(|words| statement.contains(words));
            assert!(is_harmless || !breaks, "name it {name}_breaks_before_V…: {statement}");
        }
    }
}
