//! Deserializes one value of a row from Postgres' binary format.

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error as _, SeqAccess, Visitor, value::BorrowedStrDeserializer},
};
use serde_json::{Error, Result, de::SliceRead};
use tokio_postgres::{
    Row,
    types::{FromSql, Kind, Type},
};

use crate::record::{self, RecordFields, Values};

/// Postgres counts microseconds from 2000-01-01, but the server counts them from 1970-01-01.
const MICROSECONDS_FROM_1970_TO_2000: i64 = 946_684_800_000_000;

/// Reads one value of a row. The supported types are numbers, text, enums, booleans, times (as microseconds since
/// 1970), bytes, json, and arrays and records of these.
#[derive(Clone)]
pub(crate) struct ColumnReader<'de> {
    pub(crate) kind: Type,
    pub(crate) raw: Option<&'de [u8]>,
    /// Field names of the record, if the value is a record or an array of records.
    pub(crate) record: Option<&'static RecordFields>,
}

impl<'de> ColumnReader<'de> {
    /// Creates a reader of the column with the index `number`. `records` has the field names of the statement's
    /// records, in the order of the statement's text.
    pub(crate) fn new(
        row: &'de Row,
        number: usize,
        records: &'static [RecordFields],
    ) -> Result<Self> {
        let column =
            row.columns().get(number).ok_or_else(|| Error::custom("the row has no such column"))?;
        let Raw(raw) = row.try_get(number).map_err(Error::custom)?;
        let kind = column.type_().clone();
        let is_record = |kind: &Type| [Type::RECORD, Type::RECORD_ARRAY].contains(kind);
        let record = if records.is_empty() || !is_record(&kind) {
            None
        } else {
            let before = row.columns()[..number].iter();
            records.get(before.filter(|column| is_record(column.type_())).count())
        };
        Ok(Self { kind, raw, record })
    }

    pub(crate) fn is_null(&self) -> bool {
        self.raw.is_none()
    }

    /// Returns the text of a `json`, which a statement has built. Stored values are `jsonb`.
    pub(crate) fn built_json(&self) -> Option<&'de [u8]> {
        self.raw.filter(|_| self.kind == Type::JSON)
    }

    fn json(&self) -> Result<Option<serde_json::Deserializer<SliceRead<'de>>>> {
        let json = match (self.raw, &self.kind) {
            (Some(json), &Type::JSON) => json,
            // The first byte is the version of the format.
            (Some([1, json @ ..]), &Type::JSONB) => json,
            (Some(_), &Type::JSONB) => return Err(Error::custom("an unknown version of jsonb")),
            _ => return Ok(None),
        };
        Ok(Some(serde_json::Deserializer::from_slice(json)))
    }
}

/// Defines methods of the deserializer. Each method passes a json value to the same method of serde_json, and reads any
/// other value by its Postgres type.
macro_rules! by_own_type {
    ($($method:ident($($argument:ident: $kind:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $kind,)* visitor: V) -> Result<V::Value> {
            match self.json()? {
                Some(mut json) => json.$method($($argument,)* visitor),
                None => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for ColumnReader<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Some(raw) = self.raw else { return visitor.visit_unit() };
        if let Some(mut json) = self.json()? {
            return json.deserialize_any(visitor);
        }
        match self.kind {
            Type::BOOL => visitor.visit_bool(raw == [1]),
            Type::INT2 => visitor.visit_i64(i16::from_be_bytes(bytes(raw)?).into()),
            Type::INT4 => visitor.visit_i64(i32::from_be_bytes(bytes(raw)?).into()),
            Type::INT8 => visitor.visit_i64(i64::from_be_bytes(bytes(raw)?)),
            Type::FLOAT4 => visitor.visit_f64(f32::from_be_bytes(bytes(raw)?).into()),
            Type::FLOAT8 => visitor.visit_f64(f64::from_be_bytes(bytes(raw)?)),
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN => {
                visitor.visit_borrowed_str(text(raw)?)
            }
            Type::TIMESTAMPTZ => visitor.visit_i64(microseconds(raw)?),
            Type::BYTEA => visitor.visit_borrowed_bytes(raw),
            Type::RECORD => visitor.visit_seq(Values::new(raw, self.record)?),
            // Postgres gives `array(select row(…))` a pseudo-type, which is no `Kind::Array`.
            Type::RECORD_ARRAY => {
                visitor.visit_seq(Elements::new(&Type::RECORD, raw, self.record)?)
            }
            _ => match self.kind.kind() {
                Kind::Array(kind) => visitor.visit_seq(Elements::new(kind, raw, self.record)?),
                Kind::Enum(_) => visitor.visit_borrowed_str(text(raw)?),
                _ => Err(Error::custom(format!(
                    "type {} is not read: cast it in the statement",
                    self.kind
                ))),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (self.raw, self.json()?) {
            (None, _) => visitor.visit_none(),
            (_, Some(mut json)) => json.deserialize_option(visitor),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match self.json()? {
            Some(mut json) => json.deserialize_newtype_struct(name, visitor),
            None => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match (self.json()?, self.raw) {
            (Some(mut json), _) => json.deserialize_enum(name, variants, visitor),
            (None, Some(raw)) => visitor.visit_enum(BorrowedStrDeserializer::new(text(raw)?)),
            (None, None) => visitor.visit_unit(),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Some(mut json) = self.json()? {
            return json.deserialize_struct(name, fields, visitor);
        }
        record::check(self.record, name, fields)?;
        self.deserialize_any(visitor)
    }

    by_own_type! {
        deserialize_bool() deserialize_char() deserialize_str() deserialize_string()
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_bytes() deserialize_byte_buf()
        deserialize_unit() deserialize_unit_struct(name: &'static str)
        deserialize_seq() deserialize_tuple(length: usize)
        deserialize_tuple_struct(name: &'static str, length: usize)
        deserialize_map()
        deserialize_identifier() deserialize_ignored_any()
    }
}

/// The bytes of a value as Postgres sends them, or `None` for null.
struct Raw<'a>(Option<&'a [u8]>);

type FromSqlResult<T> = std::result::Result<T, Box<dyn std::error::Error + Sync + Send>>;

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> FromSqlResult<Self> {
        Ok(Self(Some(raw)))
    }

    fn from_sql_null(_: &Type) -> FromSqlResult<Self> {
        Ok(Self(None))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The elements of a one-dimensional array.
struct Elements<'de> {
    kind: Type,
    record: Option<&'static RecordFields>,
    rest: &'de [u8],
    left: usize,
}

impl<'de> Elements<'de> {
    /// Reads the header: the number of dimensions, a flag, the type, and for each dimension its length and lower bound.
    fn new(kind: &Type, mut raw: &'de [u8], record: Option<&'static RecordFields>) -> Result<Self> {
        let dimensions = take_i32(&mut raw)?;
        take_i32(&mut raw)?;
        take_i32(&mut raw)?;
        let left = match dimensions {
            0 => 0,
            1 => {
                let length = take_i32(&mut raw)?;
                take_i32(&mut raw)?;
                usize::try_from(length).map_err(Error::custom)?
            }
            _ => return Err(Error::custom("arrays of several dimensions are not read")),
        };
        Ok(Self { kind: kind.clone(), record, rest: raw, left })
    }
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let raw = take_value(&mut self.rest)?;
        let element = ColumnReader { kind: self.kind.clone(), raw, record: self.record };
        seed.deserialize(element).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

pub(crate) fn take_i32(raw: &mut &[u8]) -> Result<i32> {
    Ok(i32::from_be_bytes(bytes(take(raw, 4)?)?))
}

/// Takes a value after its length. A negative length means null.
pub(crate) fn take_value<'a>(raw: &mut &'a [u8]) -> Result<Option<&'a [u8]>> {
    match usize::try_from(take_i32(raw)?) {
        Ok(length) => take(raw, length).map(Some),
        Err(_) => Ok(None),
    }
}

fn take<'a>(raw: &mut &'a [u8], length: usize) -> Result<&'a [u8]> {
    let (taken, rest) =
        raw.split_at_checked(length).ok_or_else(|| Error::custom("a value ends too early"))?;
    *raw = rest;
    Ok(taken)
}

fn bytes<const N: usize>(raw: &[u8]) -> Result<[u8; N]> {
    raw.try_into().map_err(Error::custom)
}

fn text(raw: &[u8]) -> Result<&str> {
    str::from_utf8(raw).map_err(Error::custom)
}

fn microseconds(raw: &[u8]) -> Result<i64> {
    // `infinity` is the largest i64, so the addition overflows.
    let since_2000 = i64::from_be_bytes(bytes(raw)?);
    since_2000
        .checked_add(MICROSECONDS_FROM_1970_TO_2000)
        .ok_or_else(|| Error::custom("a time out of range"))
}
