//! Character references of HTML.

use std::borrow::Cow;

/// The names of the characters from U+00A0 to U+00FF, in their order.
const LATIN_1: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf",
    "laquo", "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro",
    "para", "middot", "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute",
    "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
    "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
    "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde",
    "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc",
    "uuml", "yacute", "thorn", "yuml",
];

const OTHERS: [(&str, char); 33] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("bull", '•'),
    ("euro", '€'),
    ("trade", '™'),
    ("dagger", '†'),
    ("prime", '′'),
    ("Prime", '″'),
    ("larr", '←'),
    ("uarr", '↑'),
    ("rarr", '→'),
    ("darr", '↓'),
    ("hearts", '♥'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Scaron", 'Š'),
];

/// The longest name or number between `&` and `;`.
const MAX_NAME_BYTES: usize = 10;

/// Replaces character references by their characters. References that are unknown, such as `&xyzzy;`, and NUL stay as
/// they are written.
pub fn decode_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(MAX_NAME_BYTES + 2).position(|byte| byte == b';');
        let letter = end.and_then(|end| entity(&rest[1..end]));
        match (letter, end) {
            (Some(letter), Some(end)) => {
                decoded.push(letter);
                rest = &rest[end + 1..];
            }
            _ => {
                decoded.push('&');
                rest = &rest[1..];
            }
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Returns the character of a name such as `amp`, or of a number such as `#38` or `#x26`.
pub fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        return code.ok().and_then(char::from_u32).filter(|&letter| letter != '\0');
    }
    let latin = LATIN_1.iter().position(|known| *known == name);
    let latin = latin.and_then(|index| u8::try_from(index + 0xa0).ok()).map(char::from);
    latin.or_else(|| OTHERS.iter().find(|(known, _)| *known == name).map(|&(_, letter)| letter))
}

#[cfg(test)]
mod tests {
    use super::decode_entities;

    #[test]
    fn references_are_decoded_once() {
        for (text, decoded) in [
            ("Salt &amp; Pepper", "Salt & Pepper"),
            ("&amp;amp;", "&amp;"),
            ("&#8217;&#x2019;&rsquo;", "’’’"),
            ("&eacute;&Uuml;&nbsp;&euro;", "éÜ\u{a0}€"),
            ("a & b; &xyzzy; &#0; &#x110000; &", "a & b; &xyzzy; &#0; &#x110000; &"),
            ("&é;", "&é;"),
        ] {
            assert_eq!(decode_entities(text), decoded);
        }
    }
}
