//! The key of a request in the cache.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

/// Keys of at most this many bytes need no allocation. Most keys fit.
const TYPICAL_KEY_BYTES: usize = 192;

/// The path's template and the decoded request, as bytes. Requests that differ only in spelling have the same key. The
/// key is not a digest, so no client can forge a collision.
pub(crate) type Key = SmallVec<[u8; TYPICAL_KEY_BYTES]>;

/// Returns the key of this request. A derived `Hash` delimits each field, so different requests have different bytes.
pub(crate) fn key(template: &str, request: &impl Hash) -> Key {
    let mut bytes = HashedBytes(Key::new());
    template.hash(&mut bytes);
    request.hash(&mut bytes);
    bytes.0
}

/// Collects the bytes that a `Hash` implementation writes.
struct HashedBytes(Key);

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
        let mut count = 0;
        for template in ["/posts", "/pages"] {
            for site_id in [1, 256, -1] {
                for search in texts {
                    for tag in texts {
                        for is_newest in [true, false] {
                            for ids in [vec![], vec![0], vec![0, 0], vec![1 << 32]] {
                                let (search, tag) = (search.map(Into::into), tag.map(Into::into));
                                let sort = if is_newest { Sort::Newest } else { Sort::Oldest };
                                let request = ListPosts { site_id, search, tag, sort, ids };
                                keys.insert(key(template, &request));
                                count += 1;
                            }
                        }
                    }
                }
            }
        }
        assert_eq!((keys.len(), count), (2 * 3 * 7 * 7 * 2 * 4, 2 * 3 * 7 * 7 * 2 * 4));
    }

    #[test]
    fn a_long_request_has_a_key_too() {
        let (one, other) = ("x".repeat(10_000), "x".repeat(10_001));
        assert!(key("/posts", &one).len() > 10_000);
        assert_ne!(key("/posts", &one), key("/posts", &other));
        assert_eq!(key("/posts", &one), key("/posts", &one));
    }
}
