//! `servers`: the path at which the API is mounted.

use serde_json::{Value, json};

use crate::document::{Fix, Node, Result};

const ADVICE: &str = "give one server: `{baseUrl}/the/base/path`";

/// Returns the path after `{baseUrl}`, without a slash at its end: `/api/v1`, or an empty string.
pub fn base_path(root: &Node<'_>) -> Result<String> {
    let Some(servers) = root.get("servers") else {
        // Without servers, the paths begin at the root of the host.
        let servers =
            json!([{ "url": "{baseUrl}", "variables": { "baseUrl": { "default": "" } } }]);
        return match root.value {
            Value::Object(_) => {
                Err(root.fault(Fix::add(root, "servers", servers).without_reason()))
            }
            _ => root.need("servers").and_then(|_| Err(root.fault(ADVICE))),
        };
    };
    let list = servers.items()?;
    let [server] = list.as_slice() else { return Err(refused(root, &servers)) };
    let url = server.need("url")?;
    if !url.string()?.starts_with("{baseUrl}") {
        return Err(refused(root, &servers));
    }
    server.only(&["url", "description", "variables"]);
    for (name, variable) in server.entries_of("variables")? {
        if name != "baseUrl" {
            variable.fault("the URL may only contain `{baseUrl}`: remove it");
        }
        variable.only(&["default", "description"]);
        _ = variable.text("default");
    }
    let path = url.string()?.strip_prefix("{baseUrl}").unwrap_or_default();
    match is_path(path) {
        true => Ok(path.to_owned()),
        false => Err(url.fault(format!("{ADVICE}, without parameters or a slash at the end"))),
    }
}

fn is_path(path: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "/-._~".contains(letter);
    let begins = path.is_empty() || path.starts_with('/') && !path.starts_with("//");
    let climbs = path.split('/').any(|segment| segment == "." || segment == "..");
    begins && !climbs && !path.ends_with('/') && path.chars().all(fits)
}

/// Refuses `servers`. If all have the same path, the fix writes one server, and moves the old list to `x-servers`.
fn refused(root: &Node<'_>, servers: &Node<'_>) -> crate::document::Faulty {
    let urls = servers.value.as_array().into_iter().flatten();
    let urls: Option<Vec<(String, String)>> =
        urls.map(|server| split(server.get("url")?.as_str()?, server.get("variables"))).collect();
    let Some(urls) = urls.filter(|urls| !urls.is_empty()) else { return servers.fault(ADVICE) };
    let (host, path) = &urls[0];
    if urls.iter().any(|(_, other)| other != path) {
        return servers.fault(ADVICE);
    }
    let variables = json!({ "baseUrl": { "default": host } });
    let server = json!([{ "url": format!("{{baseUrl}}{path}"), "variables": variables }]);
    let fix = match urls.len() {
        1 if servers.value[0].as_object().is_some_and(|server| server.len() == 1) => {
            Fix::write(server)
        }
        _ if root.get("x-servers").is_some() => return servers.fault(ADVICE),
        _ => Fix::write(server).and(Fix::add(root, "x-servers", servers.value.clone())),
    };
    servers.fault(fix.with_reason("the document has one server, `{baseUrl}` and the path"))
}

/// The host and the path of a URL with the defaults of its variables.
fn split(url: &str, variables: Option<&Value>) -> Option<(String, String)> {
    let mut host_end = url.find("://").map_or(0, |scheme| scheme + 3);
    if host_end == 0 && !url.starts_with('/') && !url.starts_with('{') {
        return None;
    }
    host_end += url[host_end..].find('/').unwrap_or(url.len() - host_end);
    let (mut host, path) = (url[..host_end].to_owned(), url[host_end..].trim_end_matches('/'));
    for (name, variable) in variables.and_then(Value::as_object).into_iter().flatten() {
        host = host.replace(&format!("{{{name}}}"), variable.get("default")?.as_str()?);
    }
    (is_path(path) && !host.contains('{')).then(|| (host, path.to_owned()))
}
