//! Reads an export of WordPress (WXR), an RSS feed with WordPress's elements, one record at a time.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::html::decode_entities;
use crate::limited::{Budget, Limited};
use crate::text::decode;

/// The deepest nesting of elements. An export has four levels.
const MAX_DEPTH: usize = 50;

/// An element of the channel with its children: an item, an author, a term, or a text such as the title.
#[derive(Debug, Default)]
pub struct Record {
    pub name: String,
    /// The text of the record itself.
    pub text: String,
    fields: HashMap<String, String>,
    /// The terms that an item has.
    pub terms: Vec<ItemTerm>,
    meta: HashMap<String, String>,
    /// The keys of the metadata that no conversion reads, except those of WordPress itself.
    pub other_meta: Vec<String>,
    pub comments: usize,
}

/// A term of an item. Its taxonomy is `category` or `post_tag`, or one of a plugin.
#[derive(Debug, Default)]
pub struct ItemTerm {
    pub taxonomy: String,
    pub slug: String,
    pub name: String,
}

/// The metadata that conversions read.
const META: [&str; 11] = [
    "_thumbnail_id",
    "_wp_attachment_image_alt",
    "_wp_attachment_metadata",
    "_yoast_wpseo_title",
    "_yoast_wpseo_metadesc",
    "_yoast_wpseo_canonical",
    "_yoast_wpseo_opengraph-image",
    "_yoast_wpseo_meta-robots-noindex",
    "rank_math_title",
    "rank_math_description",
    "rank_math_canonical_url",
];

impl Record {
    /// Returns the text of a child without surrounding white space, or an empty text.
    pub fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", |text| text.trim())
    }

    pub fn meta(&self, key: &str) -> &str {
        self.meta.get(key).map_or("", |text| text.trim())
    }

    /// Before version 1.1, an item has each term twice, first without its slug, and tags have another domain.
    fn merge_terms(&mut self) {
        let with_slug = self.terms.iter().filter(|term| !term.slug.is_empty());
        let names: HashSet<String> = with_slug.map(|term| term.name.clone()).collect();
        self.terms.retain(|term| !term.slug.is_empty() || !names.contains(&term.name));
        for term in &mut self.terms {
            match term.taxonomy.as_str() {
                "" => term.taxonomy = "category".into(),
                "tag" => term.taxonomy = "post_tag".into(),
                _ => {}
            }
        }
    }

    pub fn number(&self, name: &str) -> Option<i64> {
        self.field(name).parse().ok().filter(|&number| number > 0)
    }
}

/// Passes the records of the channel to `take`, in the order of the file.
pub fn read(path: &Path, mut take: impl FnMut(Record) -> Result<()>) -> Result<()> {
    let file = File::open(path).context("it cannot be opened")?;
    ensure!(file.metadata()?.is_file(), "it is not a regular file, and it is read twice");
    let budget = Budget::new();
    let mut xml = Reader::from_reader(BufReader::new(Limited::new(file, budget.clone())));
    let config = xml.config_mut();
    config.expand_empty_elements = true;
    // Texts of old plugins have `&` that begins no reference.
    config.allow_dangling_amp = true;

    let mut state = State::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        budget.renew();
        let event = xml.read_event_into(&mut buffer);
        let event = event
            .map_err(|error| anyhow!("it is no XML from byte {}: {error}", xml.error_position()))?;
        match event {
            Event::Start(tag) => state.open(&tag)?,
            Event::End(_) => {
                if let Some(record) = state.close() {
                    take(record)?;
                }
            }
            Event::Text(text) => state.text.push_str(&decode(&text.into_inner()).0),
            Event::CData(text) => state.text.push_str(&decode(&text.into_inner()).0),
            Event::GeneralRef(reference) => {
                let (name, _) = decode(&reference.into_inner());
                // No entity is expanded that the document declares.
                state.text.push_str(&decode_entities(&format!("&{name};")));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    match state.path.last() {
        Some(open) => bail!("it ends inside of <{open}>: export it again"),
        None => Ok(()),
    }
}

#[derive(Default)]
struct State {
    /// The names of the open elements.
    path: Vec<String>,
    text: String,
    record: Record,
    /// The key of the metadata whose value follows.
    key: String,
}

/// The number of elements that are open inside of a record: `rss`, `channel` and the record.
const RECORD_DEPTH: usize = 3;

impl State {
    fn open(&mut self, tag: &BytesStart<'_>) -> Result<()> {
        ensure!(self.path.len() < MAX_DEPTH, "it has more than {MAX_DEPTH} elements in each other");
        let name = decode(tag.name().as_ref()).0;
        ensure!(
            !self.path.is_empty() || name == "rss",
            "it is no export of WordPress: it has no <rss>"
        );
        self.text.clear();
        self.path.push(name);
        match self.path.len() {
            RECORD_DEPTH => {
                let name = self.path[RECORD_DEPTH - 1].clone();
                self.record = Record { name, ..Record::default() };
            }
            4 if self.path[3] == "category" => {
                let attribute = |name| {
                    let value = tag.try_get_attribute(name).ok().flatten();
                    value.map(|value| decode(&value.value).0).unwrap_or_default()
                };
                let (taxonomy, slug) = (attribute("domain"), attribute("nicename"));
                self.record.terms.push(ItemTerm { taxonomy, slug, name: String::new() });
            }
            4 if self.path[3] == "wp:comment" => self.record.comments += 1,
            _ => {}
        }
        Ok(())
    }

    /// Ends an element. Returns the record that ends with it.
    fn close(&mut self) -> Option<Record> {
        let depth = self.path.len();
        let name = self.path.pop()?;
        let text = std::mem::take(&mut self.text);
        match depth {
            RECORD_DEPTH => {
                self.record.text = text;
                self.record.merge_terms();
                return Some(std::mem::take(&mut self.record));
            }
            4 if name == "category" => {
                if let Some(term) = self.record.terms.last_mut() {
                    term.name = text;
                }
            }
            4 => {
                self.record.fields.insert(name, text);
            }
            5 if self.path[3] == "wp:postmeta" && name == "wp:meta_key" => self.key = text,
            5 if self.path[3] == "wp:postmeta" && name == "wp:meta_value" => {
                let key = std::mem::take(&mut self.key).trim().to_owned();
                if META.contains(&key.as_str()) {
                    self.record.meta.insert(key, text);
                } else if !text.trim().is_empty() && !is_of_wordpress(&key) {
                    self.record.other_meta.push(key);
                }
            }
            _ => {}
        }
        None
    }
}

/// Whether WordPress itself writes the metadata, of which nothing is of use outside of it.
fn is_of_wordpress(key: &str) -> bool {
    ["_edit_", "_wp_", "_oembed_", "_menu_item_"].iter().any(|start| key.starts_with(start))
        || ["_pingme", "_encloseme"].contains(&key)
}
