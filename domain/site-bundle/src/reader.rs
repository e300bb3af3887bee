//! Streams a bundle's file, one item at a time, so the file is never in memory as a whole.
//!
//! Items are passed on as their original text, so that numbers reach the database as they were written.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek};

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

use super::progress::Progress;
use super::sections::{Section, Shape, section};

/// A part of a file. The parts come in the order of the file.
pub enum Piece {
    /// A section that is one value.
    Value(&'static Section, Box<RawValue>),
    /// An item of a section, with its index in the array.
    Item(&'static Section, usize, Box<RawValue>),
    /// The end of a section that is an array.
    End(&'static Section),
    /// A section that should be an array and is not.
    NotAnArray(&'static Section),
    FormatVersion(Box<RawValue>),
    /// When the file was exported.
    ExportedAt(Box<RawValue>),
    /// A top-level key that the format does not have.
    Unknown(String),
}

/// Reads the file from its start and passes each piece to `take`, which returns `false` to stop.
///
/// Fails if the file is not JSON, or not an object.
pub fn read(
    file: &mut File,
    progress: &mut Progress,
    mut take: impl FnMut(Piece) -> bool,
) -> serde_json::Result<()> {
    file.rewind().map_err(serde_json::Error::io)?;
    let mut reader = BufReader::with_capacity(256 * 1024, progress.count(file));
    let begin = reader.fill_buf().map_err(serde_json::Error::io)?;
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = begin {
        return Err(serde_json::Error::custom(UTF_16));
    }
    // Editors of Windows begin a file with a byte order mark.
    if begin.starts_with("\u{feff}".as_bytes()) {
        reader.consume("\u{feff}".len());
    }
    let mut json = serde_json::Deserializer::from_reader(reader);
    json.deserialize_map(Bundle { take: &mut take })?;
    json.end()
}

/// Maximum number of bytes of an item. Postgres and this process need a multiple of it.
const MAX_ITEM_BYTES: usize = 8 * 1024 * 1024;

/// Fault of a file in another encoding.
const UTF_16: &str = "it is UTF-16: save it as UTF-8";

const STOPPED: &str = "stopped by the reader of the pieces";

struct Bundle<'a, F> {
    take: &'a mut F,
}

impl<'de, F: FnMut(Piece) -> bool> Visitor<'de> for Bundle<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let piece = match section(&key) {
                Some(section) if section.shape == Shape::Items => {
                    map.next_value_seed(Items { section, take: self.take })?
                }
                Some(section) => Piece::Value(section, map.next_value()?),
                None if key == "formatVersion" => Piece::FormatVersion(map.next_value()?),
                None if key == "exportedAt" => Piece::ExportedAt(map.next_value()?),
                None => {
                    map.next_value::<IgnoredAny>()?;
                    Piece::Unknown(key)
                }
            };
            if !(self.take)(piece) {
                return Err(A::Error::custom(STOPPED));
            }
        }
        Ok(())
    }
}

/// Reads the array of a section. Passes each item to `take`, and returns the piece that ends the section.
struct Items<'a, F> {
    section: &'static Section,
    take: &'a mut F,
}

impl<'de, F: FnMut(Piece) -> bool> DeserializeSeed<'de> for Items<'_, F> {
    type Value = Piece;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Piece, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de, F: FnMut(Piece) -> bool> Visitor<'de> for Items<'_, F> {
    type Value = Piece;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Piece, A::Error> {
        let mut index = 0;
        while let Some(item) = items.next_element::<Box<RawValue>>()? {
            if item.get().len() > MAX_ITEM_BYTES {
                let key = self.section.key;
                let fault = format!("/{key}/{index} has more than {MAX_ITEM_BYTES} bytes");
                return Err(A::Error::custom(fault));
            }
            if !(self.take)(Piece::Item(self.section, index, item)) {
                return Err(A::Error::custom(STOPPED));
            }
            index += 1;
        }
        Ok(Piece::End(self.section))
    }

    // A section that is not an array is a fault. Reading goes on, so that later faults are found too.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Piece, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Piece::NotAnArray(self.section))
    }

    fn visit_str<E>(self, _: &str) -> Result<Piece, E> {
        Ok(Piece::NotAnArray(self.section))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Piece, E> {
        Ok(Piece::NotAnArray(self.section))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Piece, E> {
        Ok(Piece::NotAnArray(self.section))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Piece, E> {
        Ok(Piece::NotAnArray(self.section))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Piece, E> {
        Ok(Piece::NotAnArray(self.section))
    }

    fn visit_unit<E>(self) -> Result<Piece, E> {
        Ok(Piece::NotAnArray(self.section))
    }
}
