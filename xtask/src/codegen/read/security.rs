//! Security schemes, and who may call an operation.

use super::names;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Access, Api, Credential, Scheme};

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

/// The `security` of an operation; `used` collects the schemes that it names.
pub fn access<'a>(node: &Node<'a>, api: &Api, used: &mut Vec<&'a str>) -> Result<Access> {
    let schemes = node.document_security();
    let mut positions = Vec::new();
    let mut optional = false;
    for alternative in node.items()? {
        let entries = alternative.entries()?;
        let (name, scopes) = match entries.as_slice() {
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
        if !scopes.items()?.is_empty() {
            return Err(scopes.fault("scopes are not checked: remove them"));
        }
        let position = schemes.iter().position(|known| known == name);
        let mend = format!("there is no security scheme `{name}`");
        positions.push(position.ok_or_else(|| scopes.fault(mend))?);
        used.push(name);
    }
    if optional && positions.is_empty() {
        return Err(node.fault("write `[]` for no security"));
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
    Ok(Access { principals, optional })
}
