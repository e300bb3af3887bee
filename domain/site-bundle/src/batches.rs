//! Splits a bundle's file into batches for the inserts, in an order that the foreign keys allow.

use std::collections::HashSet;
use std::fs::File;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

use super::items::secret_sha256;
use super::progress::Progress;
use super::reader::{self, Piece};
use super::sections::Section;

/// A batch is sent when it has this many items, or this many bytes.
const BATCH_ITEMS: usize = 1_000;
const BATCH_BYTES: usize = 1 << 20;

/// How shipping zones without an id are numbered.
#[derive(Debug, Clone, Copy)]
pub enum Numbers {
    /// After this number, by their positions in the file.
    After(i64),
    /// Not at all.
    None,
}

/// Items of one section, in the form that the section's insert statements expect.
pub struct Batch {
    pub section: &'static Section,
    pub items: Vec<Box<RawValue>>,
}

/// Sends the items of the file in batches. Each section comes after the sections that it refers to. `left` has the keys
/// of the sections in the file.
///
/// A file in the format's order is read once. If a section comes before a section that it refers to, the file is read
/// again.
pub fn send_batches(
    file: &mut File,
    mut left: HashSet<&'static str>,
    numbers: Numbers,
    progress: &mut Progress,
    sender: &mpsc::Sender<Batch>,
) -> serde_json::Result<()> {
    let mut size = None;
    while !left.is_empty() {
        if let Some(size) = size {
            progress.expect_more(size);
        }
        let start = progress.bytes_read();
        let mut items: Vec<Box<RawValue>> = Vec::new();
        let mut bytes = 0;
        reader::read(file, progress, |piece| {
            let (section, item, ends) = match piece {
                Piece::Item(section, index, item) => {
                    (section, Some(completed(section, index, item, numbers)), false)
                }
                Piece::Value(section, item) => {
                    (section, Some(item).filter(|item| item.get() != "null"), true)
                }
                Piece::End(section) => (section, None, true),
                _ => return true,
            };
            if !left.contains(section.key)
                || section.after.iter().any(|earlier| left.contains(earlier))
            {
                return true;
            }
            if let Some(item) = item {
                bytes += item.get().len();
                items.push(item);
            }
            let full = items.len() >= BATCH_ITEMS || bytes >= BATCH_BYTES;
            if ends {
                left.remove(section.key);
            }
            if items.is_empty() || !(full || ends) {
                return true;
            }
            bytes = 0;
            sender.blocking_send(Batch { section, items: std::mem::take(&mut items) }).is_ok()
        })?;
        size = Some(progress.bytes_read() - start);
    }
    Ok(())
}

/// Converts an item to the form that the insert statements expect. Replaces the secret of an API key by its digest, so
/// that the secret never leaves this process. Numbers a shipping zone that has no id.
fn completed(
    section: &Section,
    index: usize,
    item: Box<RawValue>,
    numbers: Numbers,
) -> Box<RawValue> {
    match (section.key, numbers) {
        ("apiKeys", _) | ("shippingZones", Numbers::After(_)) => {}
        _ => return item,
    }
    let Ok(mut value) = serde_json::from_str::<Value>(item.get()) else {
        return item;
    };
    if section.key == "apiKeys" {
        value["secretSha256"] = secret_sha256(&value).into();
        if let Some(members) = value.as_object_mut() {
            members.remove("secret");
        }
    } else if let Numbers::After(newest) = numbers
        && value["id"].is_null()
    {
        value["id"] = newest.saturating_add_unsigned(index as u64 + 1).into();
    }
    to_raw_value(&value).unwrap_or(item)
}
