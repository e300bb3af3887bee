//! Paragraphs of texts that WordPress stores without their elements.

/// Elements that are no part of a paragraph.
const BLOCKS: &str = "address article aside blockquote caption center col colgroup dd details div dl dt fieldset \
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section summary \
    table tbody td tfoot th thead tr ul";

/// Elements whose line breaks stay.
const RAW: [&str; 4] = ["pre", "script", "style", "textarea"];

/// Adds the elements of paragraphs and line breaks that WordPress adds when it shows a text: an empty line ends a
/// paragraph. Text in other elements stays as it is. Comments, such as those of blocks, are left out.
pub fn with_paragraphs(html: &str) -> String {
    let html = html.replace("\r\n", "\n");
    let mut writer = Writer::default();
    let lower = html.to_ascii_lowercase();
    let mut rest = html.as_str();
    while let Some(at) = rest.find('<') {
        writer.text(&rest[..at]);
        rest = &rest[at..];
        let tag = &rest[..rest.find('>').map_or(rest.len(), |end| end + 1)];
        let is_closing = tag.starts_with("</");
        let name = tag.trim_start_matches(['<', '/']);
        let length = name.find(|letter: char| !letter.is_ascii_alphanumeric());
        let name = name[..length.unwrap_or(name.len())].to_ascii_lowercase();
        let mut taken = tag.len();
        if tag.starts_with("<!--") {
            taken = rest.find("-->").map_or(rest.len(), |end| end + 3);
        } else if RAW.contains(&name.as_str()) && !is_closing {
            let end = format!("</{name}>");
            let length = lower[html.len() - rest.len()..].find(&end);
            taken = length.map_or(rest.len(), |length| length + end.len());
            writer.block(&rest[..taken], true);
        } else if BLOCKS.split(' ').any(|block| block == name) {
            writer.block(tag, is_closing || name == "hr");
        } else if name.is_empty() {
            taken = 1;
            writer.inline("<");
        } else {
            writer.inline(tag);
        }
        rest = &rest[taken..];
    }
    writer.text(rest);
    writer.flush();
    writer.written.trim().to_owned()
}

#[derive(Default)]
struct Writer {
    written: String,
    /// The paragraph that is being read.
    paragraph: String,
    /// Whether the element of the last tag is open.
    is_inside: bool,
}

impl Writer {
    fn text(&mut self, text: &str) {
        if self.is_inside {
            self.written.push_str(text);
            return;
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 && line.trim().is_empty() {
                self.flush();
            } else if index > 0 {
                self.paragraph.push('\n');
            }
            self.paragraph.push_str(line);
        }
    }

    fn inline(&mut self, tag: &str) {
        let out = if self.is_inside { &mut self.written } else { &mut self.paragraph };
        out.push_str(tag);
    }

    fn block(&mut self, tag: &str, is_closed: bool) {
        self.flush();
        self.written.push_str(tag);
        self.is_inside = !is_closed;
        if is_closed {
            self.written.push('\n');
        }
    }

    fn flush(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let mut lines = paragraph.trim().split('\n').map(str::trim).peekable();
        if lines.peek() == Some(&"") {
            return;
        }
        self.written.push_str("<p>");
        while let Some(line) = lines.next() {
            self.written.push_str(line);
            let has_break = ["<br>", "<br/>", "<br />"].iter().any(|tag| line.ends_with(tag));
            if lines.peek().is_some() {
                self.written.push_str(if has_break { "\n" } else { "<br>\n" });
            }
        }
        self.written.push_str("</p>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::with_paragraphs;

    #[test]
    fn paragraphs_are_those_that_wordpress_shows() {
        for (html, shown) in [
            ("One line", "<p>One line</p>"),
            (
                "First,\nsecond <b>bold\n\nnext</b>\r\n \r\nlast<br />\nline",
                "<p>First,<br>\nsecond <b>bold</p>\n<p>next</b></p>\n<p>last<br />\nline</p>",
            ),
            ("<p>a\nb</p>\n\n<p>c</p>", "<p>a\nb</p>\n<p>c</p>"),
            (
                "Before\n<ul>\n\n<li>a</li>\n\n<li>b</li>\n</ul>\nAfter<hr>",
                "<p>Before</p>\n<ul>\n\n<li>a</li>\n<li>b</li>\n</ul>\n<p>After</p>\n<hr>",
            ),
            ("<pre>a\n\nb</pre> c < d", "<pre>a\n\nb</pre>\n<p>c < d</p>"),
            ("<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->", "<p>a</p>"),
            ("<!-- never closed", ""),
            ("<pre>never closed", "<pre>never closed"),
            ("", ""),
        ] {
            assert_eq!(with_paragraphs(html), shown, "{html}");
        }
    }
}
