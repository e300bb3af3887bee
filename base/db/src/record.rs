//! Reads records, which statements build by `row(…)`. This is far cheaper than JSON, both for Postgres and for the server.
//!
//! The fields of a record are read by position, because it has no field names. To detect swapped fields, builds with
//! debug assertions take the names from the statement's text. The name of a field is that of its column, or the word in
//! the comment after the column.
//!
//! ```sql
//! array(
//!     select row(
//!         image.id,
//!         image.position -- order
//!     )
//!     from product_images image
//! ) as images
//! ```

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use regex::Regex;
use serde::de::{DeserializeSeed, Error as _, SeqAccess};
use serde_json::{Error, Result};
use tokio_postgres::types::Type;

use crate::{
    camel_case::camel_case,
    column::{ColumnReader, take_i32, take_value},
};

#[derive(Debug, PartialEq)]
pub(crate) struct Field {
    name: String,
    records: Vec<RecordFields>,
}

pub(crate) type RecordFields = Vec<Field>;

/// The parsed records of each statement. They are never freed: the program has a fixed number of statements.
static READ: LazyLock<Mutex<HashMap<String, &'static [RecordFields]>>> =
    LazyLock::new(Mutex::default);

/// Returns the records in a statement, in the order of its text. Returns no records in builds without debug assertions.
pub(crate) fn records_of(sql: &str) -> &'static [RecordFields] {
    if !cfg!(debug_assertions) {
        return &[];
    }
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(records) = read.get(sql) {
        return records;
    }
    let records: &'static [RecordFields] = Vec::leak(records(sql));
    read.insert(sql.to_owned(), records);
    records
}

/// Refuses a record whose fields differ in name or order from those of the struct that it fills.
pub(crate) fn check(record: Option<&RecordFields>, name: &str, fields: &[&str]) -> Result<()> {
    let Some(record) = record else { return Ok(()) };
    for (number, Field { name: found, .. }) in record.iter().enumerate() {
        let error = match fields.get(number) {
            Some(expected) if expected == found => continue,
            Some(expected) => format!("{name} has {expected} where the row has {found}"),
            None => format!("{name} has no field for {found}"),
        };
        return Err(Error::custom(error));
    }
    Ok(())
}

pub(crate) struct Values<'de> {
    rest: &'de [u8],
    left: usize,
    number: usize,
    fields: Option<&'static RecordFields>,
}

impl<'de> Values<'de> {
    /// Reads the header, which is the number of values.
    pub(crate) fn new(mut raw: &'de [u8], fields: Option<&'static RecordFields>) -> Result<Self> {
        let left = usize::try_from(take_i32(&mut raw)?).map_err(Error::custom)?;
        Ok(Self { rest: raw, left, number: 0, fields })
    }
}

impl<'de> SeqAccess<'de> for Values<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let oid = take_i32(&mut self.rest)?.cast_unsigned();
        let kind = Type::from_oid(oid)
            .ok_or_else(|| Error::custom(format!("type {oid} is not read: cast it in the row")))?;
        let raw = take_value(&mut self.rest)?;
        let field = self.fields.and_then(|fields| fields.get(self.number));
        self.number += 1;
        let record = field.and_then(|field| field.records.first());
        let value = seed.deserialize(ColumnReader { kind, raw, record });
        let named = |error| match field {
            Some(field) => Error::custom(format!("{}: {error}", field.name)),
            None => error,
        };
        value.map(Some).map_err(named)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// The parts of a statement's text that matter for records. Matches texts and casts, so that they are no other parts.
#[expect(clippy::expect_used, reason = "the pattern is valid")]
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"--[^\n]*|'[^']*'|::[\w\[\]]+|\brow\(|\w+|[(),]").expect("the pattern is valid")
});

/// Returns all records that are not nested in another one.
fn records(text: &str) -> Vec<RecordFields> {
    let mut tokens = TOKEN.find_iter(text).map(|token| token.as_str());
    let mut records = Vec::new();
    while let Some(token) = tokens.next() {
        if token == "row(" {
            records.push(fields(&mut tokens));
        }
    }
    records
}

fn fields(tokens: &mut dyn Iterator<Item = &str>) -> RecordFields {
    let mut fields: RecordFields = Vec::new();
    let (mut column, mut renamed, mut records) = ("", None, Vec::new());
    let mut depth = 0;
    while let Some(token) = tokens.next() {
        match token {
            "row(" => records.push(self::fields(tokens)),
            "(" => depth += 1,
            ")" if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            "," | ")" => {
                let name = renamed.take().unwrap_or_else(|| camel_case(column));
                fields.push(Field { name, records: std::mem::take(&mut records) });
                column = "";
                if token == ")" {
                    break;
                }
            }
            _ if token.starts_with("--") => {
                let name = token.trim_start_matches('-').trim();
                match fields.last_mut() {
                    _ if name.contains(' ') => {}
                    // A comment after the comma renames the field before the comma.
                    Some(field) if column.is_empty() => field.name = name.to_owned(),
                    _ => renamed = Some(name.to_owned()),
                }
            }
            _ if token.starts_with(['\'', ':']) => {}
            word => column = word,
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(fields: &RecordFields) -> Vec<&str> {
        fields.iter().map(|field| field.name.as_str()).collect()
    }

    #[test]
    fn names_of_fields() {
        let read = records(
            "select product.id, array(
                select row(
                    option.id,
                    option.position, -- order
                    -- What was not said, (and a comma.
                    null::bigint, -- costPrice
                    coalesce(option.label, 'a (, b')::text[], -- label
                    array(
                        select row(value.id, value.created_at)
                        from product_option_values value
                        where value.option_id = any ($1)
                    ) -- values
                )
                from product_options option
            ) as options, row(category.slug) as category, narrow(category.id)",
        );
        let all: Vec<_> = read.iter().map(names).collect();
        assert_eq!(all, [vec!["id", "order", "costPrice", "label", "values"], vec!["slug"]]);
        let nested: Vec<_> = read[0][4].records.iter().map(names).collect();
        assert_eq!(nested, [["id", "createdAt"]]);
    }

    #[test]
    fn other_fields_are_refused() {
        let read = records("select row(side.width, side.height, side.depth)");
        let error = |fields| check(read.first(), "Side", fields).unwrap_err().to_string();
        assert_eq!(error(&["height", "width", "depth"]), "Side has height where the row has width");
        assert_eq!(error(&["width", "height"]), "Side has no field for depth");
        assert!(check(read.first(), "Side", &["width", "height", "depth"]).is_ok());
    }
}
