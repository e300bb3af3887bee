//! Removes parts of a document that progenitor cannot read.

use serde_json::{Map, Value, json};

pub fn simplify(document: &mut Value) {
    let items = document["paths"].as_object_mut().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (_, operation) in operations {
        if let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) {
            // progenitor refuses JSON in a query: `parcel` of listShippingRates.
            parameters.retain(|parameter| parameter.get("content").is_none());
            // progenitor gives `Last-Event-ID` and `lastEventId` the same name in Rust, which does not compile. Both
            // parameters have the same meaning.
            parameters.retain(|parameter| parameter["name"] != "lastEventId");
        }
    }
}

/// Returns the IDs of the operations that take `multipart/form-data`, which progenitor cannot express.
pub fn operations_with_forms(document: &Value) -> Vec<String> {
    let items = document["paths"].as_object().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    let forms = operations.filter_map(|(_, operation)| {
        operation.pointer("/requestBody/content/multipart~1form-data")?;
        Some(operation["operationId"].as_str()?.to_owned())
    });
    forms.collect()
}

/// Moves an operation into a separate document.
pub fn take_out(document: &mut Value, operation: &str) -> Option<Value> {
    let paths = document["paths"].as_object_mut()?;
    let mut found = None;
    for (path, item) in paths.iter_mut() {
        let item = item.as_object_mut()?;
        let method = item.iter().find(|(_, it)| it["operationId"] == operation);
        if let Some(method) = method.map(|(method, _)| method.clone()) {
            let mut alone = Map::new();
            alone.insert(method.clone(), item.shift_remove(&method)?);
            if let Some(shared) = item.get("parameters") {
                alone.insert("parameters".to_owned(), shared.clone());
            }
            found = Some(json!({path: alone}));
        }
    }
    let mut alone = document.clone();
    alone["paths"] = found?;
    Some(alone)
}
