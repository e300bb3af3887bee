//! The bytes by which a value hashes, as a key.

use std::hash::{Hash, Hasher};

/// Returns the bytes by which the value hashes. A derived `Hash` delimits each field, so different values have different
/// bytes. Servers of one build return the same bytes for a value.
pub(crate) fn hashed_bytes(value: impl Hash) -> Vec<u8> {
    let mut bytes = HashedBytes(Vec::new());
    value.hash(&mut bytes);
    bytes.0
}

struct HashedBytes(Vec<u8>);

impl Hasher for HashedBytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Never called, because only the collected bytes are used.
    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[derive(Hash)]
    enum Sort {
        Newest,
        Oldest,
    }

    #[derive(Hash)]
    struct ListPosts {
        site_id: i64,
        search: Option<String>,
        tag: Option<String>,
        sort: Sort,
        ids: Vec<i64>,
    }

    #[test]
    fn different_requests_have_different_keys() {
        let texts = [None, Some(""), Some("a"), Some("ab"), Some("b"), Some("a\0"), Some("ÿ")];
        let mut keys = HashSet::new();
        for template in ["/posts", "/pages"] {
            for site_id in [1, 256, -1] {
                for search in texts {
                    for tag in texts {
                        for is_newest in [true, false] {
                            for ids in [vec![], vec![0], vec![0, 0], vec![1 << 32]] {
                                let (search, tag) = (search.map(Into::into), tag.map(Into::into));
                                let sort = if is_newest { Sort::Newest } else { Sort::Oldest };
                                let request = ListPosts { site_id, search, tag, sort, ids };
                                keys.insert(hashed_bytes((template, request)));
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(keys.len(), 2 * 3 * 7 * 7 * 2 * 4);
    }
}
