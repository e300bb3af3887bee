//! Security schemes, who may call an operation, and what everyone else is answered.

use super::names;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Access, Api, Credential, Refusal, Scheme};

pub fn scheme(node: &Node<'_>) -> Result<Scheme> {
    node.only(&["type", "scheme", "in", "name", "description", "bearerFormat", "x-principal"])?;
    let place = match (node.need("type")?.string()?, node.text("scheme")?, node.text("in")?) {
        ("http", Some("bearer"), None) => match node.get("name") {
            Some(name) => return Err(name.fault("a bearer has no name: remove it")),
            None => Credential::Bearer,
        },
        ("apiKey", None, Some(place)) => {
            let key = node.need("name")?;
            let name = key.string()?.to_owned();
            match place {
                "query" => Credential::Query(name),
                "header" | "cookie" => {
                    names::token(&name, &key)?;
                    if place == "header" {
                        Credential::Header(name)
                    } else {
                        Credential::Cookie(name)
                    }
                }
                _ => return Err(node.need("in")?.fault("must be header, query or cookie")),
            }
        }
        _ => return Err(node.fault("must be `http` with `scheme: bearer`, or `apiKey` with `in`")),
    };
    let principal = node.need("x-principal")?;
    names::principal(principal.string()?, &principal)?;
    Ok(Scheme { principal: principal.string()?.to_owned(), doc: node.description()?, place })
}

/// Who may call an operation, by its `security` and `x-credential`; `used` collects the schemes that it names.
pub fn access<'a>(operation: &Node<'a>, api: &Api, used: &mut Vec<&'a str>) -> Result<Access> {
    let node = &operation.need("security")?;
    let schemes = node.document_security();
    let mut positions = Vec::new();
    let mut optional = false;
    let mut common: Option<Vec<String>> = None;
    for alternative in node.items()? {
        let entries = alternative.entries()?;
        let (name, list) = match entries.as_slice() {
            [] => {
                optional = true;
                continue;
            }
            [entry] => entry,
            _ => {
                let mend = "two schemes at once are outside the dialect: list alternatives";
                return Err(alternative.fault(mend));
            }
        };
        let roles = roles(list)?;
        if common.get_or_insert_with(|| roles.clone()) != &roles {
            return Err(list.fault("every alternative lists the same roles: write them here too"));
        }
        let position = schemes.iter().position(|known| known == name);
        let mend = format!("there is no security scheme `{name}`");
        positions.push(position.ok_or_else(|| list.fault(mend))?);
        used.push(name);
    }
    if optional && positions.is_empty() {
        return Err(node.fault("write `[]` for no security"));
    }
    let roles = common.unwrap_or_default();
    if optional && !roles.is_empty() {
        return Err(node.fault("without a credential nobody has a role: remove `{}` or the roles"));
    }
    // In the document's order, so that the same alternatives have one name.
    positions.sort_unstable();
    let mut principals: Vec<String> = Vec::new();
    for position in positions {
        let principal = &api.schemes[position].principal;
        if !principals.contains(principal) {
            principals.push(principal.clone());
        }
    }
    let lenient = lenient(operation, optional)?;
    Ok(Access { principals, optional, lenient, roles })
}

/// Whether a credential that is not valid reaches the handler.
fn lenient(operation: &Node<'_>, optional: bool) -> Result<bool> {
    let Some(credential) = operation.get("x-credential") else { return Ok(false) };
    if credential.string()? != "lenient" {
        return Err(credential.fault("must be `lenient`"));
    }
    if !optional {
        let mend =
            "who needs a credential needs a valid one: add `{}` to the schemes, or remove it";
        return Err(credential.fault(mend));
    }
    Ok(true)
}

/// The roles of one alternative, in one order, so that the same roles have one name.
fn roles(list: &Node<'_>) -> Result<Vec<String>> {
    let mut roles = Vec::new();
    for role in list.items()? {
        let name = role.string()?.to_owned();
        names::role(&name, &role)?;
        if roles.contains(&name) {
            return Err(role.fault("stands twice: remove one"));
        }
        roles.push(name);
    }
    roles.sort_unstable();
    Ok(roles)
}

/// The failure that tells a caller of the lack of a role: the one that has `x-message`.
pub fn refusal(access: &Access, responses: &Node<'_>) -> Result<Option<Refusal>> {
    let mut found = None;
    for (code, place) in responses.entries()? {
        let response = place.resolve("responses")?.1;
        let Some(message) = response.get("x-message") else { continue };
        if access.roles.is_empty() {
            let mend = "only an operation whose `security` lists roles heeds it: remove it";
            return Err(message.fault(mend));
        }
        let status = match code.parse() {
            Ok(status @ 400..500) => status,
            _ => return Err(message.fault("who lacks a role is answered 4xx: move it there")),
        };
        let refusal = Refusal { status, message: message.string()?.to_owned() };
        if found.replace(refusal).is_some() {
            return Err(message.fault("one failure answers the lack of a role: keep one"));
        }
    }
    match (&found, access.roles.is_empty()) {
        (None, false) => {
            Err(responses.fault("give the failure that answers the lack of a role its `x-message`"))
        }
        _ => Ok(found),
    }
}
