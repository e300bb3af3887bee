//! Texts of files that people write in any editor.

use anyhow::{Result, anyhow, bail};

/// Decodes a text. Removes the byte order mark with which editors of Windows begin a file. Refuses UTF-16, in which
/// such editors may save a file.
pub fn decode(bytes: Vec<u8>) -> Result<String> {
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = bytes[..] {
        bail!("it is UTF-16: save it as UTF-8");
    }
    let text =
        String::from_utf8(bytes).map_err(|_| anyhow!("it is not UTF-8: save it as UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn encodings() {
        let decode = |bytes: &[u8]| decode(bytes.to_vec()).map_err(|error| error.to_string());
        assert_eq!(decode("\u{feff}é\u{feff}".as_bytes()).as_deref(), Ok("é\u{feff}"));
        assert_eq!(decode(b"").as_deref(), Ok(""));
        for bytes in [&b"\xff\xfea\0"[..], b"\xfe\xff\0a"] {
            assert_eq!(decode(bytes).unwrap_err(), "it is UTF-16: save it as UTF-8");
        }
        assert_eq!(decode(b"caf\xe9").unwrap_err(), "it is not UTF-8: save it as UTF-8");
    }
}
