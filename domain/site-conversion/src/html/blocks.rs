//! Content of WordPress as blocks of a post. The texts of blocks are HTML with elements of one line, such as links.

mod links;
mod parts;
mod shortcodes;

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value, json};

use self::links::is_address;
use self::parts::{Code, List, Quote, Table};
use self::shortcodes::{Piece, closed, first_piece, with_code};
use super::{
    Attributes, INLINE, Token, attribute, decode_entities, escaped, is_inline, text_of, tokens,
};

/// The blocks of a content, and what blocks cannot hold.
#[derive(Debug, Default)]
pub struct Content {
    pub blocks: Vec<Value>,
    /// Parts that were left out, such as `<form>` or `the shortcode [contact-form-7]`.
    pub lost: BTreeSet<String>,
}

/// The attachments that a shortcode shows.
#[derive(Debug, Default)]
pub struct Pictures<'a> {
    /// Media of the bundle.
    pub items: Vec<&'a Value>,
    /// Attachments that are not in the export, such as `attachment 7`.
    pub missing: Vec<String>,
}

/// Finds attachments by their ids, such as `7,8`, or those of the post if no ids are given.
pub type FindPictures<'a> = &'a dyn Fn(Option<&str>) -> Pictures<'a>;

/// Elements that are left out with their content.
const LEFT_OUT: [&str; 12] = [
    "script", "style", "form", "svg", "object", "embed", "canvas", "noscript", "textarea",
    "select", "button", "template",
];

/// Converts the content of a post. Line breaks count as in WordPress: without blocks of its editor, an empty line begins a
/// paragraph, and each other one is a line break.
pub fn content(html: &str, pictures: FindPictures<'_>) -> Content {
    let closed = closed(html);
    let html = with_code(html, &closed);
    let mut writer = Writer {
        content: Content::default(),
        pictures,
        closed,
        is_classic: !html.contains("<!-- wp:"),
        line: String::new(),
        open: Vec::new(),
        heading: None,
        list: None,
        quote: None,
        code: None,
        table: None,
        gallery: None,
        figure: 0,
        is_caption: false,
        link: None,
    };
    let mut hidden: Option<(String, usize)> = None;
    for token in tokens(&html) {
        if let Some((name, depth)) = &mut hidden {
            match &token {
                Token::Open { name: other, .. } if other == name => *depth += 1,
                Token::Close(other) if other == name => *depth -= 1,
                _ => {}
            }
            if *depth == 0 {
                hidden = None;
            }
            continue;
        }
        match token {
            Token::Text(text) => writer.text(&text),
            Token::Open { name, .. } if LEFT_OUT.contains(&name.as_str()) => {
                writer.content.lost.insert(format!("<{name}>"));
                // `embed` has no content.
                hidden = (name != "embed").then_some((name, 1));
            }
            Token::Open { name, attributes } => {
                writer.open(&name, &attributes);
                // Old browsers show the content of an `iframe`.
                hidden = (name == "iframe").then_some((name, 1));
            }
            Token::Close(name) => writer.close(&name),
            Token::Comment(comment) => writer.comment(comment.trim()),
        }
    }
    writer.finish()
}

/// Maximum number of inline elements in each other. Deeper ones are left out.
const MAX_OPEN: usize = 50;

struct Writer<'a> {
    content: Content,
    pictures: FindPictures<'a>,
    /// The names of the shortcodes that the content closes.
    closed: HashSet<String>,
    /// Whether the content was written without blocks, so that its line breaks count.
    is_classic: bool,
    /// The text of the line that is being read, as HTML.
    line: String,
    /// The inline elements that are open in the line.
    open: Vec<String>,
    heading: Option<u64>,
    list: Option<List>,
    quote: Option<Quote>,
    code: Option<Code>,
    table: Option<Table>,
    gallery: Option<Vec<Value>>,
    /// The number of blocks before the figure that is open or was open last.
    figure: usize,
    is_caption: bool,
    /// The address of the link that is open, and whether it is a button.
    link: Option<(String, bool)>,
}

impl Writer<'_> {
    fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            code.text.push_str(text);
            return;
        }
        if self.open.iter().any(|open| open == "code" || open == "kbd") {
            self.plain_text(text);
            return;
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, after) = first_piece(rest, self.line.is_empty(), &self.closed);
            match piece {
                Piece::Text(text) => self.plain_text(text),
                Piece::Shortcode { name, rest } => self.shortcode(name, rest),
            }
            rest = after;
        }
    }

    fn plain_text(&mut self, text: &str) {
        // Only at the top does an empty line begin a paragraph.
        let is_top = self.list.is_none() && self.table.is_none() && self.heading.is_none();
        let mut paragraphs = text.split("\n\n").peekable();
        while let Some(paragraph) = paragraphs.next() {
            let begins =
                self.line.is_empty() || self.line.ends_with(' ') || self.line.ends_with("<br>");
            let written = escaped(if begins { paragraph.trim_start() } else { paragraph });
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
        if let Some(code) = &mut self.code {
            if name == "br" {
                code.text.push('\n');
            }
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
                let language = attribute(attributes, "lang").map(str::to_owned);
                self.code = Some(Code { text: String::new(), language });
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
                if let Some(url) = self.address(attributes, "src") {
                    let mut members = json!({"url": url});
                    insert(&mut members, "title", attribute(attributes, "title"));
                    self.push("embed", members);
                }
            }
            "video" | "audio" => {
                let mut members = json!({"src": self.address(attributes, "src")});
                insert(&mut members, "poster", self.address(attributes, "poster").as_deref());
                self.push(name, members);
            }
            "source" => {
                let source = self.address(attributes, "src");
                if let Some(block) = self.content.blocks.last_mut()
                    && (block["type"] == "video" || block["type"] == "audio")
                    && block["src"].is_null()
                {
                    block["src"] = source.into();
                }
            }
            "figure" => {
                self.flush();
                self.figure = self.content.blocks.len();
            }
            "figcaption" => {
                // The caption of a whole gallery is the text after it.
                let class = attribute(attributes, "class").unwrap_or_default();
                if class.contains("blocks-gallery-caption") {
                    self.end_gallery();
                }
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
        if self.code.is_some() {
            if name == "pre" {
                self.end_code();
            }
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
                // Such a block is empty in the export: WordPress fills it.
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
            // WordPress embeds the target of an address that is alone in its line.
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
        self.end_code();
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
        self.content.blocks.retain(|block| block.get("src") != Some(&Value::Null));
        self.content
    }
}

fn insert(members: &mut Value, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        members[name] = value.into();
    }
}

#[cfg(test)]
mod tests;
