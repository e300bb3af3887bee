//! `servers`: the path at which the API is mounted.

use crate::document::{Node, Result};

const ADVICE: &str = "give one server: `{baseUrl}/the/base/path`";

/// Returns the path after `{baseUrl}`, without a slash at its end: `/api/v1`, or an empty string.
pub fn base_path(root: &Node<'_>) -> Result<String> {
    let servers = root.need("servers")?;
    let list = servers.items()?;
    let [server] = list.as_slice() else { return Err(servers.fault(ADVICE)) };
    let url = server.need("url")?;
    if !url.string()?.starts_with("{baseUrl}") {
        return Err(servers.fault(ADVICE));
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
