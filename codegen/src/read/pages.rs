//! Paginated lists. A response is a page of a list if it states the position of the page.

use super::parts::Parts;
use crate::document::{Node, Result};
use crate::model::{Field, Operation, PagePlace, Pages, Place, Shape, SuccessBody, Type};
use crate::rust::snake_case;

/// The ways to count pages: the query parameter, and the field that tells where the list ends.
const COUNTED: [(&str, &str); 2] = [("page", "totalPages"), ("offset", "total")];

/// The query parameter that takes the cursor of a page.
const CURSOR: &str = "cursor";

/// The names that the property with the cursor of the next page may have.
const NEXT: [&str; 3] = ["next", "nextCursor", "next_cursor"];

const LIMIT: &str = "limit";

/// Returns how the operation's list is paginated, or `None` if its response is not a page. A response is a page if it
/// has an object with `limit` and either `page` or `offset`. That object must then state the whole position. The
/// operation must take `page` or `offset` as a query parameter. A response is also a page if it has the cursor of the
/// next page, and the operation takes a cursor.
pub fn read(operation: &Operation, node: &Node<'_>, parts: &Parts<'_>) -> Result<Option<Pages>> {
    let SuccessBody::Json(answer) = &operation.success.body else { return Ok(None) };
    let fields = fields(answer, parts)?;
    let Some((position, (by, end))) = position(fields, parts)? else {
        return Ok(by_cursor(operation, fields));
    };
    let says = fields_of(&position.ty, parts)?;
    let has = |name: &str| {
        let is_there = |field: &&Field| field.required && !field.nullable && field.name == name;
        says.iter().find(is_there).is_some_and(|field| field.ty == Type::Integer)
    };
    let missing = [LIMIT, by, end].into_iter().find(|name| !has(name));
    let lists: Vec<_> = fields.iter().filter_map(list).collect();
    let fault = |advice: String| {
        let name = &position.name;
        Err(node.fault(format!("answers with a page of a list, as `{name}` says: {advice}")))
    };
    let name = &position.name;
    match (missing, lists.as_slice()) {
        (Some(missing), _) => fault(format!("add `{missing}` to it, a required integer")),
        _ if !position.required || position.nullable => {
            fault(format!("make `{name}` required, without null"))
        }
        // The client can name only types of the document, so it cannot page through free-form JSON or maps.
        (None, [(_, item)]) if item.is_free_form() || item.has_map() => Ok(None),
        (None, [(items, item)]) => {
            if operation.method != "get" {
                return fault("make the operation a GET".to_owned());
            }
            if !has_query_parameter(operation, by, &Type::Integer) {
                let advice = "an integer that may be left out";
                return fault(format!("add the query parameter `{by}`, {advice}"));
            }
            Ok(Some(Pages {
                items: snake_case(items),
                item: (*item).clone(),
                place: PagePlace::Numbered { position: snake_case(name), by: by.to_owned() },
            }))
        }
        _ => fault(format!("give it one required array beside `{name}`, the items")),
    }
}

/// Returns the field with the page's position, and the way to count pages in it.
fn position<'a>(
    fields: &'a [Field],
    parts: &Parts<'_>,
) -> Result<Option<(&'a Field, (&'static str, &'static str))>> {
    for field in fields {
        let says = fields_of(&field.ty, parts)?;
        let has = |name: &str| says.iter().any(|field| field.name == name);
        let counted = COUNTED.into_iter().find(|(by, _)| has(by)).filter(|_| has(LIMIT));
        if let Some(counted) = counted {
            return Ok(Some((field, counted)));
        }
    }
    Ok(None)
}

fn fields_of<'a>(ty: &Type, parts: &'a Parts<'_>) -> Result<&'a [Field]> {
    match ty {
        Type::Named(name) => fields(name, parts),
        _ => Ok(&[]),
    }
}

fn fields<'a>(schema: &str, parts: &'a Parts<'_>) -> Result<&'a [Field]> {
    Ok(match parts.shape(schema)? {
        Some(Shape::Struct { fields, .. }) => fields,
        _ => &[],
    })
}

fn list(field: &Field) -> Option<(&str, &Type)> {
    match &field.ty {
        Type::Array(item) if field.required && !field.nullable => Some((&field.name, item)),
        _ => None,
    }
}

/// A list whose pages name the cursor of the next page.
fn by_cursor(operation: &Operation, fields: &[Field]) -> Option<Pages> {
    let is_next = |field: &&Field| {
        let may_end = field.nullable || !field.required;
        NEXT.contains(&field.name.as_str()) && field.ty == Type::String && may_end
    };
    let lists: Vec<_> = fields.iter().filter_map(list).collect();
    let (Some(next), [(items, item)]) = (fields.iter().find(is_next), lists.as_slice()) else {
        return None;
    };
    let can_page =
        operation.method == "get" && has_query_parameter(operation, CURSOR, &Type::String);
    (can_page && !item.is_free_form() && !item.has_map()).then(|| Pages {
        items: snake_case(items),
        item: (*item).clone(),
        place: PagePlace::Cursor { next: snake_case(&next.name) },
    })
}

/// Whether the operation has this optional query parameter.
fn has_query_parameter(operation: &Operation, by: &str, ty: &Type) -> bool {
    operation.parameters.iter().any(|parameter| {
        let is_its = parameter.name == by && parameter.place == Place::Query;
        is_its && !parameter.required && parameter.ty == *ty
    })
}
