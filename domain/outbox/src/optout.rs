//! The links with which recipients end the reminders of a store.
//!
//! The token of such a link contains the address, sealed, so that links stay valid while the mails exist, and so that
//! only the server can make them.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use stoa_stores::Opened;

use crate::{Outbox, site_of_token};

/// Path of the server's page that ends reminders, with the parameter `token`.
pub const UNSUBSCRIBE_PAGE: &str = "/unsubscribe";

/// The name to which the seal binds a token. No mail's data opens as a token.
const OPTOUT: &str = "end reminders";

/// The subject of a token of [`UNSUBSCRIBE_PAGE`]: the reminders of the site's store to the address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optout {
    pub site_id: i64,
    pub email: String,
}

impl Outbox {
    /// Returns a link that ends the reminders of the site's store to the address.
    pub(crate) fn unsubscribe_url(&self, public_url: &str, site_id: i64, email: &str) -> String {
        let sealed = BASE64_URL_SAFE_NO_PAD.encode(self.seal.seal(site_id, OPTOUT, email));
        format!("{public_url}{UNSUBSCRIBE_PAGE}?token={site_id}.{sealed}")
    }

    /// Decrypts a token of [`UNSUBSCRIBE_PAGE`]. Returns `None` unless this server has sealed it, with its current or its
    /// old secret.
    pub fn optout(&self, token: &str) -> Option<Optout> {
        let site_id = site_of_token(token)?;
        let sealed = BASE64_URL_SAFE_NO_PAD.decode(token.split_once('.')?.1).ok()?;
        let Opened { value: email, .. } = self.seal.open(site_id, OPTOUT, &hex::encode(sealed))?;
        Some(Optout { site_id, email })
    }
}

#[cfg(test)]
mod tests {
    use stoa_values::Secrets;

    use super::*;

    const OLD: &[u8] = b"a secret of thirty-two characters";
    const NEW: &[u8] = b"another secret of many characters";

    fn token(outbox: &Outbox, site_id: i64) -> String {
        let url = outbox.unsubscribe_url("https://api.test", site_id, "mara@example.com");
        url.strip_prefix("https://api.test/unsubscribe?token=").unwrap().to_owned()
    }

    #[test]
    fn a_token_is_opened_under_either_secret() {
        let before = Outbox::new(OLD);
        let token = token(&before, 7);
        assert!(!token.contains("mara"), "{token}");
        let both = Outbox::new(Secrets::new(NEW.to_vec(), Some(OLD.to_vec())));
        let optout = Optout { site_id: 7, email: "mara@example.com".into() };
        assert_eq!(before.optout(&token), Some(optout.clone()));
        assert_eq!(both.optout(&token), Some(optout));
        assert_eq!(Outbox::new(NEW).optout(&token), None);
    }

    #[test]
    fn other_tokens_are_refused() {
        let outbox = Outbox::new(OLD);
        let token = token(&outbox, 1);
        let evil = [
            String::new(),
            "1.".into(),
            "1.AAAA".into(),
            token.replacen("1.", "2.", 1),
            token[2..].to_owned(),
            format!("{token}A"),
            token[..token.len() - 4].to_owned(),
        ];
        for evil in evil {
            assert_eq!(outbox.optout(&evil), None, "{evil}");
        }
    }
}
