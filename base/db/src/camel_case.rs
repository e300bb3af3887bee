//! Column names in the spelling of the OpenAPI documents.

/// Postgres truncates the name of a column to this many bytes.
const MAX_COLUMN_NAME_BYTES: usize = 63;

/// Calls `take` with `publishedAt` for the column `published_at`. Does not allocate.
pub(crate) fn camel_case<R>(column: &str, take: impl FnOnce(&str) -> R) -> R {
    let mut name = [0; MAX_COLUMN_NAME_BYTES];
    let mut length = 0;
    let mut upper = false;
    for byte in column.bytes().take(MAX_COLUMN_NAME_BYTES) {
        if byte == b'_' {
            upper = true;
            continue;
        }
        name[length] = if upper { byte.to_ascii_uppercase() } else { byte };
        length += 1;
        upper = false;
    }
    take(str::from_utf8(&name[..length]).unwrap_or(column))
}

#[cfg(test)]
mod tests {
    use super::camel_case;

    #[test]
    fn names() {
        for (column, field) in
            [("id", "id"), ("published_at", "publishedAt"), ("store_enabled", "storeEnabled")]
        {
            assert!(camel_case(column, |name| name == field), "{column}");
        }
        assert!(camel_case(&"x".repeat(63), |name| name.len() == 63));
    }
}
