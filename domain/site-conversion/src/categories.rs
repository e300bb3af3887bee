//! The product categories that an export names.

use std::collections::HashMap;

use anyhow::Result;
use serde_json::json;

use super::bundle::{Bundle, Converted};
use super::slugs::Slugs;
use super::text::cut;

/// Maximum length of a category's name in characters.
const MAX_NAME_CHARACTERS: usize = 255;

/// The categories by their path of names. Ids count from 1 in the order of the export.
#[derive(Default)]
pub struct Categories {
    ids: HashMap<Vec<String>, i64>,
    /// Name and parent of each category, in the order of ids.
    items: Vec<(String, Option<i64>)>,
}

impl Categories {
    /// Returns the id of the category at the end of this path. Adds the categories of the path that are missing.
    pub fn find_or_add(&mut self, path: &[String]) -> Option<i64> {
        let mut parent = None;
        for depth in 1..=path.len() {
            let Some(name) = path.get(depth - 1).filter(|name| !name.is_empty()) else {
                return parent;
            };
            parent = Some(match self.ids.get(&path[..depth]) {
                Some(&id) => id,
                None => {
                    self.items.push((cut(name, MAX_NAME_CHARACTERS).to_owned(), parent));
                    let id = self.items.len() as i64;
                    self.ids.insert(path[..depth].to_vec(), id);
                    id
                }
            });
        }
        parent
    }

    pub fn write(&self, bundle: &mut Bundle<'_>, converted: &mut Converted) -> Result<()> {
        converted.add("category", self.items.len());
        let mut slugs = Slugs::default();
        bundle.section("productCategories")?;
        for (index, (name, parent)) in self.items.iter().enumerate() {
            let slug = slugs.take("", name, &format!("category-{}", index + 1));
            let id = index + 1;
            let mut item = json!({"id": id, "name": name, "slug": slug, "order": id});
            if let Some(parent) = parent {
                item["parentId"] = (*parent).into();
            }
            bundle.item(&item)?;
        }
        bundle.end_section()
    }
}
