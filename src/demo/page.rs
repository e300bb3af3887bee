//! Demo pages, each in one file. Their policy allows only their own script and style, and calls to this server.

use stoa_files::Files;
use stoa_runtime::{Bytes, Reply};

use crate::page::{self, hash_of, origin_of};

/// Returns a page with its content security policy.
pub fn reply(html: &'static str) -> Reply {
    let style = hash_of(html, "style");
    held_to(html, &format!("style-src {style}; img-src data:"))
}

/// Returns a page that also loads pictures of the site's files, and fonts of this server.
pub fn reply_with_files(html: impl AsRef<str> + Into<Bytes>, files: &Files, site_id: i64) -> Reply {
    let origin = origin_of(&files.prefix(site_id));
    let style = hash_of(html.as_ref(), "style");
    let more = format!("style-src 'self' {style}; img-src 'self' data: {origin}; font-src 'self'");
    held_to(html, &more)
}

/// Fills in a page's empty style and script elements.
pub fn assembled(html: &str, style: &str, scripts: &[&str]) -> String {
    let style = format!("<style>\n{style}</style>");
    let script = format!("<script>\n{}</script>", scripts.join("\n"));
    html.replacen("<style></style>", &style, 1).replacen("<script></script>", &script, 1)
}

/// Returns a page that allows only its own script and the directives in `more`. The script may not write HTML.
fn held_to(html: impl AsRef<str> + Into<Bytes>, more: &str) -> Reply {
    let script = hash_of(html.as_ref(), "script");
    let policy = format!(
        "default-src 'none'; script-src {script}; {more}; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'"
    );
    page::reply(html, &policy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_their_places() {
        let page = assembled("<style></style><script></script>", "a {}", &["one", "two"]);
        assert_eq!(page, "<style>\na {}</style><script>\none\ntwo</script>");
    }
}
