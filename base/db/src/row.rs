//! Deserializes a row directly into a type, without an intermediate value.

use std::slice;

use serde::{
    Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor,
        value::{StringDeserializer, U64Deserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::Error;
use tokio_postgres::Row;

use crate::{
    DbError,
    camel_case::camel_case,
    column::ColumnReader,
    error::Cause,
    record::{RecordFields, records_of},
    strict_json::StrictJson,
};

type Result<T, E = Error> = std::result::Result<T, E>;

/// A page of a list, and the number of items in the whole list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: i64,
}

impl<T> Page<T> {
    /// The number of pages with `limit` items each, which is 0 if the list is empty.
    pub fn total_pages(&self, limit: i64) -> i64 {
        (self.total + limit - 1) / limit
    }
}

pub(crate) fn read<T: DeserializeOwned>(rows: &[Row], sql: &str) -> Result<Vec<T>, DbError> {
    read_from(0, rows.iter(), sql)
}

pub(crate) fn read_first<T: DeserializeOwned>(
    rows: &[Row],
    sql: &str,
) -> Result<Option<T>, DbError> {
    Ok(read(&rows[..rows.len().min(1)], sql)?.pop())
}

/// Reads rows whose first column is the total, followed by an item's columns or nulls.
pub(crate) fn read_page<T: DeserializeOwned>(rows: &[Row], sql: &str) -> Result<Page<T>, DbError> {
    let first = rows.first().ok_or_else(|| DbError::new(Cause::NoRow, sql))?;
    let total = first.try_get(0).map_err(|error| DbError::postgres(error, sql))?;
    let items = rows
        .iter()
        .filter(|row| !ColumnReader::new(row, 1, &[]).is_ok_and(|column| column.is_null()));
    Ok(Page { items: read_from(1, items, sql)?, total })
}

fn read_from<'a, T: DeserializeOwned>(
    start: usize,
    rows: impl Iterator<Item = &'a Row>,
    sql: &str,
) -> Result<Vec<T>, DbError> {
    let records = records_of(sql);
    let mut fields = Vec::new();
    let read = rows.map(|row| {
        // In debug builds, tests detect a type that does not fit its statement.
        if cfg!(debug_assertions) {
            let strictness = Strictness { is_exact: true, records };
            T::deserialize(RowReader { row, start, strictness, fields: &mut fields })?;
        }
        let strictness = Strictness { is_exact: false, records: &[] };
        T::deserialize(RowReader { row, start, strictness, fields: &mut fields })
    });
    read.collect::<Result<_>>().map_err(|error| DbError::new(Cause::Row(error), sql))
}

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

impl<'a, 'de> RowReader<'a, 'de> {
    fn first(&self) -> Result<ColumnReader<'de>> {
        ColumnReader::new(self.row, self.start, self.strictness.records)
    }

    fn columns(self) -> Columns<'a, 'de> {
        let Self { row, start, strictness, fields } = self;
        Columns { row, next: start, strictness, fields: fields.iter() }
    }
}

/// Defines methods that read the first column, whatever follows it.
macro_rules! of_first_column {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.first()?.deserialize_any(visitor)
        }
    )*};
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
        visitor.visit_map(self.columns())
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(self.columns())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_seq(self.columns())
    }

    /// Refuses a tuple of more than two, because columns that are swapped would be read without an error.
    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        if length > 2 {
            return Err(Error::custom(
                "a row of more than two columns needs a struct, not a tuple",
            ));
        }
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

    of_first_column! { deserialize_i64 deserialize_f64 deserialize_bool deserialize_str deserialize_string }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u32 u64 u128 f32 char bytes byte_buf unit unit_struct map identifier ignored_any
    }
}

/// Returns the index of the field that each column fills. Refuses a column without a field and a field without a
/// column, because serde would read a missing optional field as `None`.
fn match_fields(row: &Row, start: usize, name: &str, fields: &[&str]) -> Result<Vec<u64>> {
    let numbers = row.columns()[start..].iter().map(|column| {
        let field = camel_case(column.name());
        let number = fields.iter().position(|other| *other == field).ok_or_else(|| {
            Error::custom(format!("{name} has no field for column {}", column.name()))
        });
        number.map(|number| number as u64)
    });
    let numbers = numbers.collect::<Result<Vec<u64>>>()?;
    match (0..fields.len()).find(|number| !numbers.contains(&(*number as u64))) {
        Some(number) => {
            Err(Error::custom(format!("no column fills the field {} of {name}", fields[number])))
        }
        None => Ok(numbers),
    }
}

/// The columns of a row as the fields of a struct, the entries of a map, or the elements of a sequence.
struct Columns<'a, 'de> {
    row: &'de Row,
    next: usize,
    strictness: Strictness,
    /// The indexes of a struct's fields, so that names need not be compared for every row. Empty for a map.
    fields: slice::Iter<'a, u64>,
}

impl<'de> Columns<'_, 'de> {
    fn value<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let reader = ColumnReader::new(self.row, self.next, self.strictness.records)?;
        let value = match reader.built_json().filter(|_| self.strictness.is_exact) {
            Some(json) => seed.deserialize(StrictJson(serde_json::from_slice(json)?)),
            None => seed.deserialize(reader),
        };
        let name = self.row.columns()[self.next].name();
        self.next += 1;
        value.map_err(|error| Error::custom(format!("column {name}: {error}")))
    }
}

impl<'de> MapAccess<'de> for Columns<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(column) = self.row.columns().get(self.next) else { return Ok(None) };
        let key = match self.fields.next() {
            Some(field) => seed.deserialize(U64Deserializer::new(*field)),
            None => seed.deserialize(StringDeserializer::new(camel_case(column.name()))),
        };
        key.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        self.value(seed)
    }
}

impl<'de> SeqAccess<'de> for Columns<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.next == self.row.len() {
            return Ok(None);
        }
        self.value(seed).map(Some)
    }
}
