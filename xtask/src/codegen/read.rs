//! From a document to the model. What the dialect does not have is refused here, with the mend.

mod operations;
mod parameters;
mod schemas;
mod usage;

use std::collections::BTreeSet;

use super::document::{Document, Node, Result};
use super::model::{Api, Credential, Scheme, Tag};

/// Reads one document; `name` is its file's name without the ending.
pub fn read(document: &Document, name: &str) -> Result<Api> {
    let root = document.root();
    root.only(&["openapi", "info", "servers", "tags", "paths", "components"])?;
    let version = root.need("openapi")?;
    if version.string()? != "3.1.0" {
        return Err(version.fault("must be 3.1.0"));
    }
    let info = root.need("info")?;
    info.only(&["title", "version", "summary", "description", "contact", "license"])?;
    let mut api = Api {
        name: name.to_owned(),
        title: info.need("title")?.string()?.to_owned(),
        version: info.need("version")?.string()?.to_owned(),
        base_path: base_path(&root.need("servers")?)?,
        tags: tags(&root.need("tags")?)?,
        schemas: Vec::new(),
        schemes: Vec::new(),
    };
    if let Some(components) = root.get("components") {
        let kinds = ["schemas", "parameters", "responses", "headers", "securitySchemes"];
        components.only(&kinds)?;
        if let Some(schemas) = components.get("schemas") {
            api.schemas = schemas::read(&schemas)?;
        }
        if let Some(schemes) = components.get("securitySchemes") {
            let read = |(_, node): (&str, Node<'_>)| scheme(&node);
            api.schemes = schemes.entries().into_iter().map(read).collect::<Result<_>>()?;
        }
    }
    operations::read(&root.need("paths")?, &mut api)?;
    usage::mark(&mut api);
    usage::refuse_unused(&root, &api)?;
    Ok(api)
}

fn base_path(servers: &Node<'_>) -> Result<String> {
    let mend = "give one server: `{baseUrl}/the/base/path`";
    let [server] = servers.items().try_into().map_err(|_| servers.fault(mend))?;
    server.only(&["url", "description", "variables"])?;
    let url = server.need("url")?;
    let path = url.string()?.strip_prefix("{baseUrl}").ok_or_else(|| url.fault(mend))?;
    Ok(path.to_owned())
}

fn tags(list: &Node<'_>) -> Result<Vec<Tag>> {
    let mut seen = BTreeSet::new();
    let mut tags = Vec::new();
    for tag in list.items() {
        tag.only(&["name", "description"])?;
        let name = tag.need("name")?;
        if !seen.insert(name.string()?) {
            return Err(name.fault("this tag stands twice: remove one"));
        }
        tags.push(Tag {
            name: name.string()?.to_owned(),
            doc: tag.need("description")?.string()?.to_owned(),
            operations: Vec::new(),
        });
    }
    Ok(tags)
}

fn scheme(node: &Node<'_>) -> Result<Scheme> {
    node.only(&["type", "scheme", "in", "name", "description", "bearerFormat", "x-principal"])?;
    let place = match (node.need("type")?.string()?, node.text("scheme")?, node.text("in")?) {
        ("http", Some("bearer"), None) => Credential::Bearer,
        ("apiKey", None, Some(place)) => {
            let name = node.need("name")?.string()?.to_owned();
            match place {
                "header" => Credential::Header(name),
                "query" => Credential::Query(name),
                "cookie" => Credential::Cookie(name),
                _ => return Err(node.fault("`in` must be header, query or cookie")),
            }
        }
        _ => return Err(node.fault("must be `http` with `scheme: bearer`, or `apiKey`")),
    };
    Ok(Scheme {
        principal: node.need("x-principal")?.string()?.to_owned(),
        doc: node.text("description")?.unwrap_or_default().to_owned(),
        place,
    })
}
