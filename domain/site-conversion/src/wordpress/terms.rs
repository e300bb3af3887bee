//! Categories and tags of posts.

use std::collections::HashMap;

use anyhow::Result;
use serde_json::json;

use crate::bundle::Bundle;
use crate::slugs::{Slugs, retained};
use crate::text::{cut, plain};

/// Maximum length of a name in characters.
const MAX_NAME_CHARACTERS: usize = 255;

/// The terms of one taxonomy, in the order of the export. Ids count from 1.
#[derive(Default)]
pub struct Terms {
    /// The ids by the export's slugs.
    ids: HashMap<String, i64>,
    items: Vec<Term>,
    slugs: Slugs,
}

struct Term {
    name: String,
    slug: String,
    description: Option<String>,
}

impl Terms {
    /// Returns the id of a term, which is added if the export has it only at a post.
    pub fn find_or_add(&mut self, slug: &str, name: &str, description: Option<String>) -> i64 {
        let name = plain(name);
        let key = match retained(slug) {
            slug if slug.is_empty() => name.clone(),
            slug => slug,
        };
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.items.len() as i64 + 1;
        let slug = self.slugs.take(slug, &name, &format!("term-{id}"));
        let name = cut(if name.is_empty() { &slug } else { &name }, MAX_NAME_CHARACTERS).to_owned();
        self.items.push(Term { name, slug, description });
        self.ids.insert(key, id);
        id
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Writes a section of the bundle.
    pub fn write(&self, section: &str, bundle: &mut Bundle<'_>) -> Result<()> {
        bundle.section(section)?;
        for (index, Term { name, slug, description }) in self.items.iter().enumerate() {
            let mut item = json!({"id": index + 1, "name": name, "slug": slug});
            if let Some(description) = description {
                item["description"] = description.as_str().into();
            }
            bundle.item(&item)?;
        }
        bundle.end_section()
    }
}
