//! Links and other addresses.

use serde_json::json;
use url::Url;

use super::Writer;
use crate::html::{Attributes, attribute, escaped, text_of};
use crate::losses::shown;

/// The schemes of links, as WordPress allows them.
const LINK_SCHEMES: [&str; 21] = [
    "http", "https", "ftp", "ftps", "mailto", "news", "irc", "irc6", "ircs", "gopher", "nntp",
    "feed", "telnet", "mms", "rtsp", "sms", "svn", "tel", "fax", "xmpp", "webcal",
];

/// Whether a browser reads the address as relative, or as an address of a scheme that runs no script.
fn is_allowed(address: &str, schemes: &[&str]) -> bool {
    Url::parse(address).map_or(true, |url| schemes.contains(&url.scheme()))
}

impl Writer<'_> {
    pub fn open_link(&mut self, attributes: &Attributes) {
        if self.link.is_some() {
            return;
        }
        let Some(href) = self.address(attributes, "href") else { return };
        let is_button =
            attribute(attributes, "class").is_some_and(|class| class.contains("wp-block-button"));
        if is_button {
            self.flush();
        } else {
            let escaped = escaped(&href).replace('"', "&quot;");
            self.line.push_str(&format!("<a href=\"{escaped}\">"));
            self.open.push("a".into());
        }
        self.link = Some((href, is_button));
    }

    pub fn close_link(&mut self) {
        match self.link.take() {
            Some((href, true)) => {
                let label = text_of(&self.take_line());
                if !label.is_empty() {
                    self.push("button", json!({"label": label, "href": href}));
                }
            }
            Some((_, false)) => self.close_inline("a"),
            None => {}
        }
    }

    /// Returns an address without the control characters that browsers ignore. Addresses of scripts are left out, and of
    /// pictures all that have no file on the web.
    pub fn address(&mut self, attributes: &Attributes, name: &str) -> Option<String> {
        let address = attribute(attributes, name)?.replace(char::is_control, "");
        let schemes = if name == "href" { &LINK_SCHEMES[..] } else { &LINK_SCHEMES[..2] };
        if is_allowed(&address, schemes) {
            return Some(address);
        }
        self.content.lost.insert(format!("the address {}", shown(&address)));
        None
    }
}

/// Whether a line is one web address and no link.
pub fn is_address(line: &str) -> bool {
    (line.starts_with("https://") || line.starts_with("http://"))
        && !line.contains(|letter: char| letter.is_whitespace() || letter == '<')
}
