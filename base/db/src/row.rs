//! Deserializes a row directly into a type, without an intermediate value.

use serde::{
    Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor,
        value::{StrDeserializer, U64Deserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::{Error, Result};
use tokio_postgres::Row;

use crate::{
    camel_case::camel_case,
    column::ColumnReader,
    record::{RecordFields, records_of},
    strict_json::StrictJson,
};

/// A page of a list, and the number of items in the whole list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// The number of items in all pages.
    pub total: i64,
}

impl<T> Page<T> {
    /// The number of pages with `limit` items each, which is 0 if the list is empty.
    pub fn total_pages(&self, limit: i64) -> i64 {
        (self.total + limit - 1) / limit
    }
}

pub(crate) fn read<T: DeserializeOwned>(rows: &[Row], sql: &str) -> Result<Vec<T>> {
    read_from(0, rows.iter(), records_of(sql))
}

pub(crate) fn read_first<T: DeserializeOwned>(rows: &[Row], sql: &str) -> Result<Option<T>> {
    Ok(read(&rows[..rows.len().min(1)], sql)?.pop())
}

/// Reads rows whose first column is the total, followed by an item's columns or nulls.
pub(crate) fn read_page<T: DeserializeOwned>(rows: &[Row], sql: &str) -> Result<Page<T>> {
    let first =
        rows.first().ok_or_else(|| Error::custom("a page has a row even when it is empty"))?;
    let total = first.try_get(0).map_err(Error::custom)?;
    let items = rows
        .iter()
        .filter(|row| !ColumnReader::new(row, 1, &[]).is_ok_and(|column| column.is_null()));
    Ok(Page { items: read_from(1, items, records_of(sql))?, total })
}

fn read_from<'a, T: DeserializeOwned>(
    start: usize,
    rows: impl Iterator<Item = &'a Row>,
    records: &'static [RecordFields],
) -> Result<Vec<T>> {
    let mut fields = Vec::new();
    rows.map(|row| {
        // Builds with debug assertions first read the row strictly, so that tests detect a type that does not fit its
        // statement. Production skips this check.
        if cfg!(debug_assertions) {
            T::deserialize(RowReader {
                row,
                start,
                strictness: Strictness { is_exact: true, records },
                fields: &mut fields,
            })?;
        }
        T::deserialize(RowReader {
            row,
            start,
            strictness: Strictness { is_exact: false, records: &[] },
            fields: &mut fields,
        })
    })
    .collect()
}

/// How strictly nested values are checked against their types.
#[derive(Clone, Copy)]
struct Strictness {
    /// Whether JSON is read as [`StrictJson`].
    is_exact: bool,
    /// Field names of the statement's records, in the order of the statement's text.
    records: &'static [RecordFields],
}

/// Reads a row, starting with the column at the index `start`.
struct RowReader<'a, 'de> {
    row: &'de Row,
    start: usize,
    strictness: Strictness,
    /// For each column, the index of the field that it fills. Computed for the first row only.
    fields: &'a mut Vec<u64>,
}

impl<'de> RowReader<'_, 'de> {
    fn first(&self) -> Result<ColumnReader<'de>> {
        ColumnReader::new(self.row, self.start, self.strictness.records)
    }
}

impl<'de> Deserializer<'de> for RowReader<'_, 'de> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if self.fields.is_empty() {
            *self.fields = match_fields(self.row, self.start, name, fields)?;
        }
        visitor.visit_map(Fields {
            row: self.row,
            start: self.start,
            strictness: self.strictness,
            next: 0,
            fields: self.fields,
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(Names { row: self.row, strictness: self.strictness, next: self.start })
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_map(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_seq(Columns { row: self.row, strictness: self.strictness, next: self.start })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.first()?.deserialize_option(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.first()?.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.first()?.deserialize_any(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.first()?.deserialize_any(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.first()?.deserialize_any(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.first()?.deserialize_any(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.first()?.deserialize_any(visitor)
    }

    forward_to_deserialize_any! { i8 i16 i32 i128 u8 u16 u32 u64 u128 f32 char bytes byte_buf unit_struct identifier }
}

/// Returns the index of the field that each column fills. Refuses a column without a field and a field without a
/// column.
///
/// Without this check, a missing column of an optional field would go unnoticed, because serde reads an absent `Option`
/// as `None`.
fn match_fields(row: &Row, start: usize, name: &str, fields: &[&str]) -> Result<Vec<u64>> {
    let columns = &row.columns()[start..];
    let numbers = columns.iter().map(|column| {
        let found =
            camel_case(column.name(), |name| fields.iter().position(|field| name == *field));
        found.ok_or_else(|| {
            Error::custom(format!("{name} has no field for column {}", column.name()))
        })
    });
    let numbers =
        numbers.map(|number| number.map(|number| number as u64)).collect::<Result<Vec<u64>>>()?;
    match (0..fields.len()).find(|number| !numbers.contains(&(*number as u64))) {
        Some(number) => {
            Err(Error::custom(format!("no column fills the field {} of {name}", fields[number])))
        }
        None => Ok(numbers),
    }
}

/// The columns of a row as the fields of a struct. serde identifies each field by its index, so that names need not be
/// compared for every row.
struct Fields<'a, 'de> {
    row: &'de Row,
    start: usize,
    strictness: Strictness,
    next: usize,
    fields: &'a [u64],
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(field) = self.fields.get(self.next) else { return Ok(None) };
        seed.deserialize(U64Deserializer::new(*field)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        self.next += 1;
        column(self.row, self.start + self.next - 1, self.strictness, seed)
    }
}

/// The columns of a row as the entries of a map.
struct Names<'de> {
    row: &'de Row,
    strictness: Strictness,
    next: usize,
}

impl<'de> MapAccess<'de> for Names<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(column) = self.row.columns().get(self.next) else { return Ok(None) };
        camel_case(column.name(), |name| seed.deserialize(StrDeserializer::new(name))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        self.next += 1;
        column(self.row, self.next - 1, self.strictness, seed)
    }
}

/// The columns of a row as the elements of a sequence.
struct Columns<'de> {
    row: &'de Row,
    strictness: Strictness,
    next: usize,
}

impl<'de> SeqAccess<'de> for Columns<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.next == self.row.len() {
            return Ok(None);
        }
        self.next += 1;
        column(self.row, self.next - 1, self.strictness, seed).map(Some)
    }
}

fn column<'de, T: DeserializeSeed<'de>>(
    row: &'de Row,
    number: usize,
    strictness: Strictness,
    seed: T,
) -> Result<T::Value> {
    let reader = ColumnReader::new(row, number, strictness.records)?;
    let value = match reader.built_json().filter(|_| strictness.is_exact) {
        Some(json) => seed.deserialize(StrictJson(serde_json::from_slice(json)?)),
        None => seed.deserialize(reader),
    };
    value
        .map_err(|error| Error::custom(format!("column {}: {error}", row.columns()[number].name())))
}
