//! How much JSON a text holds, told from its bytes before any of it becomes values.

/// Values in a JSON body at most, apart from what the document allows to its free-form parts.
pub(crate) const MAX_JSON_VALUES: usize = 20_000;

/// More levels than this are an error of serde_json.
const MAX_JSON_DEPTH: usize = 127;

/// What stands in a text of JSON. Of text that is none it is some number, but never less than a parser makes of it
/// before it gives up.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) bytes: usize,
    /// Arrays and objects inside of each other.
    pub(crate) depth: usize,
    /// Of all objects.
    pub(crate) keys: usize,
    /// Of every kind; a key is none.
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
                    // Only what was counted as a value and proves to be a key is taken back.
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

    /// Whether no parser would go through with it.
    pub(crate) fn is_too_deep(self) -> bool {
        self.depth > MAX_JSON_DEPTH
    }
}

#[derive(PartialEq, Eq)]
enum Token {
    String,
    /// A number, `true`, `false` or `null`.
    Word,
    /// White space, brackets, what separates.
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
    fn what_follows_a_fault_takes_nothing_back() {
        let numbers = "0,".repeat(1000);
        for end in [":::::", "\"a\":\"a\":\"a\":", "]]]]]", "\"", "\\", "}:"] {
            assert!(extent(&format!("[{numbers}{end}")).2 > 1000, "{end}");
        }
    }
}
