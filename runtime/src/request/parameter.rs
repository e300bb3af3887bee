//! Decodes one parameter of a request from text to a typed value.

mod decoded;
mod members;
mod rule;
mod text_rule;

use std::{borrow::Cow, str::FromStr};

use serde::de::DeserializeOwned;
use stoa_values::text;

use super::{
    query::{self, QueryParameter},
    text::Text,
};
use crate::{Schemas, operation::invalid::Message, schemas::JsonError};

pub use decoded::Decoded;
pub(crate) use rule::Rule;
pub use text_rule::TextRule;

/// A path, query or header parameter, a cookie, or a form field, not yet decoded. If it is missing or invalid, the
/// response has the status `STATUS`, which the operation documents.
///
/// ```ignore
/// call.query("limit").integer().at_least(1).capped(100).or(20)?
/// call.path("siteId").message("Invalid site ID").integer().required()?
/// ```
#[derive(Debug)]
pub struct Parameter<'a, const STATUS: u16 = 400> {
    pub(crate) text: Text<'a>,
    /// All query parameters with this name. `None` for other kinds of parameters.
    in_query: Option<QueryParameter<'a>>,
    pub(crate) rule: Rule,
}

impl<'a> Parameter<'a> {
    pub(crate) fn new(name: &'static str, text: Text<'a>) -> Self {
        Self { text, in_query: None, rule: Rule::new(name) }
    }

    pub(crate) fn of_query(in_query: QueryParameter<'a>) -> Self {
        Self { in_query: Some(in_query), ..Self::new(in_query.name, in_query.single()) }
    }
}

impl<'a, const STATUS: u16> Parameter<'a, STATUS> {
    /// Sets the exact message for a missing or invalid value.
    pub fn message(mut self, message: &'static str) -> Self {
        self.rule.message = Some(message);
        self
    }

    /// Sets the status for a missing or invalid value, in place of 400.
    pub fn status<const OTHER: u16>(self) -> Parameter<'a, OTHER> {
        Parameter { text: self.text, in_query: self.in_query, rule: self.rule }
    }

    /// Decodes text. Empty text counts as absent; NUL and bytes that are not UTF-8 are invalid.
    pub fn text(self) -> Decoded<String, STATUS> {
        let rule = self.rule;
        self.decoded(Ok).map(rule, Cow::into_owned)
    }

    /// Decodes text like [`Self::text`], but empty text counts as present. A client that sends an empty
    /// `Idempotency-Key` believes that it has sent a key.
    pub fn exact_text(self) -> Decoded<String, STATUS> {
        match self.text {
            Text::Valid(text) if text.is_empty() => {
                Decoded::new(self.rule, Ok(Some(String::new())))
            }
            _ => self.text(),
        }
    }

    /// Decodes a whole number. A plus sign is invalid.
    pub fn integer(self) -> Decoded<i64, STATUS> {
        let rule = self.rule;
        self.blank_as_absent()
            .decoded(|text| integer(&text).ok_or_else(|| rule.must_be("an integer")))
    }

    /// Decodes a finite number.
    pub fn number(self) -> Decoded<f64, STATUS> {
        let rule = self.rule;
        self.blank_as_absent().decoded(|text| match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(rule.must_be("a number")),
        })
    }

    /// Decodes `true` or `false`.
    pub fn boolean(self) -> Decoded<bool, STATUS> {
        let rule = self.rule;
        self.blank_as_absent()
            .decoded(|text| text.parse().map_err(|_| rule.must_be("true or false")))
    }

    /// Decodes one of these values.
    pub fn one_of<T: FromStr>(self, values: &'static [&'static str]) -> Decoded<T, STATUS> {
        let rule = self.rule;
        self.blank_as_absent().decoded(|text| {
            let known = values.contains(&text.as_ref()).then(|| text.parse().ok()).flatten();
            known.ok_or_else(|| rule.must_be(&format!("one of {}", values.join(", "))))
        })
    }

    /// Decodes a value by `T`'s parser, for example an integer-or-string union.
    pub fn parsed<T: FromStr>(self) -> Decoded<T, STATUS> {
        let rule = self.rule;
        self.blank_as_absent().decoded(|text| {
            text.parse().map_err(|_| rule.invalid(|name| format!("{name} is invalid")))
        })
    }

    /// Decodes an integer-or-string union whose string is a UUID.
    pub fn integer_or_uuid<T: FromStr>(self) -> Decoded<T, STATUS> {
        let rule = self.rule;
        self.decoded(|text| {
            let is_one = integer(&text).is_some() || is_uuid(&text);
            let parsed = is_one.then(|| text.parse().ok()).flatten();
            parsed.ok_or_else(|| rule.must_be("an integer or a UUID"))
        })
    }

    /// Decodes texts that are separated by commas or given as repeated parameters. A percent-encoded comma is part of
    /// its text.
    pub fn list(self) -> Decoded<Vec<String>, STATUS> {
        let (joined, raw) = self.joined();
        joined.decoded(|_| Ok(query::items(&raw).collect()))
    }

    /// Decodes whole numbers that are separated by commas or given as repeated parameters. Many clients percent-encode
    /// the commas, which is accepted because no number contains a comma. Empty items are skipped.
    pub fn list_of_integers(self) -> Decoded<Vec<i64>, STATUS> {
        let rule = self.rule;
        let mut decoded = self.joined().0.decoded(|text| {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            let numbers: Option<Vec<i64>> = items.map(integer).collect();
            numbers.ok_or_else(|| rule.must_be("a comma-separated list of integers"))
        });
        decoded.value = decoded.value.map(|list| list.filter(|list| !list.is_empty()));
        decoded
    }

    /// Decodes texts of which each is a parameter of its own: `label=a&label=b,c` is `a` and `b,c`.
    pub fn repeated(self) -> Decoded<Vec<String>, STATUS> {
        let values = self.in_query.into_iter().flat_map(QueryParameter::each);
        let texts: Option<Vec<String>> = values
            .map(|text| match text {
                Text::Valid(text) if !text.contains('\0') => Some(text.into_owned()),
                _ => None,
            })
            .collect();
        let value = match texts {
            Some(texts) if texts.is_empty() => Ok(None),
            Some(texts) => Ok(Some(texts)),
            None => Err(self.rule.must_be("valid text without NUL")),
        };
        Decoded::new(self.rule, value)
    }

    /// Decodes a value of this component schema. The client may send it as JSON (`filter={"size":7}`) or as the members of
    /// an object (`filter[size]=7`). In JSON too, a member may be text (`{"size":"7"}`).
    pub fn json<T: DeserializeOwned>(
        self,
        schemas: &Schemas,
        schema: &'static str,
    ) -> Decoded<T, STATUS> {
        let rule = self.rule;
        let decode = |json: &[u8]| {
            let parsed = schemas.decode_of_query(schema, json);
            parsed.map_err(|unfit| {
                rule.invalid(|name| match unfit {
                    JsonError::NotJson => format!("{name} must be valid JSON"),
                    JsonError::TooMany => format!("{name} has too many values"),
                    JsonError::Violates(violation) => violation.message.into_owned(),
                    JsonError::Unchecked => "Internal server error".to_owned(),
                })
            })
        };
        let members = self.in_query.into_iter().flat_map(QueryParameter::members);
        let object = members::object(rule, members, |key, text| schemas.member(schema, key, text));
        let value = match (object, &self.text) {
            (Ok(None), _) => return self.decoded(|text| decode(text.as_bytes())),
            (Ok(Some(object)), Text::Absent) => decode(&object).map(Some),
            (Ok(Some(_)), _) => Err(rule.twice()),
            (Err(message), _) => Err(message),
        };
        Decoded::new(rule, value)
    }

    /// Returns the text without validation, for credentials and for operations that document no 400. Never fails. A
    /// parameter that occurs more than once yields empty text, which is never a valid credential.
    pub fn lossy(self) -> String {
        match self.text {
            Text::Absent | Text::Twice => String::new(),
            Text::Valid(text) => text.into_owned(),
            Text::Malformed(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    /// Returns the text of an optional secret. Never fails: empty text, repeated parameters, NUL and bytes that are not
    /// UTF-8 are no secret, so they count as absent.
    pub fn secret(self) -> Option<String> {
        match self.text {
            Text::Valid(text) if !text.is_empty() && !text.contains('\0') => {
                Some(text.into_owned())
            }
            _ => None,
        }
    }

    /// Joins the values of a repeated parameter by commas. Returns the parameter with the decoded text, and the text as
    /// it was sent.
    fn joined(mut self) -> (Self, String) {
        let mut raw = String::new();
        if let Some(in_query) = self.in_query
            && !matches!(self.text, Text::Absent)
        {
            (self.text, raw) = in_query.joined();
        }
        (self, raw)
    }

    /// Treats a blank text as absent, for types that have no blank values.
    fn blank_as_absent(mut self) -> Self {
        if matches!(&self.text, Text::Valid(text) if text::trim(text).is_empty()) {
            self.text = Text::Absent;
        }
        self
    }

    fn decoded<T>(
        self,
        decode: impl FnOnce(Cow<'a, str>) -> Result<T, Message>,
    ) -> Decoded<T, STATUS> {
        let value = match self.text {
            Text::Absent => Ok(None),
            Text::Valid(text) if text.is_empty() => Ok(None),
            // Postgres rejects NUL in text, so no such value can be stored.
            Text::Valid(text) if !text.contains('\0') => decode(text).map(Some),
            Text::Valid(_) | Text::Malformed(_) => Err(self.rule.must_be("valid text without NUL")),
            Text::Twice => Err(self.rule.twice()),
        };
        Decoded::new(self.rule, value)
    }
}

/// Whether the text is a UUID of 36 characters, as `format: uuid` requires.
pub fn is_uuid(text: &str) -> bool {
    let is_uuid_byte = |(position, byte): (usize, u8)| match position {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.bytes().enumerate().all(is_uuid_byte)
}

/// Parses a whole number. A plus sign is invalid.
pub(crate) fn integer(text: &str) -> Option<i64> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}
