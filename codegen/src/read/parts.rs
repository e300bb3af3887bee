//! Parts that operations refer to by name: tags, schemas, security schemes and rate limits; and the format of errors.

use super::error_body::Format;
use crate::document::{Node, Result, all};
use crate::model::{RateLimit, Schema, Scheme, Shape, Tag};

pub struct Parts<'a> {
    pub tags: Named<'a, Tag>,
    pub schemas: Named<'a, Schema>,
    pub schemes: Named<'a, Scheme>,
    pub rate_limits: Named<'a, RateLimit>,
    pub error_format: Format<'a>,
}

/// Parts by name, in the document's order. A part that could not be read is included, so that it does not seem missing.
pub struct Named<'a, T>(Result<Vec<(Result<&'a str>, Result<T>)>>);

impl<'a> Parts<'a> {
    pub fn shape(&self, name: &str) -> Result<Option<&Shape>> {
        let schema = self.schemas.get(name).transpose()?;
        Ok(schema.map(|schema| &schema.shape))
    }
}

impl<'a, T> Named<'a, T> {
    pub fn of_entries(
        entries: Result<Vec<(&'a str, Node<'a>)>>,
        read: impl Fn(&str, &Node<'a>) -> Result<T>,
    ) -> Self {
        let part = |(name, node): (&'a str, Node<'a>)| (Ok(name), read(name, &node));
        Self(entries.map(|entries| entries.into_iter().map(part).collect()))
    }

    /// Reads the parts of a list. Each item has its name under `key`.
    pub fn of_list(
        list: &Result<Node<'a>>,
        key: &str,
        read: impl Fn(&Node<'a>, &Node<'a>) -> Result<T>,
    ) -> Self {
        let part = |node: Node<'a>| {
            let name = node.need(key);
            let read = name.as_ref().map_err(|faulty| *faulty).and_then(|name| read(name, &node));
            (name.and_then(|name| name.string()), read)
        };
        let items = list.as_ref().map_err(|faulty| *faulty).and_then(Node::items);
        Self(items.map(|items| items.into_iter().map(part).collect()))
    }

    /// Returns the part with this name, or `None` if the document has no such part.
    pub fn get(&self, name: &str) -> Option<Result<&T>> {
        let parts = match &self.0 {
            Ok(parts) => parts,
            Err(faulty) => return Some(Err(*faulty)),
        };
        let found = parts.iter().find(|(known, _)| known.is_ok_and(|known| known == name));
        if let Some((_, part)) = found {
            return Some(part.as_ref().map_err(|faulty| *faulty));
        }
        // One of the parts whose names could not be read may have this name.
        parts.iter().find_map(|(known, _)| known.err()).map(Err)
    }

    /// The names that could be read, in the document's order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().flatten().filter_map(|(name, _)| name.ok())
    }

    pub fn readable(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten().filter_map(|(_, part)| part.as_ref().ok())
    }

    pub fn all(self) -> Result<Vec<T>> {
        all(self.0?.into_iter().map(|(_, part)| part))
    }
}
