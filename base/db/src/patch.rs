//! JSON merge patches (RFC 7396) of rows.

use serde::{Serialize, ser::Error};
use serde_json::{Map, Value};
use tokio_postgres::types::Json;

/// The changes of a row by a patch of a document. A statement applies them with
/// `jsonb_populate_record(row, columns)`, which retains the columns that the patch lacks.
#[derive(Debug)]
pub struct Patch {
    /// The new values by column. A null removes a value.
    pub columns: Json<Map<String, Value>>,
    /// The names of the changed properties, as in the document.
    pub fields: Vec<String>,
}

impl Patch {
    /// The patch of a struct of the document. Each property has the name of its column, in camelCase.
    pub fn of<T: Serialize>(patch: &T) -> serde_json::Result<Self> {
        let Value::Object(properties) = serde_json::to_value(patch)? else {
            return Err(serde_json::Error::custom("a patch is an object"));
        };
        let fields = properties.keys().cloned().collect();
        let columns = properties.into_iter().map(|(name, value)| (snake_case(&name), value));
        Ok(Self { columns: Json(columns.collect()), fields })
    }

    /// Leaves out properties that have no column, by their names in snake_case. `fields` retains them.
    pub fn leave_out(&mut self, names: &[&str]) {
        names.iter().for_each(|name| _ = self.columns.0.remove(*name));
    }

    /// Merges the patch of a column of free-form JSON with its current value, at every depth.
    pub fn merge(&mut self, column: &str, current: Option<Value>) {
        if let Some(patch) = self.columns.0.get_mut(column) {
            *patch = merged(current.unwrap_or_default(), patch.take());
        }
    }
}

/// Applies a merge patch to a value, as RFC 7396 defines it.
pub fn merged(target: Value, patch: Value) -> Value {
    let Value::Object(patch) = patch else { return patch };
    let mut object = match target {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    for (key, value) in patch {
        match value {
            Value::Null => _ = object.remove(&key),
            value => {
                let before = object.remove(&key).unwrap_or_default();
                object.insert(key, merged(before, value));
            }
        }
    }
    object.into()
}

fn snake_case(name: &str) -> String {
    name.chars().fold(String::with_capacity(name.len() + 4), |mut column, letter| {
        if letter.is_ascii_uppercase() {
            column.push('_');
        }
        column.push(letter.to_ascii_lowercase());
        column
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::merged;

    /// The test cases of RFC 7396, appendix A.
    #[test]
    fn merge_patches() {
        for (target, patch, result) in [
            (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
            (json!({"a": "b"}), json!({"a": null}), json!({})),
            (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
            (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
            (
                json!({"a": {"b": "c"}}),
                json!({"a": {"b": "d", "c": null}}),
                json!({"a": {"b": "d"}}),
            ),
            (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
            (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
            (json!({"a": "foo"}), json!(null), json!(null)),
            (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
            (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
            (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        ] {
            assert_eq!(merged(target.clone(), patch.clone()), result, "{target} {patch}");
        }
    }
}
