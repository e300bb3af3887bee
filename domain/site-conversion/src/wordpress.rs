//! Posts, pages, terms and media that WordPress exported as WXR. Source: wp-admin/includes/export.php of WordPress.

mod export;
mod media;
mod posts;
mod terms;

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};

use self::export::{Record, read};
use self::media::Media;
use self::posts::{Place, post};
use self::terms::Terms;
use super::Site;
use super::bundle::{Bundle, Converted};
use super::html::text_of;
use super::losses::{Losses, counted, shown};
use super::slugs::Slugs;
use super::text::{plain, present};

/// Converts the file. The name of the site is that of the export if `site` has none.
pub fn convert(
    path: &Path,
    site: &Site,
    out: &mut dyn Write,
    losses: &mut Losses<'_>,
) -> Result<Converted> {
    let mut index = Index::default();
    read(path, |record| {
        index.add(&record, losses);
        Ok(())
    })?;
    ensure!(index.is_of_wordpress, "it is no export of WordPress: it has no <wp:wxr_version>");
    index.drop_circles(losses);

    let name = site.name.clone().unwrap_or_else(|| index.name.clone());
    let mut bundle = Bundle::begin(out, site, &name, index.description.as_deref())?;
    let mut converted = Converted::default();
    converted.add("category", index.categories.len());
    converted.add("tag", index.tags.len());
    index.categories.write("categories", &mut bundle)?;
    index.tags.write("tags", &mut bundle)?;

    bundle.section("posts")?;
    let mut slugs = Slugs::default();
    let mut count = 0;
    read(path, |record| {
        if record.name == "item" && Kind::of(&record) == Kind::Post {
            count += 1;
            let noun = if record.field("wp:post_type") == "page" { "page" } else { "post" };
            converted.add(noun, 1);
            bundle.item(&post(&record, count, &mut index, &mut slugs, losses))?;
        }
        Ok(())
    })?;
    bundle.end_section()?;
    bundle.section("media")?;
    index.media.items.iter().try_for_each(|item| bundle.item(item))?;
    bundle.end_section()?;
    bundle.end()?;
    converted.add("media", index.media.items.len());
    index.report(losses);
    Ok(converted)
}

/// Whether an item becomes a post or media.
#[derive(PartialEq, Eq)]
enum Kind {
    Post,
    Media,
    LeftOut,
}

impl Kind {
    fn of(record: &Record) -> Self {
        match (record.field("wp:post_type"), record.field("wp:status")) {
            (_, "trash" | "auto-draft") => Self::LeftOut,
            ("post" | "page", _) => Self::Post,
            ("attachment", _) => Self::Media,
            _ => Self::LeftOut,
        }
    }
}

/// The parts of the export that the first reading finds.
#[derive(Default)]
struct Index {
    is_of_wordpress: bool,
    name: String,
    description: Option<String>,
    categories: Terms,
    tags: Terms,
    media: Media,
    /// The bundle's ids of posts, by the export's.
    posts: HashMap<i64, i64>,
    /// The export's id of each post's parent, in the order of the bundle's ids.
    parents: Vec<Option<i64>>,
    /// The names of authors by their logins, with their numbers of posts.
    authors: BTreeMap<String, (String, usize)>,
    /// The number of items of each type that were left out.
    left_out: BTreeMap<String, usize>,
    /// The number of uses of each taxonomy that a bundle does not have.
    taxonomies: BTreeMap<String, usize>,
    nested_categories: usize,
    described_tags: usize,
    /// The number of items that have each key of metadata.
    metadata: BTreeMap<String, usize>,
}

impl Index {
    fn add(&mut self, record: &Record, losses: &mut Losses<'_>) {
        match record.name.as_str() {
            "title" if self.name.is_empty() => self.name = plain(&record.text),
            "description" if self.description.is_none() => {
                self.description = present(plain(&record.text));
            }
            "wp:wxr_version" => self.is_of_wordpress = true,
            "wp:author" => {
                let login = record.field("wp:author_login").to_owned();
                let name = plain(record.field("wp:author_display_name"));
                self.authors.entry(login).or_default().0 = name;
            }
            "wp:category" => {
                let (slug, name) =
                    (record.field("wp:category_nicename"), record.field("wp:cat_name"));
                let description = present(text_of(record.field("wp:category_description")));
                self.categories.find_or_add(slug, name, description);
                self.nested_categories +=
                    usize::from(!record.field("wp:category_parent").is_empty());
            }
            "wp:tag" => {
                let (slug, name) = (record.field("wp:tag_slug"), record.field("wp:tag_name"));
                self.tags.find_or_add(slug, name, None);
                self.described_tags += usize::from(!record.field("wp:tag_description").is_empty());
            }
            "item" => self.add_item(record, losses),
            _ => {}
        }
    }

    fn add_item(&mut self, record: &Record, losses: &mut Losses<'_>) {
        let kind = Kind::of(record);
        for key in record.other_meta.iter().filter(|_| kind != Kind::LeftOut) {
            *self.metadata.entry(key.clone()).or_default() += 1;
        }
        match kind {
            Kind::Media => self.media.add(record, losses),
            Kind::LeftOut => {
                if record.field("wp:status") == "trash" {
                    losses.add(Place(record), "it is in the trash, so it was left out");
                } else {
                    *self.left_out.entry(record.field("wp:post_type").to_owned()).or_default() += 1;
                }
            }
            Kind::Post => {
                let id = self.parents.len() as i64 + 1;
                self.parents.push(record.number("wp:post_parent"));
                if let Some(of_export) = record.number("wp:post_id") {
                    self.posts.entry(of_export).or_insert(id);
                }
                self.authors.entry(record.field("dc:creator").to_owned()).or_default().1 += 1;
                for term in &record.terms {
                    match term.taxonomy.as_str() {
                        "category" | "post_tag" => {
                            self.terms(&term.taxonomy).find_or_add(&term.slug, &term.name, None);
                        }
                        other => *self.taxonomies.entry(other.to_owned()).or_default() += 1,
                    }
                }
            }
        }
    }

    fn terms(&mut self, taxonomy: &str) -> &mut Terms {
        if taxonomy == "category" { &mut self.categories } else { &mut self.tags }
    }

    /// Returns the bundle's id of a post's parent.
    fn parent(&self, id: i64) -> Option<i64> {
        let index = usize::try_from(id - 1).ok()?;
        self.posts.get(&(*self.parents.get(index)?)?).copied()
    }

    /// Removes the parents of posts that are their own ancestors.
    fn drop_circles(&mut self, losses: &mut Losses<'_>) {
        // The walk that visited each post last.
        let mut visits = vec![0; self.parents.len() + 1];
        for start in 1..=self.parents.len() as i64 {
            let mut child = start;
            while let Some(parent) = self.parent(child) {
                visits[child as usize] = start;
                if visits[parent as usize] == start {
                    self.parents[child as usize - 1] = None;
                    losses.add(
                        format_args!("post {child} of the bundle"),
                        "it was its own ancestor, so it has no parent",
                    );
                    break;
                }
                // An earlier walk has been here, and found no circle or removed it.
                if visits[parent as usize] != 0 {
                    break;
                }
                child = parent;
            }
        }
    }

    fn report(&self, losses: &mut Losses<'_>) {
        for (login, (name, posts)) in &self.authors {
            if *posts > 0 && !login.is_empty() {
                let name = if name.is_empty() { login } else { name };
                let posts = counted(*posts, "post");
                losses.add(
                    format_args!("author {}", shown(name)),
                    format_args!("posts of a bundle have no author; {posts}"),
                );
            }
        }
        for (kind, count) in &self.left_out {
            let why = match kind.as_str() {
                "product" | "product_variation" => {
                    "convert WooCommerce's own export of products instead"
                }
                "nav_menu_item" => "menus are not converted",
                _ => "a bundle has no such items",
            };
            losses.add(
                format_args!("type {}", shown(kind)),
                format_args!("{why}; {} left out", counted(*count, "item")),
            );
        }
        for (taxonomy, count) in &self.taxonomies {
            let uses = counted(*count, "use");
            losses.add(
                format_args!("taxonomy {}", shown(taxonomy)),
                format_args!("a bundle has categories and tags only; {uses}"),
            );
        }
        for (key, count) in &self.metadata {
            losses.add(
                format_args!("metadata {}", shown(key)),
                format_args!(
                    "a bundle has no field for it; {} had a value",
                    counted(*count, "item")
                ),
            );
        }
        for (terms, part, count) in [
            ("categories", "parent", self.nested_categories),
            ("tags", "description", self.described_tags),
        ] {
            if count > 0 {
                let text = format!("{count} lost the {part}, because {terms} of posts have none");
                losses.add(terms, text);
            }
        }
    }
}
