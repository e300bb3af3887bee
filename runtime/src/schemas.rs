//! JSON held against the component schemas of the document.

pub(crate) mod document;
pub(crate) mod extent;
mod free_form;
mod numbers;
mod union;
mod value;
pub(crate) mod violation;

use std::{collections::HashMap, sync::OnceLock};

use jsonschema::{Draft, PatternOptions, Validator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Invalid;
use extent::{Extent, MOST_VALUES};
use free_form::Bounds;

/// The component schemas of a document: `static SCHEMAS: Schemas = Schemas::new(include_str!("openapi.json"));`
///
/// Each is compiled when it is first needed; [`Schemas::compile`] compiles them all.
#[derive(Debug)]
pub struct Schemas {
    text: &'static str,
    document: OnceLock<Result<Document, String>>,
}

#[derive(Debug)]
struct Document {
    value: Value,
    compiled: HashMap<String, OnceLock<Result<Compiled, String>>>,
}

/// A component schema, ready to validate.
#[derive(Debug)]
pub(crate) struct Compiled {
    validator: Validator,
    /// The component with everything that it refers to, to find messages in.
    schema: Value,
    /// The top-level properties with `x-trim`.
    trimmed: Vec<String>,
    /// Some of it is free-form JSON.
    is_free_form: bool,
    /// How many values a body of it has at most.
    most_values: usize,
}

impl Schemas {
    /// Takes the document as JSON, its keys in the order of the spec.
    pub const fn new(document: &'static str) -> Self {
        Self { text: document, document: OnceLock::new() }
    }

    /// Compiles every component schema, and tells the first that does not compile.
    pub fn compile(&self) -> Result<(), String> {
        for name in self.document()?.compiled.keys() {
            self.get(name)?;
        }
        Ok(())
    }

    /// Parses, validates and decodes. What is no JSON at all is answered with `not_json`; what has more values than
    /// anyone would send is answered with `too_much`, before any of them is made.
    pub(crate) fn decode<T: DeserializeOwned>(
        &self,
        name: &'static str,
        json: &[u8],
        not_json: Invalid,
        too_much: Invalid,
    ) -> Result<T, Invalid> {
        let compiled = self.get(name).map_err(|error| {
            tracing::error!(schema = name, error, "a schema of the document does not compile");
            Invalid::with_status(500, "Internal server error")
        })?;
        let extent = Extent::of(json);
        if extent.is_too_deep() {
            return Err(not_json);
        }
        if extent.values > compiled.most_values {
            return Err(too_much);
        }
        if compiled.is_free_form
            && let Some(excess) = free_form::excess(&compiled.schema, json)
        {
            return Err(violation::excess(&compiled.schema, &excess));
        }
        let Ok(mut value) = serde_json::from_slice::<Value>(&numbers::plain(json)) else {
            return Err(not_json);
        };
        value::trim(&mut value, &compiled.trimmed);
        if let Some(path) = value::find_nul(&value) {
            return Err(violation::nul(&compiled.schema, &path));
        }
        if !compiled.validator.is_valid(&value) {
            let errors = compiled.validator.iter_errors(&value);
            return Err(violation::first(&compiled.schema, errors).unwrap_or(not_json));
        }
        T::deserialize(&value).map_err(|error| {
            tracing::debug!(schema = name, %error, "a valid body does not fit its type");
            not_json
        })
    }

    fn get(&self, name: &str) -> Result<&Compiled, &str> {
        let document = self.document()?;
        let compiled = document.compiled.get(name).ok_or("there is no such schema")?;
        compiled
            .get_or_init(|| Compiled::new(&document.value, name))
            .as_ref()
            .map_err(String::as_str)
    }

    fn document(&self) -> Result<&Document, &str> {
        self.document.get_or_init(|| Document::new(self.text)).as_ref().map_err(String::as_str)
    }
}

impl Document {
    fn new(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let schemas = value.pointer("/components/schemas").and_then(Value::as_object);
        let compiled = schemas
            .into_iter()
            .flatten()
            .map(|(name, _)| (name.clone(), OnceLock::new()))
            .collect();
        Ok(Self { value, compiled })
    }
}

impl Compiled {
    fn new(document: &Value, name: &str) -> Result<Self, String> {
        let mut schema = document::standalone(document, name).ok_or("there is no such schema")?;
        numbers::bound(&mut schema);
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            // This engine takes linear time whatever a client sends.
            .with_pattern_options(PatternOptions::regex())
            .build(&schema)
            .map_err(|error| format!("{name}: {error}"))?;
        let trimmed = document::properties_where(&schema, &schema, |property| {
            property.get("x-trim") == Some(&Value::Bool(true))
        });
        let bounds = Bounds::anywhere(&schema);
        let is_free_form = !bounds.is_empty();
        let most_values = MOST_VALUES + bounds.into_iter().map(Bounds::values).sum::<usize>();
        Ok(Self { validator, schema, trimmed, is_free_form, most_values })
    }
}
