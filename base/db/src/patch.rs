//! JSON merge patches (RFC 7396) of rows.

use serde::Serialize;
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
        let properties: Map<String, Value> = serde_json::from_value(serde_json::to_value(patch)?)?;
        let fields = properties.keys().cloned().collect();
        let columns = properties.into_iter().map(|(name, value)| (snake_case(&name), value));
        Ok(Self { columns: Json(columns.collect()), fields })
    }

    /// Whether the patch changes nothing.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
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
