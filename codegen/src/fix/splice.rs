//! Applies edits to the text of a document. All other bytes stay: comments, order and formatting.

use std::ops::Range;

use serde_json::Value;

use super::plan::{Addition, Plan, Replacement};
use super::render;
use super::source::{self, Part, Style};
use crate::document;

/// Returns the text with the edits of the plan. `None` if its syntax cannot be read.
pub fn splice(text: &str, old: &Value, plan: &Plan) -> Option<String> {
    let mut text = text.to_owned();
    if !text.ends_with('\n') && !text.trim_start().starts_with('{') {
        text.push('\n');
    }
    let root = source::read(&text)?;
    let is_json = root.style == Style::Flow;
    let mut splicer = Splicer { text: &text, old, root: &root, is_json, changes: Vec::new() };
    splicer.part(&root, plan, true)?;
    let mut changes = splicer.changes;
    // Insertions come before a removal that begins at the same place. Insertions at one place keep their order.
    changes.sort_by_key(|(place, _)| (place.start, place.end));
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for (place, change) in changes {
        new.push_str(text.get(done..place.start)?);
        new.push_str(&change);
        done = place.end;
    }
    new.push_str(text.get(done..)?);
    Some(new)
}

struct Splicer<'a> {
    text: &'a str,
    /// The text, parsed as JSON.
    old: &'a Value,
    root: &'a Part,
    is_json: bool,
    changes: Vec<(Range<usize>, String)>,
}

impl Splicer<'_> {
    /// Applies the edits of a value and of what is inside it. `in_block`: whether the parent is in block style.
    fn part(&mut self, part: &Part, plan: &Plan, in_block: bool) -> Option<()> {
        if let (Some(key), Some((_, place))) = (&plan.key, &part.key) {
            let written = match self.is_json {
                true => self.key(key),
                false => render::quoted_like(&self.text[place.clone()], key),
            };
            self.changes.push((place.clone(), written));
        }
        if let Some(Replacement::Written(value)) = &plan.replacement {
            self.write(part, value);
            return Some(());
        }
        if plan.is_idle() {
            return Some(());
        }
        let removed: Vec<bool> = (part.parts.iter().enumerate())
            .map(|(index, inner)| {
                let plan = plan.inside.get(&name(inner, index));
                plan.is_some_and(|plan| plan.replacement == Some(Replacement::Removed))
            })
            .collect();
        let is_new = removed.iter().all(|removed| *removed);
        if is_new && part.style != Style::Scalar {
            return self.refill(part, plan, in_block);
        }
        for (index, inner) in part.parts.iter().enumerate() {
            match plan.inside.get(&name(inner, index)) {
                Some(_) if removed[index] => {}
                Some(plan) => self.part(inner, plan, part.style == Style::Block)?,
                None => {}
            }
        }
        match part.style {
            Style::Scalar => return None,
            Style::Flow => self.flow(part, plan, &removed),
            Style::Block => self.block(part, plan, &removed),
        }
        Some(())
    }

    /// Writes new entries in place of all old ones.
    fn refill(&mut self, part: &Part, plan: &Plan, in_block: bool) -> Option<()> {
        if plan.items.is_empty() && plan.entries.is_empty() {
            let empty = if part.parts.first()?.key.is_some() { "{}" } else { "[]" };
            let place = self.after_colon(part);
            let space = if place.start < part.value.start { " " } else { "" };
            self.changes.push((place, format!("{space}{empty}")));
            return Some(());
        }
        let is_block = in_block && !self.is_json;
        if is_block && part.key.is_some() {
            let indent = self.indent_of_line(part.start()) + 2;
            let mut lines = String::new();
            for (key, new) in &plan.entries {
                let value = self.after_new_key(new, indent)?;
                lines += &format!("\n{}{}:{value}", " ".repeat(indent), self.key(key));
            }
            for item in &plan.items {
                lines += &format!("\n{}- {}", " ".repeat(indent), render::block(item, indent + 2));
            }
            let place = self.after_colon(part);
            self.changes.push((place, lines));
            return Some(());
        }
        let indent = self.indent_of_line(part.start()) + 2;
        let mut inner: Vec<String> = Vec::new();
        for (key, new) in &plan.entries {
            inner.push(format!("{}: {}", self.key(key), self.in_flow(new, indent, self.is_json)?));
        }
        inner.extend(plan.items.iter().map(|item| render::flow(item, self.is_json)));
        let (open, close) = if plan.entries.is_empty() { ('[', ']') } else { ('{', '}') };
        let text = match self.is_json && plan.items.is_empty() {
            true => {
                let line = format!("\n{}", " ".repeat(indent));
                let end = " ".repeat(indent - 2);
                format!("{open}{line}{}\n{end}{close}", inner.join(&format!(",{line}")))
            }
            false => format!("{open}{}{close}", inner.join(", ")),
        };
        self.changes.push((part.value.clone(), text));
        Some(())
    }

    fn flow(&mut self, part: &Part, plan: &Plan, removed: &[bool]) {
        let parts = &part.parts;
        for index in (0..parts.len()).filter(|index| removed[*index]) {
            let has_before = removed[..index].iter().any(|removed| !removed);
            let place = match (has_before, parts.get(index + 1)) {
                (true, _) => parts[index - 1].value.end..parts[index].value.end,
                (false, Some(next)) => parts[index].start()..next.start(),
                (false, None) => parts[index].start()..parts[index].value.end,
            };
            self.changes.push((place, String::new()));
        }
        let Some(last) = parts.last() else { return };
        let from =
            parts.iter().rev().nth(1).map_or(part.value.start + 1, |before| before.value.end);
        let space: String = self.text[from..last.start()].trim_start_matches([',', ' ']).to_owned();
        let space = if space.contains('\n') { space } else { " ".to_owned() };
        let is_long = space.contains('\n');
        let indent = space.rsplit('\n').next().unwrap_or_default().len();
        for (key, new) in &plan.entries {
            let Some(value) = self.in_flow(new, indent, is_long && self.is_json) else { continue };
            self.changes.push((
                last.value.end..last.value.end,
                format!(",{space}{}: {value}", self.key(key)),
            ));
        }
        for item in &plan.items {
            let value = render::flow(item, self.is_json);
            self.changes.push((last.value.end..last.value.end, format!(",{space}{value}")));
        }
    }

    fn block(&mut self, part: &Part, plan: &Plan, removed: &[bool]) {
        let parts = &part.parts;
        let mut covered = 0;
        for (index, inner) in parts.iter().enumerate().filter(|(index, _)| removed[*index]) {
            let start = match inner.key {
                Some(_) => inner.start(),
                None => source::dash(self.text, inner.start()).unwrap_or(inner.start()),
            };
            let line = self.line_start(start);
            let begins_line = self.text[line..start].trim().is_empty();
            let end = self.line_end(inner.value.end);
            let place = match begins_line {
                true => line..end,
                // The first entry of an item follows a dash. The next entry takes its place.
                false => {
                    let next = parts[index + 1..].iter().zip(&removed[index + 1..]);
                    let next = next.filter(|(_, removed)| !**removed).map(|(next, _)| next).next();
                    let until = next.map_or(end, Part::start);
                    start..until
                }
            };
            // The entries that follow the first one may be removed together with it.
            if place.start >= covered {
                covered = place.end;
                self.changes.push((place, String::new()));
            }
        }
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        let end = self.line_end(last.value.end);
        let start = match first.key {
            Some(_) => first.start(),
            None => part.value.start,
        };
        let indent = self.column(start);
        let spaces = " ".repeat(indent);
        for (key, new) in &plan.entries {
            let Some(value) = self.after_new_key(new, indent + 2) else { continue };
            self.changes.push((end..end, format!("{spaces}{}:{value}\n", self.key(key))));
        }
        for item in &plan.items {
            let text = format!("{spaces}- {}\n", render::block(item, indent + 2));
            self.changes.push((end..end, text));
        }
    }

    fn write(&mut self, part: &Part, value: &Value) {
        let is_mapping = part.parts.first().is_some_and(|first| first.key.is_some());
        let is_like_before = match value {
            Value::Object(members) => is_mapping && !members.is_empty(),
            Value::Array(items) => !is_mapping && !items.is_empty(),
            _ => false,
        };
        let (place, text) = match part.style {
            Style::Block if is_like_before => {
                (part.value.clone(), render::block(value, self.column(part.value.start)))
            }
            Style::Block => (self.after_colon(part), format!(" {}", render::flow(value, false))),
            _ if part.value.is_empty() => {
                (part.value.clone(), format!(" {}", render::flow(value, self.is_json)))
            }
            Style::Flow | Style::Scalar => {
                let is_long = self.text[part.value.clone()].contains('\n') && self.is_json;
                let indent = self.indent_of_line(part.start());
                let old = &self.text[part.value.clone()];
                let text = match value {
                    Value::String(text) if !self.is_json => render::quoted_like(old, text),
                    _ if is_long => render::json_lines(value, indent),
                    _ => render::flow(value, self.is_json),
                };
                (part.value.clone(), text)
            }
        };
        self.changes.push((place, text));
    }

    fn key(&self, key: &str) -> String {
        match self.is_json {
            true => Value::from(key).to_string(),
            false => render::string(key),
        }
    }

    /// A new value after its colon in block style.
    fn after_new_key(&self, new: &Addition, indent: usize) -> Option<String> {
        match new {
            Addition::Value(value) => Some(render::after_colon(value, indent)),
            Addition::Moved(pointer) => {
                let part = self.find(pointer)?;
                let spaces = " ".repeat(indent);
                Some(match part.style {
                    Style::Block => format!("\n{spaces}{}", self.moved(part, indent)),
                    _ => format!(" {}", self.moved(part, indent)),
                })
            }
        }
    }

    /// A new value inside brackets.
    fn in_flow(&self, new: &Addition, indent: usize, is_long: bool) -> Option<String> {
        match new {
            Addition::Value(value) if is_long => Some(render::json_lines(value, indent)),
            Addition::Value(value) => Some(render::flow(value, self.is_json)),
            Addition::Moved(pointer) => {
                let part = self.find(pointer)?;
                match part.style {
                    Style::Flow => Some(self.moved(part, indent)),
                    _ => Some(render::flow(self.old.pointer(pointer)?, self.is_json)),
                }
            }
        }
    }

    fn find(&self, pointer: &str) -> Option<&Part> {
        document::segments(pointer).try_fold(self.root, |part, segment| part.child(&segment))
    }

    /// The text of a value with another indentation.
    fn moved(&self, part: &Part, indent: usize) -> String {
        let was = match part.style {
            Style::Block => self.column(part.value.start),
            _ => self.indent_of_line(part.start()),
        };
        let text = &self.text[part.value.clone()];
        let mut lines = text.split('\n');
        let mut moved = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            moved.push('\n');
            let begin = line.len() - line.trim_start_matches(' ').len();
            if line.trim().is_empty() {
                continue;
            }
            moved.push_str(&" ".repeat((begin + indent).saturating_sub(was)));
            moved.push_str(&line[begin..]);
        }
        moved
    }

    /// The place of a value, from the colon of its key.
    fn after_colon(&self, part: &Part) -> Range<usize> {
        let Some((_, key)) = &part.key else { return part.value.clone() };
        let colon = self.text[key.end..].find(':').map_or(key.end, |colon| key.end + colon + 1);
        colon..part.value.end
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// Where the next line begins.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    fn column(&self, at: usize) -> usize {
        self.text[self.line_start(at)..at].chars().count()
    }

    fn indent_of_line(&self, at: usize) -> usize {
        let line = &self.text[self.line_start(at)..];
        line.len() - line.trim_start_matches(' ').len()
    }
}

/// The key of an entry, or the index of an item.
fn name(part: &Part, index: usize) -> String {
    part.key.as_ref().map_or_else(|| index.to_string(), |(key, _)| key.clone())
}
