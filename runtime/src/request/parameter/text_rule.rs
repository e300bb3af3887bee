//! The pattern or the format of a text parameter.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::schemas;

/// A `pattern` or `format` that a text parameter must match, with the meaning that it has in bodies. It is compiled on
/// first use.
#[derive(Debug)]
pub struct TextRule {
    keyword: &'static str,
    value: &'static str,
    compiled: OnceLock<Option<Validator>>,
}

impl TextRule {
    /// A regular expression of the document.
    pub const fn pattern(value: &'static str) -> Self {
        Self { keyword: "pattern", value, compiled: OnceLock::new() }
    }

    /// A format of the document, such as `uuid`.
    pub const fn format(value: &'static str) -> Self {
        Self { keyword: "format", value, compiled: OnceLock::new() }
    }

    /// Whether the text matches. No text matches a rule that does not compile; code generation refuses such rules.
    pub(super) fn holds(&self, text: &str) -> bool {
        let schema = || json!({ self.keyword: self.value });
        let compiled = self.compiled.get_or_init(|| schemas::options().build(&schema()).ok());
        let text = Value::String(text.to_owned());
        compiled.as_ref().is_some_and(|validator| validator.is_valid(&text))
    }

    /// The rule in words, as bodies say it too.
    pub(super) fn description(&self) -> String {
        match self.keyword {
            "format" => format!("a valid {}", self.value),
            _ => "in the documented format".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{
        parameter::{Decoded, Parameter},
        query::QueryParameter,
    };

    fn decoded<T>(
        query: &str,
        decode: impl FnOnce(Parameter<'_>) -> Decoded<T>,
    ) -> Result<Option<T>, String> {
        let parameter = Parameter::of_query(QueryParameter { query, name: "a" });
        decode(parameter).value.map_err(String::from)
    }

    #[test]
    fn text() {
        static CODE: TextRule = TextRule::pattern("^[A-Z]{3}$");
        static ID: TextRule = TextRule::format("uuid");
        static MAIL: TextRule = TextRule::format("idn-email");
        let code = |query| decoded(query, |parameter| parameter.text().matches(&CODE));
        assert_eq!(code("a=ABC"), Ok(Some("ABC".to_owned())));
        assert_eq!(code("b=1"), Ok(None));
        assert_eq!(code("a="), Ok(None));
        assert_eq!(code("a=abc"), Err("a must be in the documented format".to_owned()));
        assert_eq!(code("a=ABC%0A"), Err("a must be in the documented format".to_owned()));
        let id = |query| decoded(query, |parameter| parameter.text().matches(&ID));
        assert!(id("a=7d2a0f6e-5b1c-4c8e-9a57-0d3a4a1f2b6c").is_ok());
        assert_eq!(id("a=7d2a0f6e"), Err("a must be a valid uuid".to_owned()));
        let mail = |query| decoded(query, |parameter| parameter.text().matches(&MAIL));
        assert!(mail("a=gr%C3%B6%C3%9Fe@stoa.example").is_ok());
        assert_eq!(mail("a=stoa"), Err("a must be a valid idn-email".to_owned()));
    }

    #[test]
    fn repeated() {
        let texts = |query| decoded(query, |parameter| parameter.repeated().max_items(2));
        let two = |one: &str, other: &str| Ok(Some(vec![one.to_owned(), other.to_owned()]));
        assert_eq!(texts("a=x&b=1&a=y,z"), two("x", "y,z"));
        assert_eq!(texts("a=x&a=&a=%2C"), two("x", ","));
        assert_eq!(texts("b=1&a="), Ok(None));
        assert_eq!(texts("a=x&a=y&a=z"), Err("a must have at most 2 items".to_owned()));
        assert_eq!(texts("a=x&a=%00"), Err("a must be valid text without NUL".to_owned()));
        assert_eq!(texts("a=%ff"), Err("a must be valid text without NUL".to_owned()));
        let numbers = |query| decoded(query, |parameter| parameter.repeated().integers());
        assert_eq!(numbers("a=1&a=-2"), Ok(Some(vec![1, -2])));
        assert_eq!(numbers("a=1,2"), Err("a must be a list of integers".to_owned()));
        let known =
            |query| decoded(query, |parameter| parameter.list().each_one_of::<char>(&["x", "y"]));
        assert_eq!(known("a=x,y&a=x"), Ok(Some(vec!['x', 'y', 'x'])));
        assert_eq!(known("a=x,z"), Err("a must be a list of x, y".to_owned()));
    }
}
