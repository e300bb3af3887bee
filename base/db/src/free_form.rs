//! The size of free-form JSON in columns of the type `jsonb`.

use serde_json::Value;

/// Returns the size of a value in bytes as Postgres returns it from `jsonb`, without white space between its members.
/// Postgres writes a number without an exponent, so `1e308` has 309 bytes.
pub fn stored_size(value: &Value) -> usize {
    match value {
        Value::Number(number) if number.is_f64() => {
            // The shortest digits of the float, without an exponent. A whole number keeps its `.0`.
            let digits = number.as_f64().unwrap_or_default().to_string();
            let is_short = number.to_string().ends_with(".0");
            digits.len() + if is_short { 2 } else { 0 }
        }
        Value::Array(items) => {
            let separators = items.len().saturating_sub(1);
            2 + separators + items.iter().map(stored_size).sum::<usize>()
        }
        Value::Object(members) => {
            let separators = members.len().saturating_sub(1);
            let sizes =
                members.iter().map(|(key, member)| size_of_text(key) + 1 + stored_size(member));
            2 + separators + sizes.sum::<usize>()
        }
        Value::String(text) => size_of_text(text),
        _ => value.to_string().len(),
    }
}

fn size_of_text(text: &str) -> usize {
    let escapes = text.chars().map(|letter| match letter {
        '"' | '\\' | '\u{8}' | '\u{c}' | '\n' | '\r' | '\t' => 1,
        '\0'..='\u{1f}' => 5,
        _ => 0,
    });
    2 + text.len() + escapes.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::stored_size;

    #[test]
    fn sizes_without_large_exponents_are_those_of_the_text() {
        let value = json!({
            "a": [1, 1.0, -2.5, null, true, "é\"\\\n\u{1}\u{7f}"], "": {}, "\t": [], "large": u64::MAX,
        });
        assert_eq!(stored_size(&value), value.to_string().len());
    }

    #[test]
    fn numbers_have_no_exponents() {
        for (value, size) in [
            (json!(1e308), 309),
            (json!(-1e308), 310),
            (json!(5e-324), 326),
            (json!([1e20, 0.5]), 27),
        ] {
            assert_eq!(stored_size(&value), size, "{value}");
        }
    }
}
