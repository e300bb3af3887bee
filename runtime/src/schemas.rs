//! Validates JSON against the component schemas of an OpenAPI document.

pub(crate) mod document;
pub(crate) mod extent;
mod free_form;
mod member;
mod numbers;
mod plain;
mod union;
mod value;
pub(crate) mod violation;

use std::{collections::HashMap, sync::OnceLock};

use jsonschema::{Draft, PatternOptions, ValidationOptions, Validator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{
    InvalidBody,
    operation::invalid::{Reason, Unreadable},
};
use extent::{Extent, MAX_JSON_VALUES};
use free_form::Bounds;
use stoa_telemetry::Chain;
use violation::Violation;

/// The component schemas of a document: `static SCHEMAS: Schemas = Schemas::new(include_str!("openapi.json"));`
///
/// All schemas are compiled together, by the [`Router`](crate::Router) whose routes need them, or on first use.
#[derive(Debug)]
pub struct Schemas {
    text: &'static str,
    compiled: OnceLock<Result<HashMap<String, Compiled>, String>>,
}

/// A compiled component schema.
#[derive(Debug)]
pub(crate) struct Compiled {
    validator: Validator,
    /// The component schema, together with all components that it refers to. Messages are looked up in it.
    schema: Value,
    /// The top-level properties with `x-trim`.
    trimmed: Vec<String>,
    /// The optional top-level properties with a default that refuse an empty text. For them, a blank text counts as
    /// absent.
    absent_if_blank: Vec<String>,
    /// Whether the body may be absent, because it requires none of its members.
    is_optional: bool,
    /// Whether a part of the body is free-form JSON.
    is_free_form: bool,
    /// Maximum number of values in a body.
    most_values: usize,
}

/// Why JSON does not match a schema.
#[derive(Debug)]
pub(crate) enum JsonError {
    /// The text is not JSON, or the whole value has a wrong type.
    NotJson,
    /// The JSON has too many values. It was refused before any value was parsed.
    TooMany,
    Violates(Violation),
    /// The schema does not compile, so the JSON was not checked. The error is logged.
    Unchecked,
}

impl Schemas {
    /// Takes the document as JSON, with its keys in the order of the spec.
    pub const fn new(document: &'static str) -> Self {
        Self { text: document, compiled: OnceLock::new() }
    }

    /// Compiles every component schema. The error describes, in one line, the first schema that does not compile.
    pub fn compile(&self) -> Result<(), String> {
        Ok(self.compiled().map(drop)?)
    }

    /// Decodes JSON that is no body of a request, by the same rules. The error is the message of the first violation.
    pub fn parse<T: DeserializeOwned>(&self, name: &'static str, json: &[u8]) -> Result<T, String> {
        self.decode(name, json).map_err(|unfit| match unfit {
            JsonError::Violates(Violation { message, .. }) => message.into_owned(),
            JsonError::NotJson | JsonError::TooMany | JsonError::Unchecked => {
                format!("the JSON does not fit {name}")
            }
        })
    }

    pub(crate) fn decode<T: DeserializeOwned>(
        &self,
        name: &'static str,
        json: &[u8],
    ) -> Result<T, JsonError> {
        self.decode_after(name, json, |_, _| {})
    }

    /// Decodes JSON of a query. A member that is text is decoded by the type of its property.
    pub(crate) fn decode_of_query<T: DeserializeOwned>(
        &self,
        name: &'static str,
        json: &[u8],
    ) -> Result<T, JsonError> {
        self.decode_after(name, json, member::decode_texts)
    }

    /// `change` gets the schema and the value before validation.
    fn decode_after<T: DeserializeOwned>(
        &self,
        name: &'static str,
        json: &[u8],
        change: fn(&Value, &mut Value),
    ) -> Result<T, JsonError> {
        let compiled = self.get(name).map_err(|error| {
            tracing::error!(schema = name, error, "a schema of the document does not compile");
            JsonError::Unchecked
        })?;
        let json = if json.is_empty() && compiled.is_optional { b"{}" } else { json };
        let extent = Extent::of(json);
        if extent.is_too_deep() {
            return Err(JsonError::NotJson);
        }
        if extent.values > compiled.most_values {
            return Err(JsonError::TooMany);
        }
        if compiled.is_free_form
            && let Some(excess) = free_form::excess(&compiled.schema, json)
        {
            return Err(JsonError::Violates(violation::excess(&compiled.schema, &excess)));
        }
        let Ok(mut value) = plain::value(&numbers::readable(json)) else {
            return Err(JsonError::NotJson);
        };
        numbers::make_integers(&mut value, compiled.is_free_form);
        change(&compiled.schema, &mut value);
        value::trim(&mut value, &compiled.trimmed);
        value::remove_blanks(&mut value, &compiled.absent_if_blank);
        if let Some(path) = value::find_nul(&value) {
            return Err(JsonError::Violates(violation::nul(&compiled.schema, &path)));
        }
        if !compiled.validator.is_valid(&value) {
            let errors = compiled.validator.iter_errors(&value);
            let first = violation::first(&compiled.schema, errors);
            return Err(first.map_or(JsonError::NotJson, JsonError::Violates));
        }
        value::remove_nulls(&compiled.schema, &compiled.schema, &mut value);
        T::deserialize(&value).map_err(|error| {
            tracing::debug!(schema = name, error = %Chain(&error), "a valid body does not fit its type");
            JsonError::NotJson
        })
    }

    /// Decodes a member of this component from a query. Returns `None` if the component lacks the property.
    pub(crate) fn member(&self, name: &str, key: &str, text: &str) -> Option<Value> {
        member::of_text(&self.get(name).ok()?.schema, key, text)
    }

    fn get(&self, name: &str) -> Result<&Compiled, &str> {
        self.compiled()?.get(name).ok_or("there is no such schema")
    }

    fn compiled(&self) -> Result<&HashMap<String, Compiled>, &str> {
        self.compiled.get_or_init(|| compile(self.text)).as_ref().map_err(String::as_str)
    }
}

fn compile(document: &str) -> Result<HashMap<String, Compiled>, String> {
    let document: Value = serde_json::from_str(document).map_err(|error| error.to_string())?;
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    let names = schemas.into_iter().flatten().map(|(name, _)| name);
    let compiled = names.map(|name| Ok((name.clone(), Compiled::new(&document, name)?)));
    compiled.collect()
}

impl JsonError {
    /// Returns the refusal of a request with this body. `not_json` is the message for a body that is not JSON.
    pub(crate) fn in_body(self, not_json: &'static str) -> InvalidBody {
        InvalidBody(match self {
            Self::NotJson => Reason::Invalid { status: 400, message: not_json.into() },
            Self::TooMany => Reason::Unreadable(Unreadable::TooLarge),
            Self::Violates(Violation { status, message }) => Reason::Invalid { status, message },
            Self::Unchecked => Reason::Unchecked,
        })
    }
}

/// The options of every validator. Parameters are validated with the same patterns and formats as bodies.
pub(crate) fn options<'a>() -> ValidationOptions<'a> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_format("idn-email", stoa_values::email::is_email)
        // This regex engine takes linear time for any input.
        .with_pattern_options(PatternOptions::regex())
}

impl Compiled {
    fn new(document: &Value, name: &str) -> Result<Self, String> {
        let mut schema = document::standalone(document, name).ok_or("there is no such schema")?;
        numbers::bound(&mut schema);
        let validator = options()
            .build(&schema)
            .map_err(|error| format!("{name}: {error}").replace(char::is_control, " "))?;
        let trimmed = document::properties_where(&schema, &schema, |property| {
            property.get("x-trim") == Some(&Value::Bool(true))
        });
        let absent_if_blank = absent_if_blank(&schema);
        let bounds = Bounds::anywhere(&schema);
        let is_free_form = !bounds.is_empty();
        let most_values = MAX_JSON_VALUES + bounds.into_iter().map(Bounds::values).sum::<usize>();
        let is_optional = validator.is_valid(&json!({}));
        Ok(Self {
            validator,
            schema,
            trimmed,
            absent_if_blank,
            is_optional,
            is_free_form,
            most_values,
        })
    }
}

fn absent_if_blank(schema: &Value) -> Vec<String> {
    let mut names =
        document::properties_where(schema, schema, |property| property.get("default").is_some());
    names.retain(|name| {
        let property = document::property(schema, schema, name);
        let validator = property
            .and_then(|property| options().build(&document::standing_alone(schema, property)).ok());
        !value::is_required(schema, schema, name)
            && validator.is_some_and(|validator| !validator.is_valid(&json!("")))
    });
    names
}
