//! The `Content-Disposition` of a part of a form: the names of the field and of its file.
//!
//! Browsers spell the name of a file as `filename="é.png"`, and older libraries as `filename*=utf-8''%C3%A9.png` (RFC
//! 8187), with or without a `filename` next to it.

use percent_encoding::percent_decode;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Disposition {
    pub name: Option<String>,
    /// The name of the file. A part without one is a text.
    pub filename: Option<String>,
}

impl Disposition {
    /// Reads the header. Names of parameters may be in any letter case. If a parameter occurs more than once, the first
    /// one counts.
    pub fn parse(header: &[u8]) -> Self {
        let (mut disposition, mut encoded) = (Self::default(), None);
        let mut rest = after(header, b';').unwrap_or_default();
        while let Some((key, value, others)) = parameter(rest) {
            rest = others;
            match key.to_ascii_lowercase().as_slice() {
                b"name" => set(&mut disposition.name, || lossy(&value)),
                b"filename" => set(&mut disposition.filename, || lossy(&value)),
                b"filename*" => set(&mut encoded, || extended(&value)),
                _ => {}
            }
        }
        // As RFC 6266 says, the encoded name counts if there are both.
        disposition.filename = encoded.or(disposition.filename);
        disposition
    }
}

fn set(name: &mut Option<String>, value: impl FnOnce() -> String) {
    name.get_or_insert_with(value);
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the bytes after the first `end`.
fn after(bytes: &[u8], end: u8) -> Option<&[u8]> {
    bytes.iter().position(|byte| *byte == end).map(|at| &bytes[at + 1..])
}

/// Splits the first parameter off: its name, its value, and the other parameters.
fn parameter(rest: &[u8]) -> Option<(&[u8], Vec<u8>, &[u8])> {
    let equals = rest.iter().position(|byte| *byte == b'=')?;
    // A parameter without a value is skipped.
    let key = rest[..equals].rsplit(|byte| *byte == b';').next()?.trim_ascii();
    let value = rest[equals + 1..].trim_ascii_start();
    let Some(quoted) = value.strip_prefix(b"\"") else {
        let end = value.iter().position(|byte| *byte == b';').unwrap_or(value.len());
        let (value, others) = value.split_at(end);
        return Some((key, value.trim_ascii().to_vec(), others.get(1..).unwrap_or_default()));
    };
    // Only a quote is escaped, because some browsers send paths of Windows.
    let (mut text, mut bytes) = (Vec::new(), quoted);
    while let [byte, others @ ..] = bytes {
        bytes = match (byte, others) {
            (b'"', _) => return Some((key, text, after(others, b';').unwrap_or_default())),
            (b'\\', [b'"', others @ ..]) => {
                text.push(b'"');
                others
            }
            _ => {
                text.push(*byte);
                others
            }
        };
    }
    Some((key, text, &[]))
}

/// Decodes a value such as `utf-8'en'%C3%A9.png`. Returns a value without a charset as it is.
fn extended(value: &[u8]) -> String {
    let encoded = value.splitn(3, |byte| *byte == b'\'').nth(2);
    encoded.map_or_else(|| lossy(value), |it| percent_decode(it).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::Disposition;

    fn parsed(header: &str) -> (Option<String>, Option<String>) {
        let Disposition { name, filename } = Disposition::parse(header.as_bytes());
        (name, filename)
    }

    #[test]
    fn names_of_files_are_read_in_all_spellings() {
        for (header, filename) in [
            ("form-data; name=\"file\"; filename=\"a.png\"", "a.png"),
            ("form-data; name=file; filename=a.png", "a.png"),
            ("form-data;name=file;filename=a.png", "a.png"),
            ("Form-Data; NAME = \"file\" ; FileName = \"a.png\" ;", "a.png"),
            ("form-data; filename=\"a.png\"; name=\"file\"", "a.png"),
            ("form-data; name=\"file\"; filename=\"é; name=x.png\"", "é; name=x.png"),
            ("form-data; filename=\"my name=x.png\"; name=\"file\"", "my name=x.png"),
            ("form-data; name=\"file\"; filename=\"a \\\"b\\\".png\"", "a \"b\".png"),
            ("form-data; name=\"file\"; filename=\"C:\\dir\\a.png\"", "C:\\dir\\a.png"),
            ("form-data; name=\"file\"; filename=my file.png", "my file.png"),
            ("form-data; name=\"file\"; filename=\"\"", ""),
            // Encoded, alone, or before or after a plain name.
            ("form-data; name=\"file\"; filename*=utf-8''%C3%A9%20%22.png", "é \".png"),
            ("form-data; name=file; filename*=UTF-8'en'%e2%82%ac.png", "€.png"),
            ("form-data; name=file; filename*=\"utf-8''%C3%A9.png\"", "é.png"),
            ("form-data; name=file; filename*=a.png", "a.png"),
            ("form-data; name=file; filename=\"e.png\"; filename*=utf-8''%C3%A9.png", "é.png"),
            ("form-data; filename*=utf-8''%C3%A9.png; filename=\"e.png\"; name=file", "é.png"),
            (
                "form-data; name=file; filename=\"=?utf-8?B?w6kucG5n?=\"; filename*=utf-8''%C3%A9.png",
                "é.png",
            ),
        ] {
            let expected = (Some("file".to_owned()), Some(filename.to_owned()));
            assert_eq!(parsed(header), expected, "{header}");
        }
    }

    #[test]
    fn a_text_has_no_file_name() {
        for (header, name) in [
            ("form-data; name=\"a\"", Some("a")),
            ("form-data; name=\"a filename=x\"", Some("a filename=x")),
            ("form-data; x-filename=x; name=a; name=b", Some("a")),
            ("form-data; filename; name=a", Some("a")),
            ("form-data; name=\"a", Some("a")),
            ("form-data", None),
            ("", None),
            (";;;=;", None),
        ] {
            assert_eq!(parsed(header), (name.map(str::to_owned), None), "{header}");
        }
        let latin = Disposition::parse(b"form-data; name=file; filename=\"\xe9.png\"");
        assert_eq!(latin.filename.as_deref(), Some("\u{fffd}.png"));
    }
}
