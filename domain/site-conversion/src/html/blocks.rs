//! Content of WordPress as blocks of a post. The texts of blocks are HTML with elements of one line, such as links.

mod parts;
mod shortcodes;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use self::parts::{List, Quote, Table};
use self::shortcodes::{shortcodes, with_figures};
use super::{Attributes, INLINE, Token, Tokens, attribute, escaped, is_inline, text_of};
use crate::entities::decode_entities;

/// The blocks of a content, and what blocks cannot hold.
#[derive(Debug, Default)]
pub struct Content {
    pub blocks: Vec<Value>,
    /// Elements that were left out, such as `form`, and shortcodes that stay as text, such as `[contact-form-7]`.
    pub lost: BTreeSet<String>,
}

/// Elements that are left out with their content.
const LEFT_OUT: [&str; 12] = [
    "script", "style", "form", "svg", "object", "embed", "canvas", "noscript", "textarea",
    "select", "button", "template",
];

/// Converts the content of a post. Line breaks count as in WordPress: an empty line begins a paragraph.
pub fn content(html: &str) -> Content {
    let html = with_figures(html);
    let is_classic = !html.contains("<!-- wp:") && !html.contains("<p");
    let mut writer = Writer { is_classic, ..Writer::default() };
    let mut hidden: Option<(String, usize)> = None;
    for token in Tokens::new(&html) {
        if let Some((name, depth)) = &mut hidden {
            match &token {
                Token::Open { name: other, .. } if other == name && name != "embed" => *depth += 1,
                Token::Close(other) if other == name => *depth -= 1,
                _ => {}
            }
            if *depth == 0 {
                hidden = None;
            }
            continue;
        }
        match token {
            Token::Text(text) => writer.text(text),
            Token::Open { name, .. } if LEFT_OUT.contains(&name.as_str()) => {
                writer.content.lost.insert(format!("<{name}>"));
                // `embed` has no content.
                hidden = (name != "embed").then_some((name, 1));
            }
            Token::Open { name, attributes } => writer.open(&name, &attributes),
            Token::Close(name) => writer.close(&name),
            Token::Comment(comment) => writer.comment(comment.trim()),
        }
    }
    writer.finish()
}

/// Maximum number of inline elements in each other. Deeper ones are left out.
const MAX_OPEN: usize = 50;

#[derive(Default)]
struct Writer {
    content: Content,
    /// Whether the content was written without blocks and paragraphs, so that its line breaks count.
    is_classic: bool,
    /// The text of the line that is being read, as HTML.
    line: String,
    /// The inline elements that are open in the line.
    open: Vec<String>,
    heading: Option<u64>,
    list: Option<List>,
    quote: Option<Quote>,
    code: Option<String>,
    table: Option<Table>,
    gallery: Option<Vec<Value>>,
    /// The media block that a caption belongs to is the last one.
    is_caption: bool,
    /// The address of the link that is open, and its classes.
    link: Option<(String, bool)>,
}

impl Writer {
    fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            code.push_str(&decode_entities(text));
            return;
        }
        self.content.lost.extend(shortcodes(text));
        // Only at the top does an empty line begin a paragraph.
        let is_top = self.list.is_none() && self.table.is_none() && self.heading.is_none();
        let text = text.replace("\r\n", "\n");
        let mut paragraphs = text.split("\n\n").peekable();
        while let Some(paragraph) = paragraphs.next() {
            let decoded = decode_entities(paragraph);
            let begins =
                self.line.is_empty() || self.line.ends_with(' ') || self.line.ends_with("<br>");
            let decoded = if begins { decoded.trim_start() } else { &decoded };
            let written = escaped(decoded);
            match self.is_classic && is_top {
                true => self.line.push_str(&written.replace('\n', "<br>")),
                false => self.line.push_str(&written.replace('\n', " ")),
            }
            if paragraphs.peek().is_some() {
                match is_top {
                    true => self.flush(),
                    false => self.line.push(' '),
                }
            }
        }
    }

    fn open(&mut self, name: &str, attributes: &Attributes) {
        if self.code.is_some() {
            return;
        }
        match name {
            "a" => self.open_link(attributes),
            "br" if !self.line.is_empty() => self.line.push_str("<br>"),
            "br" => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush();
                self.heading = name[1..].parse().ok();
            }
            "ul" | "ol" => self.open_list(name == "ol"),
            "li" => self.end_item(),
            "blockquote" => {
                self.flush();
                self.quote.get_or_insert_default();
            }
            "cite" => {
                if self.quote.is_some() {
                    let said = self.take_line();
                    self.add_to_quote(&said);
                }
            }
            "pre" => {
                self.flush();
                self.code = Some(String::new());
            }
            "table" => {
                self.flush();
                self.table = Some(Table::default());
            }
            "th" | "td" => {
                self.end_cell();
                if let Some(table) = &mut self.table {
                    table.is_header = name == "th";
                    table.is_in_cell = true;
                }
            }
            "tr" => self.end_row(),
            "hr" => self.push("divider", json!({})),
            "img" => self.image(attributes),
            "iframe" => {
                if let Some(url) = attribute(attributes, "src") {
                    let mut members = json!({"url": url});
                    insert(&mut members, "title", attribute(attributes, "title"));
                    self.push("embed", members);
                }
            }
            "video" | "audio" => {
                let mut members = json!({"src": attribute(attributes, "src")});
                insert(&mut members, "poster", attribute(attributes, "poster"));
                self.push(name, members);
            }
            "source" => {
                let source = attribute(attributes, "src");
                if let Some(block) = self.content.blocks.last_mut()
                    && (block["type"] == "video" || block["type"] == "audio")
                    && block["src"].is_null()
                {
                    block["src"] = source.into();
                }
            }
            "figcaption" => {
                self.flush();
                self.is_caption = true;
            }
            _ if INLINE.contains(&name) && self.open.len() < MAX_OPEN => {
                self.line.push_str(&format!("<{name}>"));
                self.open.push(name.to_owned());
            }
            _ if is_inline(name) => {}
            "input" => {
                self.content.lost.insert("<input>".into());
            }
            _ => self.flush(),
        }
    }

    fn close(&mut self, name: &str) {
        if name == "pre" {
            if let Some(code) = self.code.take() {
                let code = code.trim_matches('\n');
                if !code.is_empty() {
                    self.push("code", json!({"code": code}));
                }
            }
            return;
        }
        if self.code.is_some() {
            return;
        }
        match name {
            "ul" | "ol" => self.close_list(),
            "li" => self.end_item(),
            "blockquote" => self.end_quote(),
            "cite" => {
                let author = text_of(&self.take_line());
                if let Some(quote) = &mut self.quote {
                    quote.author = Some(author).filter(|author| !author.is_empty());
                } else {
                    self.line = escaped(&author).into_owned();
                }
            }
            "th" | "td" => self.end_cell(),
            "tr" => self.end_row(),
            "table" => self.end_table(),
            "figcaption" => self.end_caption(),
            "a" => self.close_link(),
            _ if INLINE.contains(&name) => self.close_inline(name),
            _ if is_inline(name) => {}
            _ => self.flush(),
        }
    }

    /// Reads a comment of the block editor, such as `wp:gallery {"ids":[1]}`.
    fn comment(&mut self, comment: &str) {
        match comment.split_whitespace().next() {
            Some("wp:gallery") => {
                self.flush();
                self.gallery = Some(Vec::new());
            }
            Some("/wp:gallery") => self.end_gallery(),
            _ if comment.starts_with("wp:") && comment.ends_with('/') => {
                // Such a block has no content of its own: WordPress fills it.
                let name = comment[3..].split_whitespace().next().unwrap_or_default();
                let fills =
                    !matches!(name, "more" | "nextpage" | "spacer" | "separator" | "page-list");
                if fills {
                    self.content.lost.insert(format!("block {}", name.trim_end_matches('/')));
                }
            }
            _ => {}
        }
    }

    fn open_link(&mut self, attributes: &Attributes) {
        let Some(href) = attribute(attributes, "href") else { return };
        let scheme = href.split_once(':').map(|(scheme, _)| scheme.trim().to_ascii_lowercase());
        let is_code = matches!(scheme.as_deref(), Some("javascript" | "data" | "vbscript"));
        if is_code || self.link.is_some() {
            return;
        }
        let is_button =
            attribute(attributes, "class").is_some_and(|class| class.contains("wp-block-button"));
        if is_button {
            self.flush();
        } else {
            let href = escaped(href).replace('"', "&quot;");
            self.line.push_str(&format!("<a href=\"{href}\">"));
            self.open.push("a".into());
        }
        self.link = Some((href.to_owned(), is_button));
    }

    fn close_link(&mut self) {
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

    /// Closes an inline element and those that were opened in it.
    fn close_inline(&mut self, name: &str) {
        let Some(at) = self.open.iter().rposition(|open| open == name) else { return };
        for open in self.open.drain(at..).rev() {
            self.line.push_str(&format!("</{open}>"));
        }
    }

    /// Takes the line, with its inline elements closed.
    fn take_line(&mut self) -> String {
        for open in self.open.drain(..).rev() {
            self.line.push_str(&format!("</{open}>"));
        }
        if self.link.as_ref().is_some_and(|(_, is_button)| !is_button) {
            self.link = None;
        }
        let line = std::mem::take(&mut self.line);
        let mut line = line.trim();
        while let Some(rest) = line.strip_suffix("<br>") {
            line = rest.trim_end();
        }
        match text_of(line).is_empty() {
            true => String::new(),
            false => line.to_owned(),
        }
    }

    /// Ends the line, which becomes a block or a part of one.
    fn flush(&mut self) {
        if self.list.is_some() || self.table.is_some() || self.is_caption {
            // Paragraphs in items and cells stay in one text.
            if !self.line.is_empty() && !self.line.ends_with("<br>") {
                self.line.push_str("<br>");
            }
            return;
        }
        let line = self.take_line();
        let heading = self.heading.take();
        if line.is_empty() {
            return;
        }
        if self.quote.is_some() {
            self.add_to_quote(&line);
            return;
        }
        match heading {
            Some(level) => self.push("heading", json!({"level": level, "text": line})),
            // WordPress shows an address that stands alone as what it leads to.
            None if is_address(&line) => {
                self.push("embed", json!({"url": decode_entities(&line)}));
            }
            None => self.push("text", json!({"text": line})),
        }
    }

    fn push(&mut self, kind: &str, members: Value) {
        if !self.line.is_empty() {
            self.flush();
        }
        let mut block = Map::new();
        block.insert("type".into(), kind.into());
        if let Value::Object(members) = members {
            block.extend(members);
        }
        self.content.blocks.push(Value::Object(block));
    }

    fn finish(mut self) -> Content {
        if self.code.is_some() {
            self.close("pre");
        }
        while self.list.is_some() {
            self.close_list();
        }
        self.end_table();
        if self.is_caption {
            self.end_caption();
        }
        if self.gallery.is_some() {
            self.end_gallery();
        }
        self.end_quote();
        self.flush();
        self.content
    }
}

fn insert(members: &mut Value, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        members[name] = value.into();
    }
}

/// Whether a line is one web address and no link.
fn is_address(line: &str) -> bool {
    (line.starts_with("https://") || line.starts_with("http://"))
        && !line.contains(|letter: char| letter.is_whitespace() || letter == '<')
}

#[cfg(test)]
mod tests;
