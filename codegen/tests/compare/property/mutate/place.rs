//! Random places in a document.

use serde_json::Value;

use super::super::random::Random;

pub fn an_operation<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let items = root["paths"].as_object_mut()?.values_mut().filter_map(Value::as_object_mut);
    let operations =
        items.flat_map(|item| item.values_mut()).filter(|at| at.get("responses").is_some());
    let mut operations: Vec<&mut Value> = operations.collect();
    let place = random.below(operations.len());
    (!operations.is_empty()).then(|| operations.swap_remove(place))
}

pub fn a_parameter<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let list = an_operation(root, random)?.get_mut("parameters")?.as_array_mut()?;
    let place = random.below(list.len());
    list.get_mut(place)
}

pub fn a_response<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let responses = an_operation(root, random)?.get_mut("responses")?.as_object_mut()?;
    let place = random.below(responses.len());
    responses.values_mut().nth(place)
}

/// An object among the components.
pub fn an_object<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let schemas = root["components"]["schemas"].as_object_mut()?.values_mut();
    let mut objects: Vec<_> = schemas.filter(|at| at.get("properties").is_some()).collect();
    let place = random.below(objects.len());
    (!objects.is_empty()).then(|| objects.swap_remove(place))
}

pub fn a_property<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let properties = an_object(root, random)?["properties"].as_object_mut()?;
    let place = random.below(properties.len());
    properties.values_mut().nth(place)
}

pub fn a_component(root: &Value, random: &mut Random) -> Option<String> {
    let schemas = root["components"]["schemas"].as_object()?;
    schemas.keys().nth(random.below(schemas.len())).cloned()
}
