//! Reads a bundle's file for the first time. This finds every fault before the database is used.
//!
//! Memory holds the current item, the ids, slugs and codes seen so far, and unresolved references.

use std::collections::{HashMap, HashSet};
use std::fs::File;

use anyhow::{Context, Result, anyhow};
use chrono::{DateTime, Utc};
use jsonschema::Validator;
use serde_json::value::RawValue;
use serde_json::{Number, Value, json};
use stoa_values::{Currency, TimeZone};

use super::faults::Faults;
use super::items;
use super::live_state::LiveStateInFile;
use super::prices;
use super::progress::Progress;
use super::reader::{self, Piece};
use super::references::{Family, References};
use super::sections::{SECTIONS, Section, Shape};

/// The JSON Schema (2020-12) of a bundle, published as specs/site-bundle.schema.json.
pub const SCHEMA: &str = include_str!("../../../specs/site-bundle.schema.json");

/// The result of the first reading of a file without faults.
pub struct Checked {
    pub site_id: i64,
    pub site_name: String,
    pub site: Box<RawValue>,
    pub exported_at: Option<DateTime<Utc>>,
    /// The currency that the file's store names.
    pub currency: Option<String>,
    /// The sections in the file, with their numbers of items.
    pub sections: Vec<(&'static Section, usize)>,
    /// Ids of the chat widgets, in the order of the file.
    pub widget_ids: Vec<i64>,
    /// Ids of the design templates, in the order of the file.
    pub template_ids: Vec<i64>,
    pub known: LiveStateInFile,
    pub families: Vec<Family>,
    /// The highest ids by kind, as `items.rs` names the kinds.
    pub newest_ids: HashMap<&'static str, i64>,
}

/// Reads the whole file. Fails with `Faults` if the file has faults, or with another error if it cannot be read.
pub fn check(file: &mut File, progress: &mut Progress) -> Result<Checked> {
    let mut check = Check::new()?;
    match reader::read(file, progress, |piece| check.take(piece)) {
        Ok(()) => check.finish(),
        Err(error) if error.is_io() => {
            Err(anyhow::Error::new(error).context("the file cannot be read"))
        }
        Err(error) => {
            let text = if error.is_data() { "not a bundle" } else { "not JSON" };
            check.faults.add(usize::MAX, "", format_args!("{text}: {error}"));
            check.faults.sort();
            Err(check.faults.into())
        }
    }
}

#[derive(Default)]
struct Check {
    /// The validator of each section. For a section that is an array, this validates one item.
    validators: HashMap<&'static str, Validator>,
    faults: Faults,
    references: References,
    keys: HashSet<String>,
    sections: Vec<(&'static Section, usize)>,
    /// Number of items and values read so far.
    place: usize,
    /// Number of items of the current array that were read so far.
    items: usize,
    site: Option<(Value, Box<RawValue>)>,
    exported_at: Option<DateTime<Utc>>,
    widget_ids: Vec<i64>,
    template_ids: Vec<i64>,
    known: LiveStateInFile,
    currency: Option<Currency>,
    currency_code: Option<String>,
    /// Prices that some currencies cannot charge. They are checked as soon as the store's currency is known.
    uncharged: Vec<Uncharged>,
}

/// A price that is not a multiple of 100, the largest step of a currency.
struct Uncharged {
    place: usize,
    pointer: String,
    amount: i64,
}

impl Check {
    fn new() -> Result<Self> {
        Ok(Self { validators: validators()?, ..Self::default() })
    }

    fn take(&mut self, piece: Piece) -> bool {
        self.place += 1;
        match piece {
            Piece::Item(section, index, raw) => {
                self.items = index + 1;
                let value = self.value(section, &format!("/{}/{index}", section.key), &raw);
                if let Some(item) = &value {
                    self.known.note(section.key, item);
                }
                let id = value.and_then(|item| item["id"].as_i64());
                match section.key {
                    "chatWidgets" => self.widget_ids.extend(id),
                    "designTemplates" => self.template_ids.extend(id),
                    _ => {}
                }
            }
            Piece::End(section) => {
                self.open(section.key);
                self.sections.push((section, self.items));
                self.items = 0;
            }
            Piece::Value(section, raw) => {
                self.open(section.key);
                self.sections.push((section, usize::from(raw.get() != "null")));
                let value = self.value(section, &format!("/{}", section.key), &raw);
                if section.key == "store" {
                    let code = value.as_ref().and_then(|store| store["currency"].as_str());
                    self.currency = code.map(Currency::of).or(self.currency);
                    self.currency_code = code.map(str::to_owned);
                }
                if section.key == "site" {
                    self.site = value.map(|value| (value, raw));
                }
            }
            Piece::NotAnArray(section) => {
                self.open(section.key);
                self.faults.add(self.place, &format!("/{}", section.key), "must be an array");
            }
            Piece::FormatVersion(version) => {
                self.open("formatVersion");
                if version.get() != "1" {
                    self.faults.add(self.place, "/formatVersion", "must be 1");
                }
            }
            Piece::ExportedAt(time) => {
                self.open("exportedAt");
                let text: Option<String> = serde_json::from_str(time.get()).ok();
                let time = text.and_then(|text| DateTime::parse_from_rfc3339(&text).ok());
                self.exported_at = time.map(|time| time.to_utc());
                if self.exported_at.is_none() {
                    self.faults.add(self.place, "/exportedAt", "must be a time of RFC 3339");
                }
            }
            Piece::Unknown(key) => {
                let key = key.replace('~', "~0").replace('/', "~1");
                self.faults.add(self.place, &format!("/{key}"), "unknown key");
            }
        }
        true
    }

    /// Records a top-level key, which may occur only once.
    fn open(&mut self, key: &str) {
        if !self.keys.insert(key.to_owned()) {
            self.faults.add(self.place, &format!("/{key}"), "is given twice");
        }
    }

    fn value(&mut self, section: &'static Section, pointer: &str, raw: &RawValue) -> Option<Value> {
        let value: Value = match serde_json::from_str(raw.get()) {
            Ok(value) => value,
            Err(error) => {
                // Parsing fails if the item is nested too deeply, or has a number out of range or half of a surrogate
                // pair. The line number in the error counts from the start of the item, so it is left out.
                let text = error.to_string();
                self.faults.add(
                    self.place,
                    pointer,
                    text.split(" at line ").next().unwrap_or_default(),
                );
                return None;
            }
        };
        if let Some(validator) = self.validators.get(section.key)
            && !validator.is_valid(&value)
        {
            for violation in validator.iter_errors(&value) {
                self.faults.add_violation(self.place, pointer, &violation);
            }
        }
        for (below, text) in unstorable(&value, true) {
            self.faults.add(self.place, &format!("{pointer}{below}"), text);
        }
        self.references.at(self.place, &mut self.faults, |seen| {
            items::note(section.key, &value, pointer, seen)
        });
        for (below, amount) in prices::of(section.key, &value) {
            let pointer = format!("{pointer}{below}");
            self.price(Uncharged { place: self.place, pointer, amount });
        }
        Some(value)
    }

    /// Reports a price that the store's currency cannot charge. The store may come after its products in the file.
    fn price(&mut self, price: Uncharged) {
        match self.currency {
            Some(currency) if currency.can_charge(price.amount) => {}
            Some(currency) => {
                let text = format_args!("must be a multiple of {}", currency.step);
                self.faults.add(price.place, &price.pointer, text);
            }
            None => self.uncharged.push(price),
        }
    }

    fn finish(mut self) -> Result<Checked> {
        for key in ["formatVersion", "site"] {
            if !self.keys.contains(key) {
                self.faults.add(usize::MAX, &format!("/{key}"), "is required");
            }
        }
        if self.currency.is_some() {
            std::mem::take(&mut self.uncharged).into_iter().for_each(|price| self.price(price));
        }
        self.references.resolve(&mut self.faults);
        if !self.faults.is_empty() {
            self.faults.sort();
            return Err(self.faults.into());
        }
        let (value, site) = self.site.context("a bundle without faults has a site")?;
        Ok(Checked {
            site_id: value["id"].as_i64().context("a site without faults has an id")?,
            site_name: value["name"].as_str().unwrap_or_default().to_owned(),
            site,
            exported_at: self.exported_at,
            currency: self.currency_code,
            sections: self.sections,
            widget_ids: self.widget_ids,
            template_ids: self.template_ids,
            known: self.known,
            newest_ids: self.references.newest_ids(),
            families: self.references.into_families(),
        })
    }
}

/// Returns one validator for each section, because items are checked one at a time.
fn validators() -> Result<HashMap<&'static str, Validator>> {
    let schema: Value = serde_json::from_str(SCHEMA)?;
    let mut validators = HashMap::new();
    for section in &SECTIONS {
        let whole = &schema["properties"][section.key];
        let part = if section.shape == Shape::Items { &whole["items"] } else { whole };
        let schema =
            json!({"$schema": schema["$schema"], "$ref": part["$ref"], "$defs": schema["$defs"]});
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .with_format("idn-email", stoa_values::email::is_email)
            .with_format("time-zone", |name| TimeZone::named(name).is_some())
            .build(&schema)
            .map_err(|error| anyhow!("the schema of {}: {error}", section.key))?;
        validators.insert(section.key, validator);
    }
    Ok(validators)
}

/// Finds values that the schema allows but Postgres does not accept: text with NUL, and an integer written as `12.0`.
/// Returns the pointer and the text of each fault.
fn unstorable(value: &Value, whole_numbers: bool) -> Vec<(String, &'static str)> {
    /// Keys below which any JSON is allowed.
    const FREE: [&str; 5] = ["content", "metadata", "customLayout", "layers", "styleOverrides"];
    const FRACTIONS: [&str; 7] = [
        "lengthIn",
        "widthIn",
        "heightIn",
        "printAreaX",
        "printAreaY",
        "printAreaWidth",
        "printAreaHeight",
    ];
    const NUL: &str = "must not hold NUL";

    let mut found = Vec::new();
    match value {
        Value::String(text) if text.contains('\0') => found.push((String::new(), NUL)),
        Value::Number(number) if whole_numbers && is_whole_fraction(number) => {
            found.push((String::new(), "must be written without fraction and exponent"));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let below = unstorable(item, whole_numbers).into_iter();
                found.extend(below.map(|(pointer, text)| (format!("/{index}{pointer}"), text)));
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                if key.contains('\0') {
                    found.push((format!("/{key}"), NUL));
                }
                let exact = whole_numbers
                    && !FREE.contains(&key.as_str())
                    && !FRACTIONS.contains(&key.as_str());
                let below = unstorable(member, exact).into_iter();
                found.extend(below.map(|(pointer, text)| (format!("/{key}{pointer}"), text)));
            }
        }
        _ => {}
    }
    found
}

/// Whether a number is an integer written as `12.0` or `1e3`. Only the schema checks numbers of 2^53 and more.
fn is_whole_fraction(number: &Number) -> bool {
    number.is_f64()
        && number.as_f64().is_some_and(|n| n.fract() == 0.0 && n.abs() < 9_007_199_254_740_992.0)
}
