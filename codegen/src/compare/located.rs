//! A value of one of the two documents, and its place. The old document may use an older dialect, so nothing here
//! fails. A value that is missing or has another type has no entries and no text.

use serde_json::Value;

use crate::document::{Document, escape};

/// Maximum number of references that are followed in a row. A longer chain must be circular.
pub const MAX_REFERENCE_CHAIN: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    New,
    Old,
}

#[derive(Debug, Clone)]
pub struct Located<'a> {
    pub side: Side,
    pub pointer: String,
    pub value: &'a Value,
    document: &'a Document,
}

impl<'a> Located<'a> {
    pub fn root(side: Side, document: &'a Document) -> Self {
        Self { side, pointer: String::new(), value: document.json(), document }
    }

    pub fn document(&self) -> Self {
        Self::root(self.side, self.document)
    }

    pub fn line(&self) -> usize {
        self.document.line(&self.pointer)
    }

    pub fn get(&self, key: &str) -> Option<Self> {
        Some(self.child(key, self.value.get(key)?))
    }

    pub fn walk(&self, keys: &[&str]) -> Option<Self> {
        keys.iter().try_fold(self.clone(), |at, key| at.get(key))
    }

    pub fn entries(&self) -> Vec<(&'a str, Self)> {
        let entries = self.value.as_object().into_iter().flatten();
        entries.map(|(key, value)| (key.as_str(), self.child(key, value))).collect()
    }

    pub fn items(&self) -> Vec<Self> {
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, value)| self.child(&index.to_string(), value)).collect()
    }

    pub fn entries_of(&self, key: &str) -> Vec<(&'a str, Self)> {
        self.get(key).map(|at| at.entries()).unwrap_or_default()
    }

    pub fn items_of(&self, key: &str) -> Vec<Self> {
        self.get(key).map(|at| at.items()).unwrap_or_default()
    }

    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.value.get(key)?.as_str()
    }

    pub fn flag(&self, key: &str) -> bool {
        self.value.get(key).is_some_and(|value| value == true)
    }

    pub fn texts(&self, key: &str) -> Vec<&'a str> {
        let items = self.value.get(key).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).collect()
    }

    /// The last segment of this value's `$ref`, and the value that the reference points to.
    pub fn target(&self) -> Option<(&'a str, Self)> {
        let pointer = self.text("$ref")?.strip_prefix('#')?;
        let name = pointer.rsplit('/').next().unwrap_or_default();
        let value = self.document.json().pointer(pointer)?;
        Some((name, Self { pointer: pointer.to_owned(), value, ..self.clone() }))
    }

    /// The component's name, if this value is a component of this kind.
    pub fn component(&self, kind: &str) -> Option<&'a str> {
        let name = self.pointer.strip_prefix("/components/")?.strip_prefix(kind)?;
        let all = self.document.json().get("components")?.get(kind)?.as_object()?;
        all.get_key_value(name.strip_prefix('/')?).map(|(name, _)| name.as_str())
    }

    /// The value after all references are followed, at most [`MAX_REFERENCE_CHAIN`].
    pub fn follow(&self) -> Self {
        let mut at = self.clone();
        for _ in 0..MAX_REFERENCE_CHAIN {
            let Some((_, target)) = at.target() else { break };
            at = target;
        }
        at
    }

    fn child(&self, key: &str, value: &'a Value) -> Self {
        let pointer = format!("{}/{}", self.pointer, escape(key));
        Self { side: self.side, pointer, value, document: self.document }
    }
}

/// The items of two lists: those that both have, and those that only one has.
pub struct Matched<T> {
    pub both: Vec<(T, T)>,
    pub gone: Vec<T>,
    pub fresh: Vec<T>,
}

pub fn matched<T>(old: Vec<T>, mut new: Vec<T>, is_same: impl Fn(&T, &T) -> bool) -> Matched<T> {
    let (mut both, mut gone) = (Vec::new(), Vec::new());
    for was in old {
        match new.iter().position(|is| is_same(&was, is)) {
            Some(place) => both.push((was, new.remove(place))),
            None => gone.push(was),
        }
    }
    Matched { both, gone, fresh: new }
}

/// Matches the entries under a key by their names.
pub fn matched_entries<'a>(
    old: &Located<'a>,
    new: &Located<'a>,
    key: &str,
) -> Matched<(&'a str, Located<'a>)> {
    matched(old.entries_of(key), new.entries_of(key), |(was, _), (is, _)| was == is)
}

/// A value as a finding shows it, on one line and cut after 60 characters.
pub fn short(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
