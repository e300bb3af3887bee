//! Blocks of several parts: lists, quotes, tables, pictures and galleries.

use serde_json::{Value, json};

use super::{Writer, insert};
use crate::html::{Attributes, attribute, escaped, text_of};

#[derive(Default)]
pub struct List {
    pub is_ordered: bool,
    pub depth: usize,
    pub items: Vec<Value>,
}

#[derive(Default)]
pub struct Quote {
    pub text: String,
    pub author: Option<String>,
}

#[derive(Default)]
pub struct Table {
    pub header: Vec<Value>,
    pub rows: Vec<Value>,
    pub row: Vec<Value>,
    pub is_header: bool,
    pub is_in_cell: bool,
}

/// Code that is being read.
pub struct Code {
    pub text: String,
    pub language: Option<String>,
}

impl Writer<'_> {
    pub fn end_code(&mut self) {
        let Some(code) = self.code.take() else { return };
        let text = code.text.trim_matches('\n');
        if !text.is_empty() {
            let mut members = json!({"code": text});
            insert(&mut members, "language", code.language.as_deref());
            self.push("code", members);
        }
    }

    pub fn image(&mut self, attributes: &Attributes) {
        let Some(src) = self.address(attributes, "src") else { return };
        let mut image = json!({"src": src});
        insert(&mut image, "alt", attribute(attributes, "alt"));
        if let Some(images) = &mut self.gallery {
            images.push(image);
            return;
        }
        for name in ["width", "height"] {
            if let Some(pixels) =
                attribute(attributes, name).and_then(|text| text.parse::<u32>().ok())
            {
                image[name] = pixels.into();
            }
        }
        if let Some((href, _)) = &self.link {
            image["href"] = href.as_str().into();
        }
        // An image in a line of text comes before it.
        let line = std::mem::take(&mut self.line);
        self.push("image", image);
        self.line = line;
    }

    pub fn end_gallery(&mut self) {
        self.line.clear();
        self.open.clear();
        self.is_caption = false;
        let images = self.gallery.take().unwrap_or_default();
        if !images.is_empty() {
            self.push("gallery", json!({"images": images}));
        }
    }

    /// Begins a figure by its shortcode, whose text is the caption.
    pub fn begin_caption(&mut self) {
        self.flush();
        self.figure = self.content.blocks.len();
        self.is_caption = true;
    }

    /// Adds the caption to the media that its figure shows. Without such a block, the caption is a text.
    pub fn end_caption(&mut self) {
        self.is_caption = false;
        let caption = text_of(&self.take_line());
        if caption.is_empty() {
            return;
        }
        let last = match &mut self.gallery {
            Some(images) => images.last_mut(),
            None => {
                let blocks = self.content.blocks.get_mut(self.figure..).unwrap_or_default();
                blocks.last_mut().filter(|block| {
                    ["image", "video", "audio", "table"].iter().any(|kind| block["type"] == *kind)
                })
            }
        };
        match last {
            Some(block) => block["caption"] = caption.into(),
            None => self.push("text", json!({"text": escaped(&caption)})),
        }
    }

    pub fn open_list(&mut self, is_ordered: bool) {
        match &mut self.list {
            // The items of a list in a list become items of the outer list.
            Some(_) => self.end_item(),
            None => {
                self.flush();
                self.list = Some(List { is_ordered, ..List::default() });
            }
        }
        if let Some(list) = &mut self.list {
            list.depth += 1;
        }
    }

    pub fn end_item(&mut self) {
        if self.list.is_some() {
            let item = self.take_line();
            if let Some(list) = self.list.as_mut().filter(|_| !item.is_empty()) {
                list.items.push(item.into());
            }
        }
    }

    pub fn close_list(&mut self) {
        self.end_item();
        let Some(mut list) = self.list.take() else { return };
        list.depth -= 1;
        if list.depth > 0 {
            self.list = Some(list);
        } else if !list.items.is_empty() {
            self.push("list", json!({"items": list.items, "ordered": list.is_ordered}));
        }
    }

    pub fn add_to_quote(&mut self, line: &str) {
        if let Some(quote) = self.quote.as_mut().filter(|_| !line.trim().is_empty()) {
            if !quote.text.is_empty() {
                quote.text.push_str("<br>");
            }
            quote.text.push_str(line.trim());
        }
    }

    pub fn end_quote(&mut self) {
        self.flush();
        let Some(quote) = self.quote.take() else { return };
        if !quote.text.is_empty() {
            let mut members = json!({"text": quote.text});
            insert(&mut members, "author", quote.author.as_deref());
            self.push("quote", members);
        }
    }

    pub fn end_cell(&mut self) {
        if self.table.as_ref().is_some_and(|table| table.is_in_cell) {
            let cell = self.take_line();
            if let Some(table) = &mut self.table {
                table.is_in_cell = false;
                table.row.push(cell.into());
            }
        }
    }

    pub fn end_row(&mut self) {
        self.end_cell();
        let Some(table) = &mut self.table else { return };
        let row = std::mem::take(&mut table.row);
        if row.is_empty() {
            return;
        }
        match table.is_header && table.header.is_empty() && table.rows.is_empty() {
            true => table.header = row,
            false => table.rows.push(row.into()),
        }
    }

    pub fn end_table(&mut self) {
        self.end_row();
        let Some(table) = self.table.take() else { return };
        if !table.header.is_empty() || !table.rows.is_empty() {
            self.push("table", json!({"header": table.header, "rows": table.rows}));
        }
    }
}
