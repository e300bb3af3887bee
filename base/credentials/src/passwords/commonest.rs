//! The most common passwords, which attackers try first. An account cannot have one.

use std::collections::HashSet;
use std::sync::LazyLock;

/// 17,950 passwords of at least eight characters, in lower case, one per line. Source: the list `passwords-common` of
/// zxcvbn-ts 4.1.3 (npm `@zxcvbn-ts/language-common`), under the MIT licence in `commonest.LICENSE`.
const LIST: &str = include_str!("commonest.txt");

static COMMONEST: LazyLock<HashSet<&str>> = LazyLock::new(|| LIST.lines().collect());

pub fn is_common(password: &str) -> bool {
    COMMONEST.contains(password.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_long_enough() {
        assert!(COMMONEST.len() >= 10_000);
        assert!(LIST.lines().is_sorted());
        assert!(LIST.lines().all(|line| line.chars().count() >= 8 && line == line.to_lowercase()));
    }
}
