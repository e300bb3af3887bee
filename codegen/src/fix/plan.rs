//! The planned edits as a tree that mirrors the document. [`Plan::applied`] applies them to the document as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The edits of a value and of the values inside it.
#[derive(Debug, Default)]
pub struct Plan {
    /// The new key, or the same one to quote it.
    pub key: Option<String>,
    /// The removal or the replacement of the value.
    pub replacement: Option<Replacement>,
    /// Entries to add at the end of a mapping.
    pub entries: Vec<(String, Addition)>,
    /// Items to add at the end of a list.
    pub items: Vec<Value>,
    /// The plans of the values inside, by key or index.
    pub inside: BTreeMap<String, Plan>,
}

/// The change of a whole value.
#[derive(Debug, PartialEq)]
pub enum Replacement {
    Removed,
    Written(Value),
}

#[derive(Debug, PartialEq)]
pub enum Addition {
    Value(Value),
    /// The value at this pointer of the old document.
    Moved(String),
}

impl Plan {
    /// The plan of the value at a pointer, if there is one.
    pub fn at(&self, segments: &[String]) -> Option<&Plan> {
        segments.iter().try_fold(self, |plan, segment| plan.inside.get(segment))
    }

    pub fn at_mut(&mut self, segments: &[String]) -> &mut Plan {
        segments.iter().fold(self, |plan, segment| plan.inside.entry(segment.clone()).or_default())
    }

    /// Whether the value at a pointer is removed or replaced, or a value around it is.
    pub fn replaces(&self, segments: &[String]) -> bool {
        let mut plan = self;
        for segment in segments {
            if plan.replacement.is_some() {
                return true;
            }
            let Some(inner) = plan.inside.get(segment) else { return false };
            plan = inner;
        }
        plan.replacement.is_some()
    }

    /// Whether nothing changes in the value, apart from its key.
    pub fn is_idle(&self) -> bool {
        self.replacement.is_none()
            && self.entries.is_empty()
            && self.items.is_empty()
            && self.inside.is_empty()
    }

    /// The document after the edits.
    pub fn applied(&self, value: &Value, old: &Value) -> Value {
        if let Some(Replacement::Written(new)) = &self.replacement {
            return new.clone();
        }
        match value {
            Value::Object(members) => {
                let mut new = Map::new();
                for (key, value) in members {
                    match self.inside.get(key) {
                        Some(plan) if plan.replacement == Some(Replacement::Removed) => {}
                        Some(plan) => {
                            let key = plan.key.as_ref().unwrap_or(key);
                            new.insert(key.clone(), plan.applied(value, old));
                        }
                        None => _ = new.insert(key.clone(), value.clone()),
                    }
                }
                new.extend(self.entries.iter().map(|(key, new)| (key.clone(), new.value(old))));
                Value::Object(new)
            }
            Value::Array(items) => {
                let mut new = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    match self.inside.get(&index.to_string()) {
                        Some(plan) if plan.replacement == Some(Replacement::Removed) => {}
                        Some(plan) => new.push(plan.applied(item, old)),
                        None => new.push(item.clone()),
                    }
                }
                new.extend(self.items.iter().cloned());
                Value::Array(new)
            }
            other => other.clone(),
        }
    }
}

impl Addition {
    fn value(&self, old: &Value) -> Value {
        match self {
            Self::Value(value) => value.clone(),
            Self::Moved(pointer) => old.pointer(pointer).cloned().unwrap_or_default(),
        }
    }
}
