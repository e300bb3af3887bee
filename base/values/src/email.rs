//! E-mail addresses: which ones are accepted, and how they are stored and compared. Letters of any script are allowed
//! on both sides of the `@`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use url::Host;

/// The longest address that a mail server accepts, in octets (RFC 5321).
const MAX_ADDRESS_OCTETS: usize = 254;

/// The longest part before the `@`, in octets.
const MAX_LOCAL_OCTETS: usize = 64;

/// Maximum length of the e-mail address of a login: 254 characters of up to four bytes.
const MAX_LOGIN_EMAIL_BYTES: usize = 254 * 4;

/// The longest label of a host name, in octets of its ASCII form.
const MAX_LABEL_OCTETS: usize = 63;

/// The zero-width non-joiner and joiner, which some scripts need. IDNA checks the letters around them.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Returns the form in which an address is stored: in Unicode normalization form C, and otherwise unchanged.
pub fn normalized(address: &str) -> String {
    address.nfc().collect()
}

/// Returns the stored form of the address of a login. No account has a longer address than 254 characters of up to four
/// bytes, and none has an empty one. A longer address therefore becomes the empty one, and a query never gets it.
pub fn of_login(address: &str) -> String {
    let mut address = normalized(address);
    if address.len() > MAX_LOGIN_EMAIL_BYTES {
        address.clear();
    }
    address
}

/// Returns the form by which addresses are compared. Equal addresses have identical forms. Postgres computes the same
/// form of a stored address by `lower(address collate "und-x-icu")`.
pub fn comparable(address: &str) -> String {
    normalized(address).to_lowercase()
}

/// Whether mail can be sent to the address. The part before the `@` must be unquoted. The part after the `@` must be a
/// host name with a dot, and IDNA must allow it.
pub fn is_email(address: &str) -> bool {
    let address = normalized(address);
    let Some((local, host)) = address.split_once('@') else { return false };
    is_local(local)
        && ascii_host(host).is_some_and(|ascii| local.len() + 1 + ascii.len() <= MAX_ADDRESS_OCTETS)
}

fn is_local(local: &str) -> bool {
    let is_word = |letter| is_letter(letter) || "!#$%&'*+-/=?^_`{|}~".contains(letter);
    let is_atom = |atom: &str| !atom.starts_with(is_combining_mark) && atom.chars().all(is_word);
    local.len() <= MAX_LOCAL_OCTETS
        && local.split('.').all(|atom| !atom.is_empty() && is_atom(atom))
}

/// Returns the ASCII form of a host name (its A-labels), or `None` if the text is no host name.
fn ascii_host(host: &str) -> Option<String> {
    let is_of_host =
        |letter| is_letter(letter) || "-.".contains(letter) || JOINERS.contains(&letter);
    // Refuse invisible characters first, because IDNA would silently drop them.
    if !host.chars().all(is_of_host) {
        return None;
    }
    let Host::Domain(ascii) = Host::parse(host).ok()? else { return None };
    let is_label = |label: &str| {
        (1..=MAX_LABEL_OCTETS).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    };
    (ascii.contains('.') && ascii.split('.').all(is_label)).then_some(ascii)
}

/// Whether the character is a letter or digit of any script, or a combining mark.
fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || is_combining_mark(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for text in [
            "mara@example.com",
            "Mara.Lindqvist+shop@mail.example.co.uk",
            "o'brien@example.com",
            "mara@bücher.example",
            "mara@BÜCHER.example",
            "mara@bu\u{308}cher.example",
            "İ@example.com",
            "mara@xn--bcher-kva.example",
            "jürgen@example.com",
            "ju\u{308}rgen@example.com",
            "δοκιμή@παράδειγμα.δοκιμή",
            "用户@例子.广告",
            "संपर्क@डाटामेल.भारत",
            "коля@пример.рф",
            "پیام@نامه\u{200c}ای.example",
            "אבא@דוגמה.example",
            // This address looks like `mara@example.com`, but contains the Cyrillic letter а. Preventing such confusion
            // is not the task of this check.
            "m\u{430}ra@example.com",
            &format!("{}@example.com", "ü".repeat(32)),
        ] {
            assert!(is_email(text), "{text}");
        }
    }

    #[test]
    fn invalid_addresses() {
        for text in [
            "",
            "mara",
            "@example.com",
            "mara@",
            "mara@localhost",
            "mara@example.",
            "mara@.example.com",
            "mara@-example.com",
            "mara@exam_ple.com",
            "mara@ex%61mple.com",
            "mara@@example.com",
            "mara@a@example.com",
            "mara..l@example.com",
            ".mara@example.com",
            "mara l@example.com",
            "\"mara\"@example.com",
            "Mara <mara@example.com>",
            "mara@[192.0.2.1]",
            "mara@192.0.2.1",
            "mara@１９２.0.2.1",
            "mara@[::1]",
            "mara@example.com\r\nBcc: all@example.com",
            "mara@example.com\n",
            "mara@example.com,ida@example.com",
            "mara\0@example.com",
            "mara@example\0.com",
            "mara\u{85}@example.com",
            "mara\u{a0}@example.com",
            "mara\u{2028}@example.com",
            "mara\u{202e}@example.com",
            "mara\u{2066}@example.com",
            "mara\u{200b}@example.com",
            "mara\u{feff}@example.com",
            "\u{308}mara@example.com",
            "mara@exam\u{ad}ple.com",
            "mara@exam\u{200b}ple.com",
            "mara@exam\u{200d}ple.com",
            "mara@exam\u{202e}ple.com",
            "mara@\u{308}example.com",
            "mara@xn--a.example",
            "mara@☃.example",
            "😀@example.com",
            &format!("{}@example.com", "a".repeat(65)),
            &format!("{}@example.com", "ü".repeat(33)),
            &format!("mara@{}.com", "a".repeat(64)),
            &format!("mara@{}.com", "ü".repeat(60)),
            &format!("mara@{}com", "a.".repeat(130)),
            &format!("{}@{}com", "ü".repeat(30), "a.".repeat(96)),
        ] {
            assert!(!is_email(text), "{text:?}");
        }
    }

    #[test]
    fn two_spellings_of_one_address() {
        let (composed, apart) = ("Jürgen@Bücher.example", "JU\u{308}RGEN@bu\u{308}cher.EXAMPLE");
        assert_eq!(normalized(composed), composed);
        assert_eq!(normalized(apart), "JÜRGEN@bücher.EXAMPLE");
        assert_eq!(comparable(composed), comparable(apart));
    }
}
