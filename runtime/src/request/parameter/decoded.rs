//! A decoded parameter: checks its bounds and returns its value.

use std::{fmt::Display, str::FromStr};

use super::{TextRule, integer, rule::Rule};
use crate::{Invalid, Upload, operation::invalid::Message, schemas::violation::wording::count};

/// A value of the right type, an absent value, or the message of the first rule that the value breaks.
#[derive(Debug)]
#[must_use = "end it with .required()?, .optional()? or .or(default)?"]
pub struct Decoded<T, const STATUS: u16 = 400> {
    rule: Rule,
    pub(super) value: Result<Option<T>, Message>,
}

impl<T, const STATUS: u16> Decoded<T, STATUS> {
    pub(crate) fn new(rule: Rule, value: Result<Option<T>, Message>) -> Self {
        Self { rule, value }
    }

    /// Returns the value. If it is absent, the error is `… is required`.
    pub fn required(self) -> Result<T, Invalid<STATUS>> {
        let rule = self.rule;
        self.optional()?.ok_or_else(|| Invalid::new(rule.missing()))
    }

    /// Returns the value, if there is one.
    pub fn optional(self) -> Result<Option<T>, Invalid<STATUS>> {
        self.value.map_err(Invalid::new)
    }

    /// Returns the value, or this default from the document.
    pub fn or(self, default: T) -> Result<T, Invalid<STATUS>> {
        Ok(self.optional()?.unwrap_or(default))
    }

    pub(crate) fn map<U>(self, rule: Rule, change: impl FnOnce(T) -> U) -> Decoded<U, STATUS> {
        Decoded { rule, value: self.value.map(|value| value.map(change)) }
    }

    fn check(mut self, holds: impl FnOnce(&T) -> bool, must_be: impl FnOnce() -> String) -> Self {
        if let Ok(Some(value)) = &self.value
            && !holds(value)
        {
            self.value = Err(self.rule.must_be(&must_be()));
        }
        self
    }
}

impl<T: Copy + PartialOrd + Display, const STATUS: u16> Decoded<T, STATUS> {
    /// Refuses a value below `least`.
    pub fn at_least(self, least: T) -> Self {
        self.check(|value| *value >= least, || format!("at least {least}"))
    }

    /// Refuses a value above `most`.
    pub fn at_most(self, most: T) -> Self {
        self.check(|value| *value <= most, || format!("at most {most}"))
    }

    /// Lowers a value above `most` to `most` (`x-cap`).
    pub fn capped(mut self, most: T) -> Self {
        if let Ok(Some(value)) = &mut self.value
            && *value > most
        {
            *value = most;
        }
        self
    }
}

impl<const STATUS: u16> Decoded<String, STATUS> {
    /// Refuses text of fewer than `least` Unicode characters.
    pub fn min_length(self, least: usize) -> Self {
        self.check(
            |text| text.chars().count() >= least,
            || format!("at least {}", count(least as u64, "character")),
        )
    }

    /// Refuses text of more than `most` Unicode characters.
    pub fn max_length(self, most: usize) -> Self {
        self.check(
            |text| text.len() <= most || text.chars().count() <= most,
            || format!("at most {}", count(most as u64, "character")),
        )
    }

    /// Refuses text that does not match the pattern or format.
    pub fn matches(self, rule: &TextRule) -> Self {
        self.check(|text| rule.holds(text), || rule.description())
    }
}

impl<const STATUS: u16> Decoded<Vec<String>, STATUS> {
    /// Decodes each text as a whole number.
    pub fn integers(self) -> Decoded<Vec<i64>, STATUS> {
        self.each(integer, || "a list of integers".to_owned())
    }

    /// Decodes each text as one of these values.
    pub fn each_one_of<T: FromStr>(
        self,
        values: &'static [&'static str],
    ) -> Decoded<Vec<T>, STATUS> {
        let decode = |text: &str| values.contains(&text).then(|| text.parse().ok()).flatten();
        self.each(decode, || format!("a list of {}", values.join(", ")))
    }

    fn each<T>(
        self,
        decode: impl Fn(&str) -> Option<T>,
        must_be: impl FnOnce() -> String,
    ) -> Decoded<Vec<T>, STATUS> {
        let rule = self.rule;
        let value = self.value.and_then(|texts| {
            let Some(texts) = texts else { return Ok(None) };
            let items: Option<Vec<T>> = texts.iter().map(|text| decode(text)).collect();
            items.map(Some).ok_or_else(|| rule.must_be(&must_be()))
        });
        Decoded { rule, value }
    }
}

impl<const STATUS: u16> Decoded<Upload, STATUS> {
    /// Sets the exact message for a missing file.
    pub fn message(mut self, message: &'static str) -> Self {
        self.rule.message = Some(message);
        self
    }

    /// Sets the status for a missing or refused file, in place of 400.
    pub fn status<const OTHER: u16>(self) -> Decoded<Upload, OTHER> {
        Decoded { rule: self.rule, value: self.value }
    }
}

impl<T, const STATUS: u16> Decoded<Vec<T>, STATUS> {
    /// Refuses a list of more than `most` items.
    pub fn max_items(mut self, most: usize) -> Self {
        if let Ok(Some(list)) = &self.value
            && list.len() > most
        {
            let invalid = self
                .rule
                .invalid(|name| format!("{name} must have at most {}", count(most as u64, "item")));
            self.value = Err(invalid);
        }
        self
    }
}
