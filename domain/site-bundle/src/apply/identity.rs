//! Finds the site's rows for the items of a batch.

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;
use serde_json::value::{RawValue, to_raw_value};
use tokio_postgres::Transaction;

use super::kinds::{Identity, Kind};
use super::staging::Staging;

/// The identity of an item of the file.
#[derive(Debug, Clone)]
pub struct Row {
    /// The position in its section of the file.
    pub place: usize,
    /// The id of its row. A new row gets one when it is written. Until then, this number is negative.
    pub id: i64,
    /// The version that the export has given it.
    pub version: Option<String>,
    /// The code or the name by which the row is found, if it is not found by an id.
    text: Option<String>,
}

/// An item with its identity.
#[derive(Debug, Clone)]
pub struct Item {
    pub row: Row,
    pub json: Box<RawValue>,
}

impl Item {
    pub fn new(kind: &Kind, place: usize, site_id: i64, json: Box<RawValue>) -> Result<Self> {
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(json.get())?;
        let member = |name: &str| members.get(name).map(|value| value.get());
        let text = |name: &str| serde_json::from_str(member(name).unwrap_or("\"\""));
        let given: Option<i64> = member("id").map(serde_json::from_str).transpose()?;
        let unknown = -i64::try_from(place)? - 1;
        let (id, text) = match (kind.identity, given) {
            (Identity::Site, _) => (site_id, None),
            (Identity::Id | Identity::IdOrName, Some(id)) => (id, None),
            (Identity::Id, None) => (unknown, None),
            (Identity::Code, _) => (unknown, Some(text("code")?)),
            (Identity::IdOrName, None) => (unknown, Some(text("name")?)),
        };
        let version = member("version").map(serde_json::from_str).transpose()?;
        Ok(Self { row: Row { place, id, version, text }, json })
    }
}

/// Gives the items that are found by a code or a name the ids of their rows. Those without a row get new ids if
/// `takes_ids`. Returns the places of items whose name several rows or items have.
pub async fn identify(
    staging: &mut Staging,
    transaction: &Transaction<'_>,
    (kind, site_id): (&Kind, i64),
    items: &mut [Item],
    takes_ids: bool,
) -> Result<HashSet<usize>> {
    let mut ambiguous = HashSet::new();
    let texts: Vec<&str> =
        items.iter().map(|item| item.row.text.as_deref().unwrap_or_default()).collect();
    if items.iter().all(|item| item.row.text.is_none()) {
        return Ok(ambiguous);
    }
    let statement = staging.statement(transaction, false, &find(kind)).await?;
    let found = transaction.query(&statement, &[&site_id, &texts]).await?;
    let mut met: HashSet<i64> =
        items.iter().filter(|item| item.row.text.is_none()).map(|item| item.row.id).collect();
    for row in found {
        let place = usize::try_from(row.try_get::<_, i64>("place")?)?;
        let item = &mut items[place];
        if item.row.text.is_none() {
            continue;
        }
        let id: i64 = row.try_get("id")?;
        if row.try_get::<_, i64>("rows")? > 1 || !met.insert(id) {
            ambiguous.insert(item.row.place);
        } else {
            item.row.id = id;
        }
    }
    let take = format!("select nextval(pg_get_serial_sequence('{}', 'id'))", kind.table().name);
    for item in items.iter_mut().filter(|item| item.row.text.is_some()) {
        if item.row.id < 0 && takes_ids {
            item.row.id = transaction.query_one(&take, &[]).await?.try_get(0)?;
        }
        let mut members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(item.json.get())?;
        members.insert("id".to_owned(), to_raw_value(&item.row.id)?);
        item.json = to_raw_value(&members)?;
    }
    Ok(ambiguous)
}

/// The rows that have one of the codes or names $2, each with the position of the text.
fn find(kind: &Kind) -> String {
    let is_same = match kind.identity {
        Identity::Code => {
            "lower(t.code collate \"und-x-icu\") = lower(given.text collate \"und-x-icu\")"
        }
        _ => "t.name = given.text",
    };
    format!(
        "select given.place - 1 as place, min(t.id) as id, count(*) as rows
        from unnest($2::text[]) with ordinality given (text, place)
        join {name} t on t.site_id = $1 and {is_same}
        group by given.place
        order by given.place",
        name = kind.table().name,
    )
}
