//! `info`: title, version, contact and licence.

use crate::document::{Node, Result};

pub fn read(root: &Node<'_>) -> Result<(String, String)> {
    let info = root.need("info")?;
    info.only(&[
        "title",
        "version",
        "summary",
        "description",
        "termsOfService",
        "contact",
        "license",
        "x-fixed-version",
    ]);
    _ = info.flag("x-fixed-version");
    texts(&info, &["summary", "description"]);
    if let Some(contact) = info.get("contact") {
        contact.only(&["name", "url", "email"]);
        texts(&contact, &["name", "url", "email"]);
    }
    if let Some(license) = info.get("license") {
        check_license(&license);
    }
    let title = info.need("title").and_then(|title| title.string());
    let version = version(&info);
    Ok((title?.to_owned(), version?))
}

fn version(info: &Node<'_>) -> Result<String> {
    let version = info.need("version")?;
    let text = version.string()?;
    let is_number = |text: &str| text.parse::<u32>().is_ok_and(|number| number.to_string() == text);
    match text.split('.').count() == 3 && text.split('.').all(is_number) {
        true => Ok(text.to_owned()),
        false => Err(version.fault("a version has three numbers: write it as `1.0.0`")),
    }
}

fn check_license(license: &Node<'_>) {
    license.only(&["name", "identifier", "url"]);
    texts(license, &["identifier", "url"]);
    _ = license.need("name").and_then(|name| name.string());
    match (license.get("identifier"), license.get("url")) {
        (Some(_), Some(url)) => _ = url.fault("excludes `identifier`: remove one of the two"),
        (None, None) => _ = license.fault("add its `identifier` (SPDX), or its `url`"),
        _ => {}
    }
}

fn texts(node: &Node<'_>, keys: &[&str]) {
    keys.iter().for_each(|key| _ = node.text(key));
}
