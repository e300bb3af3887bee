//! Column names in the spelling of the OpenAPI documents.

/// Returns `publishedAt` for the column `published_at`.
pub(crate) fn camel_case(column: &str) -> String {
    let mut name = String::with_capacity(column.len());
    let mut is_upper = false;
    for letter in column.chars() {
        if letter == '_' {
            is_upper = true;
        } else {
            name.push(if is_upper { letter.to_ascii_uppercase() } else { letter });
            is_upper = false;
        }
    }
    name
}
