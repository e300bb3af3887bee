//! E-mail addresses, as customers may register with them.

/// Characters at most, as RFC 5321 has it for the path that holds one.
const LONGEST: usize = 254;

/// Of the part before the `@`.
const LONGEST_LOCAL: usize = 64;

const LONGEST_LABEL: usize = 63;

/// Whether mail could be sent there: a name without quotes, and a host name with a dot. Letters of all of Unicode are
/// taken, since mailboxes and hosts may have them.
pub fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else { return false };
    text.chars().count() <= LONGEST && is_local(local) && is_host(host)
}

fn is_local(local: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(letter);
    local.len() <= LONGEST_LOCAL
        && local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_word))
}

fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    host.contains('.') && host.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_an_address() {
        for text in [
            "mara@example.com",
            "Mara.Lindqvist+shop@mail.example.co.uk",
            "o'brien@example.com",
            "mara@bücher.example",
            "İ@example.com",
            "mara@xn--bcher-kva.example",
        ] {
            assert!(is_email(text), "{text}");
        }
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
            "mara@@example.com",
            "mara@a@example.com",
            "mara..l@example.com",
            ".mara@example.com",
            "mara l@example.com",
            "\"mara\"@example.com",
            "Mara <mara@example.com>",
            "mara@[192.0.2.1]",
            "mara@example.com\r\nBcc: all@example.com",
            "mara@example.com,ida@example.com",
            "mara\0@example.com",
            &format!("{}@example.com", "a".repeat(65)),
            &format!("mara@{}.com", "a".repeat(64)),
            &format!("mara@{}com", "a.".repeat(130)),
        ] {
            assert!(!is_email(text), "{text}");
        }
    }
}
