//! Chooses edits that do not meddle with each other, and applies them to the document as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The edits of a value and of the values inside it.
#[derive(Debug, Default)]
pub struct Plan {
    /// The new key, or the same one to quote it.
    pub key: Option<String>,
    pub whole: Option<Whole>,
    pub entries: Vec<(String, New)>,
    pub items: Vec<Value>,
    pub inside: BTreeMap<String, Plan>,
}

/// The change of a whole value.
#[derive(Debug, PartialEq)]
pub enum Whole {
    Removed,
    Written(Value),
}

#[derive(Debug, PartialEq)]
pub enum New {
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
            if plan.whole.is_some() {
                return true;
            }
            let Some(inner) = plan.inside.get(segment) else { return false };
            plan = inner;
        }
        plan.whole.is_some()
    }

    /// Whether nothing changes in the value, apart from its key.
    pub fn is_idle(&self) -> bool {
        self.whole.is_none()
            && self.entries.is_empty()
            && self.items.is_empty()
            && self.inside.is_empty()
    }

    /// The document after the edits.
    pub fn applied(&self, value: &Value, old: &Value) -> Value {
        if let Some(Whole::Written(new)) = &self.whole {
            return new.clone();
        }
        match value {
            Value::Object(members) => {
                let mut new = Map::new();
                for (key, value) in members {
                    match self.inside.get(key) {
                        Some(plan) if plan.whole == Some(Whole::Removed) => {}
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
                        Some(plan) if plan.whole == Some(Whole::Removed) => {}
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

impl New {
    fn value(&self, old: &Value) -> Value {
        match self {
            Self::Value(value) => value.clone(),
            Self::Moved(pointer) => old.pointer(pointer).cloned().unwrap_or_default(),
        }
    }
}
