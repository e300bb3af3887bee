//! Removes the spaces that Postgres writes between JSON tokens.

pub(super) fn compact_json(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let mut rest = json;
    // `between` is the text before the next string.
    while let Some((between, string)) = rest.split_once('"') {
        compact.extend(between.split(' '));
        let end = end_of_string(string);
        compact.push('"');
        compact.push_str(&string[..end]);
        rest = &string[end..];
    }
    compact.extend(rest.split(' '));
    compact
}

fn end_of_string(string: &str) -> usize {
    let mut escaped = false;
    let closing = string.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    closing.map_or(string.len(), |closing| closing + 1)
}

#[cfg(test)]
mod tests {
    use super::compact_json;

    #[test]
    fn spaces_between_tokens() {
        for (json, compact) in [
            (
                r#"{"a": [1, -2.5, null], "b c": {"d": true}}"#,
                r#"{"a":[1,-2.5,null],"b c":{"d":true}}"#,
            ),
            (r#"["a, b: \" c\\", " ", "\\\"", "ü é"]"#, r#"["a, b: \" c\\"," ","\\\"","ü é"]"#),
            ("[]", "[]"),
            ("1", "1"),
            (r#""""#, r#""""#),
        ] {
            assert_eq!(compact_json(json), compact);
        }
    }
}
