//! Decoding of rows into types, as Postgres sends them.

use serde::Deserialize;
use serde_json::{Value, json};
use stoa_db::{Db, DbError, Settings, ToSql};

use crate::harness::database::{self, Database};

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Everything {
    small_number: i64,
    number: i64,
    big_number: i64,
    narrow: f64,
    wide: f64,
    is_true: bool,
    text: String,
    short_text: Id,
    kind: Kind,
    published_at: i64,
    tags: Vec<String>,
    holes: Vec<Option<i64>>,
    nested: Vec<Nested>,
    any: Value,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Id(String);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    PercentOff,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Nested {
    parent_id: Option<i64>,
    name: String,
}

const EVERYTHING: &str = "
select
    -1::smallint as small_number, -2::int as number, -9223372036854775808 as big_number,
    1.5::real as narrow, 0.1::double precision as wide, true as is_true,
    'ü\"\\' as text, 'a'::varchar as short_text, 'percent_off' as kind,
    timestamptz '1969-12-31 23:59:59.999+00' as published_at,
    array['a', ''] as tags, array[1, null]::int[] as holes,
    '[{\"parentId\": null, \"name\": \"ü\"}, {\"parentId\": 7, \"name\": \"\"}]'::jsonb as nested,
    '{\"b\": [1, 2.5], \"a\": null}'::json as any";

#[tokio::test]
async fn every_type() {
    let (db, _database) = db().await;
    let row: Everything = db.one(EVERYTHING, &[]).await.unwrap();
    assert_eq!(
        row,
        Everything {
            small_number: -1,
            number: -2,
            big_number: i64::MIN,
            narrow: 1.5,
            wide: 0.1,
            is_true: true,
            text: "ü\"\\".into(),
            short_text: Id("a".into()),
            kind: Kind::PercentOff,
            published_at: -1_000,
            tags: vec!["a".into(), String::new()],
            holes: vec![Some(1), None],
            nested: vec![
                Nested { parent_id: None, name: "ü".into() },
                Nested { parent_id: Some(7), name: String::new() },
            ],
            any: json!({"b": [1, 2.5], "a": null}),
        }
    );
}

#[tokio::test]
async fn nulls_and_empty_arrays() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Nothing {
        number: Option<i64>,
        text: Option<Id>,
        kind: Option<Kind>,
        tags: Option<Vec<String>>,
        none: Vec<String>,
        nested: Option<Nested>,
        json_null: Option<Nested>,
        any: Value,
    }
    let (db, _database) = db().await;
    let sql = "select null::bigint as number, null::text as text, null::text as kind, null::text[] as tags,
        '{}'::text[] as none, null::jsonb as nested, 'null'::jsonb as json_null, null::json as any";
    let row: Nothing = db.one(sql, &[]).await.unwrap();
    let Nothing {
        number: None,
        text: None,
        kind: None,
        tags: None,
        nested: None,
        json_null: None,
        any,
        none,
    } = row
    else {
        panic!("{row:?}")
    };
    assert_eq!((any, none), (Value::Null, Vec::new()));
}

#[tokio::test]
async fn tuples_and_single_values() {
    let (db, _database) = db().await;
    assert_eq!(
        db.one::<(i64, Option<String>)>("select 1::int, null::text", &[]).await.unwrap(),
        (1, None)
    );
    assert_eq!(
        db.rows::<i64>("select generate_series(1, 3)::bigint", &[]).await.unwrap(),
        [1, 2, 3]
    );
    assert_eq!(db.one::<String>("select 'a'", &[]).await.unwrap(), "a");
    assert_eq!(db.opt::<i64>("select 1::bigint where false", &[]).await.unwrap(), None);
    assert_eq!(
        db.one::<Value>("select 1 as site_id, 'a' as b", &[]).await.unwrap(),
        json!({"siteId": 1, "b": "a"})
    );
}

#[tokio::test]
async fn a_page_and_its_total() {
    let (db, _database) = db().await;
    let sql = "
        select 5::bigint as total, item.*
        from (select) one left join (
            select number as parent_id, 'n' || number as name from generate_series(1, 5) number offset $1
        ) item on true";
    let page = db.page::<Nested>(sql, &[&3_i64]).await.unwrap();
    assert_eq!((page.total, page.items.len(), page.items[0].parent_id), (5, 2, Some(4)));
    let page = db.page::<Nested>(sql, &[&i64::MAX]).await.unwrap();
    assert_eq!((page.total, page.items), (5, vec![]));
}

#[tokio::test]
async fn mismatched_types() {
    let (db, _database) = db().await;
    for (sql, message) in [
        ("select 1 as parent_id", "no column fills the field name of Nested"),
        ("select 1 as parent_id, 'a' as name, 2 as more", "Nested has no field for column more"),
        ("select 1 as parent_id, null::text as name", "column name: invalid type"),
        (
            "select 'x' as parent_id, 'a' as name",
            "column parent_id: invalid type: string \"x\", expected i64",
        ),
        (
            "select 1.5::numeric as parent_id, 'a' as name",
            "column parent_id: type numeric is not read",
        ),
        (
            "select timestamptz 'infinity' as parent_id, 'a' as name",
            "column parent_id: a time out of range",
        ),
        ("select array[[1]] as parent_id, 'a' as name", "arrays of several dimensions"),
    ] {
        let error = db.one::<Nested>(sql, &[]).await.unwrap_err().to_string();
        assert!(error.contains(message) && error.contains(sql), "{sql}: {error}");
    }
    let error = db.one::<i64>("select 1 where false", &[]).await.unwrap_err();
    assert_eq!(error.to_string(), "a row was expected [select 1 where false]");
}

#[tokio::test]
async fn built_json_has_a_key_for_each_field() {
    let (db, _database) = db().await;
    for (built, message) in [
        ("'name', 'a'", "column json: no key fills the field parentId of Nested"),
        ("'name', 'a', 'parentid', 1", "column json: Nested has no field for key parentid"),
        ("'name', null, 'parentId', 1", "column json: invalid type: null"),
    ] {
        let built = format!("json_build_object({built})");
        for json in [built.clone(), format!("json_agg({built})")] {
            let sql = format!("select {json} as json");
            let error = match json == built {
                true => db.one::<(Nested,)>(&sql, &[]).await.unwrap_err(),
                false => db.one::<(Vec<Option<Nested>>,)>(&sql, &[]).await.unwrap_err(),
            };
            assert!(error.to_string().contains(message), "{sql}: {error}");
        }
    }
    let whole = "select json_build_object('name', 'a', 'parentId', null) as json";
    let nested = Nested { parent_id: None, name: "a".into() };
    assert_eq!(db.one::<(Nested,)>(whole, &[]).await.unwrap(), (nested,));
    // Stored JSON may lack optional members.
    let stored = "select jsonb_build_object('name', 'a', 'more', 1) as json";
    assert_eq!(db.one::<(Nested,)>(stored, &[]).await.unwrap().0.parent_id, None);
}

#[tokio::test]
async fn a_broken_constraint_has_its_name() {
    let (db, _database) = db().await;
    let insert = "insert into tags (site_id, id, slug) values ($1, $2, $3)";
    let insert = |site_id: i64, id: i64| {
        let db = db.clone();
        async move { db.execute(insert, &[&site_id, &id, &"secret@example.com"]).await }
    };
    db.execute("insert into sites (id, name) overriding system value values (901, 'x')", &[])
        .await
        .unwrap();
    assert_eq!(insert(901, 1).await.unwrap(), 1);
    let taken: DbError = insert(901, 2).await.unwrap_err();
    assert_eq!(taken.constraint(), Some("tags_slug_taken"));
    assert_eq!(insert(902, 1).await.unwrap_err().constraint(), Some("tags_site_missing"));

    // The error contains no values, however it is formatted, so that the log has none.
    let chain = format!("{taken} {taken:?} {:?}", std::error::Error::source(&taken));
    assert!(chain.contains("23505") && !chain.contains("secret@"), "{chain}");

    let unknown = db.execute("select no_such_column from tags", &[]).await.unwrap_err();
    assert_eq!(
        (unknown.constraint(), unknown.code().map(|code| code.code())),
        (None, Some("42703"))
    );
}

const INSERT_SITE: &str = "insert into sites (id, name) overriding system value values ($1, 'x')";
const COUNT_SITES: &str = "select count(*) from sites where id in (911, 912)";

#[tokio::test]
async fn a_transaction_begins_with_its_first_statement() {
    let (db, _database) = db().await;
    let mut connection = db.connection().await.unwrap();

    connection.transaction().commit().await.unwrap();

    let transaction = connection.transaction();
    let (first, second): ([&(dyn ToSql + Sync); 1], [&(dyn ToSql + Sync); 1]) =
        ([&911_i64], [&912_i64]);
    let both = tokio::join!(
        transaction.execute(INSERT_SITE, &first),
        transaction.execute(INSERT_SITE, &second)
    );
    assert_eq!((both.0.unwrap(), both.1.unwrap()), (1, 1));
    drop(transaction);
    assert_eq!(db.one::<i64>(COUNT_SITES, &[]).await.unwrap(), 0);

    // A failed statement aborts its transaction, and the connection is usable again afterwards.
    let transaction = connection.transaction();
    transaction.execute("select 1 / 0", &[]).await.unwrap_err();
    let after = transaction.execute(INSERT_SITE, &[&911_i64]).await.unwrap_err();
    assert_eq!(after.code().map(|code| code.code()), Some("25P02"));
    drop(transaction);
    let transaction = connection.transaction();
    transaction.execute(INSERT_SITE, &[&911_i64]).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(db.one::<i64>(COUNT_SITES, &[]).await.unwrap(), 1);
}

#[tokio::test]
async fn statements_that_are_polled_together_run_in_order() {
    let (db, _database) = db().await;
    let [first, second]: [[&(dyn ToSql + Sync); 1]; 2] = [[&911_i64], [&912_i64]];
    let mut connection = db.connection().await.unwrap();

    // Only the second statement is prepared.
    assert_eq!(connection.transaction().one::<i64>(COUNT_SITES, &[]).await.unwrap(), 0);
    let transaction = connection.transaction();
    let done = tokio::try_join!(biased;
        transaction.execute(INSERT_SITE, &first),
        transaction.one::<i64>(COUNT_SITES, &[]),
        transaction.send_commit(),
    );
    assert_eq!(done.unwrap(), (1, 1, ()));
    drop(transaction);

    // The commit of a failed transaction rolls it back.
    let transaction = connection.transaction();
    let failed = tokio::try_join!(biased;
        transaction.execute(INSERT_SITE, &second),
        transaction.execute("select 1 / 0", &[]),
        transaction.send_commit(),
    );
    assert_eq!(failed.unwrap_err().code().map(|code| code.code()), Some("22012"));
    drop(transaction);
    assert_eq!(connection.transaction().one::<i64>(COUNT_SITES, &[]).await.unwrap(), 1);

    // A commit that waits behind a statement that cannot be prepared is not sent, so the transaction is rolled back.
    let transaction = connection.transaction();
    let failed = tokio::try_join!(biased;
        transaction.execute("insert into nowhere values (1)", &[]),
        transaction.send_commit(),
    );
    assert_eq!(failed.unwrap_err().code().map(|code| code.code()), Some("42P01"));
    drop(transaction);
    assert_eq!(connection.transaction().one::<i64>(COUNT_SITES, &[]).await.unwrap(), 1);
}

async fn db() -> (Db, Database) {
    let database = database::empty().await;
    (
        Db::connect(database.config.clone(), Settings { connections: 2, ..Settings::default() }),
        database,
    )
}
