//! From a document to the model. What the dialect does not have is refused here, with the mend.

mod bodies;
mod clashes;
mod defaults;
mod headers;
mod idempotency;
mod keywords;
mod names;
mod operations;
mod parameters;
mod rate_limits;
mod recursion;
mod responses;
mod schemas;
mod security;
mod types;
mod unions;
mod usage;
mod walk;

use heck::ToPascalCase;
use serde_json::json;

use super::document::{Document, Node, Result};
use super::model::{Api, Tag};

/// Reads one document; `name` is its file's name without the ending.
pub fn read(document: &Document, name: &str) -> Result<Api> {
    let root = document.root();
    root.only(&["openapi", "info", "servers", "tags", "paths", "components", "x-rate-limits"])?;
    let version = root.need("openapi")?;
    if version.string()? != "3.1.0" {
        return Err(version.fault("must be 3.1.0"));
    }
    let (title, version) = info(&root.need("info")?)?;
    let mut api = Api {
        name: name.to_owned(),
        title,
        version,
        base_path: base_path(&root.need("servers")?)?,
        tags: tags(&root.need("tags")?)?,
        schemas: Vec::new(),
        schemes: Vec::new(),
        rate_limits: rate_limits::read(&root)?,
    };
    let components = root.need("components")?;
    components.only(&["schemas", "parameters", "responses", "headers", "securitySchemes"])?;
    let schemas = components.need("schemas")?;
    api.schemas = schemas::read(&schemas)?;
    recursion::refuse(&schemas, &api)?;
    error_response(&schemas)?;
    for (_, node) in components.entries_of("securitySchemes")? {
        api.schemes.push(security::scheme(&node)?);
    }
    operations::read(&root, &mut api)?;
    rate_limits::all_used(&root, &api)?;
    for (tag, node) in api.tags.iter().zip(root.items_of("tags")?) {
        if tag.operations.is_empty() {
            return Err(node.fault("no operation has this tag: remove it"));
        }
    }
    usage::mark(&mut api);
    usage::check(&root, &api)?;
    Ok(api)
}

fn info(info: &Node<'_>) -> Result<(String, String)> {
    info.only(&["title", "version", "summary", "description", "contact", "license"])?;
    let version = info.need("version")?;
    let numbers: Vec<_> = version.string()?.split('.').map(str::parse::<u32>).collect();
    if numbers.len() != 3 || numbers.iter().any(|number| number.is_err()) {
        return Err(version.fault("is the version of the crates too: write it as `1.0.0`"));
    }
    Ok((info.need("title")?.string()?.to_owned(), version.string()?.to_owned()))
}

fn base_path(servers: &Node<'_>) -> Result<String> {
    let mend = "give one server: `{baseUrl}/the/base/path`";
    let [server] = servers.items()?.try_into().map_err(|_| servers.fault(mend))?;
    server.only(&["url", "description", "variables"])?;
    for (name, variable) in server.entries_of("variables")? {
        if name != "baseUrl" {
            return Err(variable.fault("only `{baseUrl}` stands in the URL: remove it"));
        }
        variable.only(&["default", "description"])?;
    }
    let url = server.need("url")?;
    let path = url.string()?.strip_prefix("{baseUrl}").ok_or_else(|| url.fault(mend))?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "/-._~".contains(letter);
    let begins = path.is_empty() || path.starts_with('/');
    match begins && !path.ends_with('/') && path.chars().all(fits) {
        true => Ok(path.to_owned()),
        false => Err(url.fault(format!("{mend}, without parameters or a slash at the end"))),
    }
}

fn tags(list: &Node<'_>) -> Result<Vec<Tag>> {
    let mut tags: Vec<Tag> = Vec::new();
    for tag in list.items()? {
        tag.only(&["name", "description", "x-unserved"])?;
        let name = tag.need("name")?;
        let text = name.string()?;
        names::tag(text, &name)?;
        if tags.iter().any(|other| other.name.to_pascal_case() == text.to_pascal_case()) {
            return Err(name.fault("this tag stands twice: remove one"));
        }
        let unserved = tag.flag("x-unserved")?;
        tags.push(Tag {
            name: text.to_owned(),
            doc: tag_description(&tag, unserved)?,
            unserved,
            operations: Vec::new(),
        });
    }
    if !tags.is_empty() && tags.iter().all(|tag| tag.unserved) {
        return Err(list.fault("no tag is served: take `x-unserved` from one"));
    }
    Ok(tags)
}

/// Most readers of a document see the description alone, so it agrees with the flag.
fn tag_description(tag: &Node<'_>, unserved: bool) -> Result<String> {
    let description = tag.need("description")?;
    let text = description.string()?;
    let told = Tag::NOT_SERVED;
    match (unserved, text.contains(told)) {
        (true, false) => Err(description.fault(format!("tell readers too: add `{told}`"))),
        (false, true) => Err(description.fault(format!("it is served: remove `{told}`"))),
        _ => Ok(text.to_owned()),
    }
}

/// The one error of every API, which the runtime writes and every client reads.
fn error_response(schemas: &Node<'_>) -> Result<()> {
    let mend = "must be an object of exactly `success: {const: false}` and `message: {type: string}`, both required";
    let error = schemas.need("ErrorResponse")?;
    let at = |pointer: &str| error.value.pointer(pointer);
    let size = at("/properties").and_then(|properties| properties.as_object()).map(|map| map.len());
    let required = at("/required").is_some_and(|list| {
        *list == json!(["success", "message"]) || *list == json!(["message", "success"])
    });
    let fits = size == Some(2)
        && required
        && at("/properties/success/const") == Some(&json!(false))
        && at("/properties/message/type") == Some(&json!("string"));
    if fits { Ok(()) } else { Err(error.fault(mend)) }
}
