//! The content of a row, which is all of it except live state, and the differences between two contents.
//!
//! Values are compared as the text that Postgres writes, because a number in free-form JSON may be more exact than a
//! float.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::kinds::{Kind, Part};

/// Maximum number of characters of a value in a line for people.
const MAX_SHOWN: usize = 60;

/// The form of the digests that are versions. It must be raised if the content of existing rows gets another form, such
/// as a new member, so that an older export is not mistaken for an edited one.
const VERSION_FORM: &str = "1";

/// The content of a row, as an export writes it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// JSON text by the name of the member.
    pub fields: BTreeMap<String, String>,
    parts: BTreeMap<(&'static str, i64), Content>,
}

/// One difference between the site's row and the file's row.
pub struct Difference {
    /// The member of the row that differs.
    pub member: String,
    /// The differing member or part, for people: `price`, `variant 7 price`, or `variant 7`.
    pub name: String,
    /// The site's value as JSON, which may be shortened. `None` for a part.
    pub old: Option<String>,
    /// The file's value.
    pub new: Option<String>,
    /// Whether the site has a part that the file lacks.
    pub is_lacking: bool,
}

/// Reads the id and the content of an item. The id is 0 if the item has none.
pub fn read(kind: &Kind, item: &str) -> serde_json::Result<(i64, Content)> {
    content(item, kind.live, kind.parts)
}

fn content(
    item: &str,
    live: &[&str],
    parts: &'static [Part],
) -> serde_json::Result<(i64, Content)> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(item)?;
    let mut row = Content::default();
    let mut id = 0;
    for (name, value) in members {
        if name == "id" {
            id = serde_json::from_str(value.get())?;
        } else if let Some(part) = parts.iter().find(|part| part.member == name) {
            for item in serde_json::from_str::<Vec<&RawValue>>(value.get())? {
                let (id, content) = content(item.get(), part.live, part.parts)?;
                row.parts.insert((part.noun, id), content);
            }
        } else if !live.contains(&name.as_str()) {
            row.fields.insert(name, value.get().to_owned());
        }
    }
    Ok((id, row))
}

impl Content {
    /// The form of the digest, and a digest of the content in 32 digits. An export writes it as the row's version.
    pub fn version(&self) -> String {
        let mut digest = Sha256::new();
        self.feed(&mut digest);
        format!("{VERSION_FORM}.{}", hex::encode(&digest.finalize()[..16]))
    }

    fn feed(&self, digest: &mut Sha256) {
        // JSON has no control characters outside of white space, so these texts separate.
        for (name, value) in &self.fields {
            digest.update(format!("{name}\0{value}\0"));
        }
        for ((noun, id), part) in &self.parts {
            digest.update(format!("\x01{noun}\0{id}\0"));
            part.feed(digest);
            digest.update("\x02");
        }
    }

    /// A name for people, such as `mug`.
    pub fn label(&self) -> String {
        let names = ["code", "slug", "name", "label", "filename"];
        let name = names.iter().find_map(|name| self.fields.get(*name));
        name.map(|name| shown(name).trim_matches('"').to_owned()).unwrap_or_default()
    }
}

/// Whether a version has the form that this program writes.
pub fn is_of_this_form(version: &str) -> bool {
    version.split_once('.').is_some_and(|(form, _)| form == VERSION_FORM)
}

/// Lists what differs between the site's content of a row and the file's.
pub fn differences(kind: &Kind, site: &Content, file: &Content) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(kind.parts, site, file, ("", ""), &mut found);
    found
}

fn compare(
    parts: &'static [Part],
    site: &Content,
    file: &Content,
    (member, path): (&str, &str),
    found: &mut Vec<Difference>,
) {
    let member_or = |name: &str| if member.is_empty() { name } else { member }.to_owned();
    for (name, new) in &file.fields {
        let old = site.fields.get(name).map_or("null", String::as_str);
        if old != new {
            found.push(Difference {
                member: member_or(name),
                name: format!("{path}{name}"),
                old: Some(shown(old)),
                new: Some(shown(new)),
                is_lacking: false,
            });
        }
    }
    for part in parts {
        let of_part = |row: &Content| -> Vec<i64> {
            let all = row.parts.range((part.noun, i64::MIN)..=(part.noun, i64::MAX));
            all.map(|((_, id), _)| *id).collect()
        };
        for id in of_part(file) {
            let key = (part.noun, id);
            let path = format!("{path}{} {id} ", part.noun);
            match site.parts.get(&key) {
                Some(old) => {
                    let place = (&*member_or(part.member), &*path);
                    compare(part.parts, old, &file.parts[&key], place, found);
                }
                None => found.push(Difference {
                    member: member_or(part.member),
                    name: path.trim_end().to_owned(),
                    old: None,
                    new: None,
                    is_lacking: false,
                }),
            }
        }
        for id in of_part(site) {
            if !file.parts.contains_key(&(part.noun, id)) {
                found.push(Difference {
                    member: member_or(part.member),
                    name: format!("{path}{} {id}", part.noun),
                    old: None,
                    new: None,
                    is_lacking: true,
                });
            }
        }
    }
}

/// Shortens a value, and replaces control characters, which would disturb a terminal.
fn shown(value: &str) -> String {
    let text: String = value.chars().take(MAX_SHOWN).collect();
    let text = text.replace(char::is_control, "\u{fffd}");
    if text.len() < value.len() { text + "…" } else { text }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, old, new, is_lacking, .. } = self;
        match (old, new) {
            (Some(old), Some(new)) => write!(f, "{name} {old} → {new}"),
            _ if *is_lacking => write!(f, "{name} is not in the file"),
            _ => write!(f, "{name} added"),
        }
    }
}
