//! Measures JSON by the bytes of its text, before it is parsed into values.

/// Maximum number of values in a JSON body, without the free-form JSON that its document allows. A body with more is
/// answered 413.
pub(crate) const MAX_JSON_VALUES: usize = 20_000;

/// serde_json refuses deeper nesting.
const MAX_JSON_DEPTH: usize = 127;

/// The size of JSON text. If the text is not JSON, each count is at least what a parser reaches before it fails.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) bytes: usize,
    /// Maximum nesting of arrays and objects.
    pub(crate) depth: usize,
    /// Number of keys of all objects.
    pub(crate) keys: usize,
    /// Number of values of every kind, not counting keys.
    pub(crate) values: usize,
}

impl Extent {
    pub(crate) fn of(json: &[u8]) -> Self {
        let mut extent = Self { bytes: json.len(), ..Self::default() };
        let mut depth = 0_usize;
        let mut last = Token::Mark;
        let mut bytes = json.iter();
        while let Some(byte) = bytes.next() {
            last = match byte {
                b' ' | b'\n' | b'\r' | b'\t' if last == Token::String => Token::String,
                b' ' | b'\n' | b'\r' | b'\t' | b',' => Token::Mark,
                b'"' => {
                    extent.values += 1;
                    skip_string(&mut bytes);
                    Token::String
                }
                b'[' | b'{' => {
                    extent.values += 1;
                    depth += 1;
                    extent.depth = extent.depth.max(depth);
                    Token::Mark
                }
                b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    Token::Mark
                }
                b':' => {
                    // The string before the colon was counted as a value, but is a key. If another value precedes the
                    // colon, it remains counted.
                    if last == Token::String {
                        extent.values -= 1;
                        extent.keys += 1;
                    }
                    Token::Mark
                }
                _ => {
                    extent.values += usize::from(last != Token::Word);
                    Token::Word
                }
            };
        }
        extent
    }

    /// Whether serde_json would refuse the nesting.
    pub(crate) fn is_too_deep(self) -> bool {
        self.depth > MAX_JSON_DEPTH
    }
}

#[derive(PartialEq, Eq)]
enum Token {
    String,
    /// A number, `true`, `false` or `null`.
    Word,
    /// White space, brackets and separators.
    Mark,
}

fn skip_string(bytes: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => _ = bytes.next(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(json: &str) -> (usize, usize, usize) {
        let Extent { bytes, depth, keys, values } = Extent::of(json.as_bytes());
        assert_eq!(bytes, json.len());
        (depth, keys, values)
    }

    #[test]
    fn json_is_counted() {
        for (json, expected) in [
            ("null", (0, 0, 1)),
            (" -1.5e3 ", (0, 0, 1)),
            (r#""a, [\"{:""#, (0, 0, 1)),
            ("[]", (1, 0, 1)),
            ("[[0],[ 0 , true ],\"x\"]", (2, 0, 7)),
            (r#"{"a" : {"b:":[1,2]}, "c" :null}"#, (3, 3, 6)),
            (r#"{"\\":"\\"}"#, (1, 1, 2)),
        ] {
            assert_eq!(extent(json), expected, "{json}");
        }
    }

    #[test]
    fn text_after_a_fault_does_not_reduce_the_count() {
        let numbers = "0,".repeat(1000);
        for end in [":::::", "\"a\":\"a\":\"a\":", "]]]]]", "\"", "\\", "}:"] {
            assert!(extent(&format!("[{numbers}{end}")).2 > 1000, "{end}");
        }
    }
}
