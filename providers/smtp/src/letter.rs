//! A letter, and its MIME message.

use lettre::{
    Address, Message,
    address::Envelope,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
};
use stoa_values::{email::is_email, text::one_line};
use url::Host;

use crate::SendError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The part of the `Message-ID` before the `@`: letters, digits, points and hyphens. Each attempt uses the same id,
    /// so a mail program shows a letter that arrives twice only once.
    pub id: String,
    /// The sender's name, shown next to the sender's address.
    pub from_name: String,
    pub to: String,
    /// The address for replies, if replies do not go to the sender.
    pub reply_to: Option<String>,
    pub subject: String,
    /// The whole content as plain text, since some mail programs show only plain text.
    pub text: String,
    pub html: String,
    /// The page on which the recipient ends mails of this kind (RFC 2369). If it is https, a `POST` to it by a mail
    /// program ends them too (RFC 8058).
    pub unsubscribe_url: Option<String>,
}

impl Letter {
    pub(crate) fn message(&self, from: &Address) -> Result<Message, SendError> {
        let to = address(&self.to).ok_or(SendError::Unfit)?;
        let to_is_ascii = to.user().is_ascii();
        // Without this envelope, lettre would parse the addresses of the headers again.
        let envelope = Envelope::new(Some(from.clone()), vec![to.clone()]);
        let envelope = envelope.map_err(|_| SendError::Unfit)?;
        let id = format!("<{}@{}>", self.id, from.domain());
        let mut message = Message::builder()
            .envelope(envelope)
            .message_id(Some(id))
            .date_now()
            .from(Mailbox::new(Some(one_line(&self.from_name)), from.clone()))
            .to(Mailbox::new(None, to))
            .subject(one_line(&self.subject))
            // Prevents automatic replies, such as absence notes (RFC 3834).
            .raw_header(header("Auto-Submitted", "auto-generated".into()));
        if let Some(url) = &self.unsubscribe_url {
            message =
                message.raw_header(header("List-Unsubscribe", format!("<{}>", one_line(url))));
            if url.starts_with("https://") {
                let one_click = "List-Unsubscribe=One-Click".into();
                message = message.raw_header(header("List-Unsubscribe-Post", one_click));
            }
        }
        // A malformed `reply_to` is left out. A `reply_to` that is not ASCII requires SMTPUTF8 from the recipient's
        // server. It is left out unless the recipient's address requires SMTPUTF8 too.
        let reply_to = self.reply_to.as_deref().and_then(address);
        if let Some(reply_to) = reply_to.filter(|address| !to_is_ascii || address.user().is_ascii())
        {
            message = message.reply_to(Mailbox::new(None, reply_to));
        }
        let parts = MultiPart::alternative_plain_html(self.text.clone(), self.html.clone());
        message.multipart(parts).map_err(|_| SendError::Unfit)
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// Parses an address and converts its domain to ASCII, which every server accepts. Returns `None` if the text is not an
/// address. Whitespace and control characters are refused, because they could add lines to a header.
pub(crate) fn address(text: &str) -> Option<Address> {
    let (user, domain) = text.trim().rsplit_once('@')?;
    let is_plain = |text: &str| !text.contains(|c: char| c.is_control() || c.is_whitespace());
    if !is_plain(user) || !is_plain(domain) {
        return None;
    }
    let domain = match Host::parse(domain).ok()? {
        Host::Domain(domain) => domain,
        // Customers' addresses have a domain name. An IP address may be in the server's own network.
        Host::Ipv4(_) | Host::Ipv6(_) => return None,
    };
    // lettre refuses combining marks, which Hindi and Thai need. `is_email` accepts them.
    let checked = Address::new(user, &domain).ok();
    checked.or_else(|| is_email(text.trim()).then(|| Address::new_dangerous(user, &domain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        Letter {
            id: "1.7.18f".into(),
            from_name: "Harbor Goods".into(),
            to: "mara@example.com".into(),
            reply_to: Some("hello@harborgoods.example".into()),
            subject: "Welcome".into(),
            text: "Hello".into(),
            html: "<p>Hello</p>".into(),
            unsubscribe_url: None,
        }
    }

    fn written(letter: &Letter) -> String {
        let message = letter.message(&"mail@harborgoods.example".parse().unwrap()).unwrap();
        String::from_utf8(message.formatted()).unwrap()
    }

    fn head(letter: &Letter) -> Vec<String> {
        let written = written(letter);
        let head = written.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
        head.lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_head() {
        let head = head(&letter());
        for line in [
            "Message-ID: <1.7.18f@harborgoods.example>",
            "From: \"Harbor Goods\" <mail@harborgoods.example>",
            "To: mara@example.com",
            "Reply-To: hello@harborgoods.example",
            "Subject: Welcome",
            "Auto-Submitted: auto-generated",
        ] {
            assert!(head.iter().any(|other| other == line), "{line}: {head:#?}");
        }
        assert!(written(&letter()).contains("multipart/alternative"));
    }

    /// A link is one line, however long it is. Only a link by https allows one click.
    #[test]
    fn a_link_that_ends_such_mails() {
        let path = format!("unsubscribe?token=1.{}", "x".repeat(400));
        for (scheme, one_click) in [("https", true), ("http", false)] {
            let url = format!("{scheme}://api.example/{path}");
            let head = head(&Letter { unsubscribe_url: Some(url.clone()), ..letter() });
            assert!(head.contains(&format!("List-Unsubscribe: <{url}>")), "{head:#?}");
            let post = "List-Unsubscribe-Post: List-Unsubscribe=One-Click".to_owned();
            assert_eq!(head.contains(&post), one_click, "{head:#?}");
        }
    }

    #[test]
    fn no_text_adds_a_header() {
        let names: Vec<String> = head(&letter()).iter().map(|line| name(line)).collect();
        for evil in [
            "x\r\nBcc: all@example.com",
            "x\nBcc: all@example.com",
            "x\rBcc: all@example.com",
            "x\r\n\r\n<script>",
            "x\u{2028}Bcc: all@example.com",
            "x\u{85}Bcc: all@example.com",
            "x\0y",
            "\"x\" <all@example.com>, ",
            "=?utf-8?q?=0D=0ABcc:_all?=",
            &"x".repeat(3000),
            &"\u{fc} \r\n ".repeat(300),
        ] {
            let with = |change: fn(&mut Letter, String)| {
                let mut letter = letter();
                change(&mut letter, evil.to_owned());
                let names_now: Vec<String> = head(&letter).iter().map(|line| name(line)).collect();
                assert_eq!(names_now, names, "{evil:?}");
                let head = head(&letter);
                let to = head.iter().find(|line| line.starts_with("To: ")).unwrap();
                assert_eq!(to, "To: mara@example.com", "{evil:?}");
            };
            with(|letter, evil| letter.subject = evil);
            with(|letter, evil| letter.from_name = evil);
            with(|letter, evil| {
                letter.text = evil.clone();
                letter.html = evil;
            });
        }
    }

    fn name(line: &str) -> String {
        line.split(':').next().unwrap().to_owned()
    }

    #[test]
    fn invalid_addresses_are_refused() {
        for evil in [
            "",
            "mara",
            "@example.com",
            "mara@",
            "mara@example.com\r\nBcc: all@example.com",
            "mara@example.com\nRCPT TO:<all@example.com>",
            "mara\r\n@example.com",
            "\"mara\r\nx\"@example.com",
            "mara@example.com, all@example.com",
            "mara@example.com>",
            "<mara@example.com>",
            "Mara <mara@example.com>",
            "mara@127.0.0.1",
            "mara@[127.0.0.1]",
            "mara@[::1]",
            "mara@exa mple.com",
            "mara@@example.com",
            "mara@example.com\0",
        ] {
            assert_eq!(address(evil), None, "{evil:?}");
            let to = Letter { to: evil.to_owned(), ..letter() };
            let from = "mail@harborgoods.example".parse().unwrap();
            assert_eq!(to.message(&from).err(), Some(SendError::Unfit), "{evil:?}");
            let reply_to = Letter { reply_to: Some(evil.to_owned()), ..letter() };
            assert!(!head(&reply_to).iter().any(|line| line.starts_with("Reply-To")), "{evil:?}");
        }
    }

    #[test]
    fn domains_of_other_scripts() {
        let address = address("mara@b\u{fc}cher.example").unwrap();
        assert_eq!(address.to_string(), "mara@xn--bcher-kva.example");
    }
}
