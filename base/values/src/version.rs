//! Versions of rows, as `ETag` and `If-Match` state them.

/// The `ETag` of a row's version.
pub fn version_tag(version: i64) -> String {
    format!("\"{version}\"")
}

/// The header `If-Match` of a change: the versions of a row that the client has seen (RFC 9110, section 13.1.1).
#[derive(Debug, Clone, Copy)]
pub struct IfMatch<'a>(&'a str);

impl<'a> IfMatch<'a> {
    /// The text of the header.
    pub fn of(header: &'a str) -> Self {
        Self(header)
    }

    /// Whether the client has seen this version. A tag with `W/` or a suffix such as `-gzip` counts too, because proxies
    /// that compress a response change its tag.
    pub fn allows(self, version: i64) -> bool {
        let current = version_tag(version);
        self.0.split(',').map(str::trim).any(|tag| {
            let tag = tag.strip_prefix("W/").unwrap_or(tag);
            let encoding = current.strip_suffix('"').and_then(|content| tag.strip_prefix(content));
            tag == "*" || tag == current || encoding.is_some_and(|rest| rest.starts_with('-'))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::IfMatch;

    #[test]
    fn what_the_client_has_seen() {
        for (header, is_allowed) in [
            ("\"7\"", true),
            ("\"6\", \"7\"", true),
            ("W/\"7\"", true),
            ("\"7-gzip\"", true),
            ("*", true),
            ("\"6\"", false),
            ("\"77\"", false),
            ("7", false),
            ("\"", false),
            ("", false),
        ] {
            assert_eq!(IfMatch::of(header).allows(7), is_allowed, "{header}");
        }
    }
}
