//! Writes a bundle, one item at a time.

use std::fmt;
use std::io::Write;

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::Site;
use super::losses::counted;

/// The number of items that a conversion wrote, displayed as `2 categories, 10 products, 25 variants`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Converted(Vec<(&'static str, usize)>);

impl Converted {
    /// Adds things, such as `product`.
    pub fn add(&mut self, noun: &'static str, count: usize) {
        match self.0.iter_mut().find(|(known, _)| *known == noun) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((noun, count)),
        }
    }
}

impl fmt::Display for Converted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self
            .0
            .iter()
            .map(|&(noun, count)| match noun.strip_suffix('y') {
                Some(stem) if count != 1 => format!("{count} {stem}ies"),
                _ if noun == "media" => format!("{count} media"),
                _ => counted(count, noun),
            })
            .collect();
        f.write_str(&counts.join(", "))
    }
}

/// A bundle whose sections are being written.
pub struct Bundle<'a> {
    out: &'a mut dyn Write,
    is_first_item: bool,
}

impl<'a> Bundle<'a> {
    pub fn begin(
        out: &'a mut dyn Write,
        site: &Site,
        name: &str,
        description: Option<&str>,
    ) -> Result<Self> {
        let mut members = Map::new();
        members.insert("id".into(), site.id.into());
        members.insert("name".into(), name.into());
        for (key, value) in [
            ("domain", site.domain.as_deref()),
            ("subdomain", site.subdomain.as_deref()),
            ("description", description),
        ] {
            if let Some(value) = value {
                members.insert(key.into(), value.into());
            }
        }
        write!(out, "{{\"formatVersion\":1,\n\"site\":{}", Value::Object(members))?;
        Ok(Self { out, is_first_item: true })
    }

    /// Writes the section of the store. Prices are in the smallest unit of its currency.
    pub fn store(&mut self, currency: &str) -> Result<()> {
        Ok(write!(self.out, ",\n\"store\":{}", json!({"currency": currency}))?)
    }

    /// Begins a section that is a list.
    pub fn section(&mut self, key: &str) -> Result<()> {
        self.is_first_item = true;
        Ok(write!(self.out, ",\n\"{key}\":[")?)
    }

    pub fn item(&mut self, item: &Value) -> Result<()> {
        let comma = if self.is_first_item { "" } else { "," };
        self.is_first_item = false;
        Ok(write!(self.out, "{comma}\n{item}")?)
    }

    pub fn end_section(&mut self) -> Result<()> {
        Ok(write!(self.out, "]")?)
    }

    pub fn end(self) -> Result<()> {
        writeln!(self.out, "}}")?;
        Ok(self.out.flush()?)
    }
}
