//! Posts and pages.

use std::fmt;

use chrono::{Datelike, NaiveDateTime, SecondsFormat};
use serde_json::{Value, json};

use super::Index;
use super::export::Record;
use crate::html::{content, text_of};
use crate::losses::{Losses, counted, shown};
use crate::products::picture_url;
use crate::slugs::Slugs;
use crate::text::{plain, present};

/// The place of an item in the export, displayed as `post 12 ("Hello")`.
pub struct Place<'a>(pub &'a Record);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(record) = self;
        let title = plain(record.field("title"));
        write!(
            f,
            "{} {} ({})",
            record.field("wp:post_type"),
            record.field("wp:post_id"),
            shown(&title)
        )
    }
}

/// Whether a post can be seen.
enum Visibility {
    Published,
    Scheduled,
    Draft,
}

/// Returns a post as an item of the bundle.
pub fn post(
    record: &Record,
    id: i64,
    index: &mut Index,
    slugs: &mut Slugs,
    losses: &mut Losses<'_>,
) -> Value {
    let place = Place(record);
    let title = text_of(record.field("title"));
    let slug = slugs.take(record.field("wp:post_name"), &title, &format!("post-{id}"));
    let wanted = crate::slugs::retained(record.field("wp:post_name"));
    if !wanted.is_empty() && wanted != slug {
        let text = format!("the slug {} is taken, so it is {}", shown(&wanted), shown(&slug));
        losses.add(&place, text);
    }
    let visibility = visibility(record, losses);
    let media = &index.media;
    let pictures = |ids: Option<&str>| media.pictures(ids, record.number("wp:post_id"));
    let content = content(record.field("content:encoded"), &pictures);
    for lost in &content.lost {
        losses.add(&place, format_args!("{lost} in the content was left out"));
    }
    if record.comments > 0 {
        losses.add(&place, format_args!("{} left out", counted(record.comments, "comment")));
    }
    if record.field("wp:is_sticky") == "1" {
        losses.add(&place, "it is no longer shown before newer posts");
    }

    let mut item = json!({
        "id": id,
        "title": title,
        "slug": slug,
        "postType": record.field("wp:post_type"),
        "content": {"version": "1.0", "blocks": content.blocks},
        "published": matches!(visibility, Visibility::Published),
    });
    let written = time(record, "wp:post_date_gmt", "wp:post_date");
    match visibility {
        Visibility::Published => insert(&mut item, "publishedAt", written.clone()),
        Visibility::Scheduled => insert(&mut item, "scheduledFor", written.clone()),
        Visibility::Draft => {}
    }
    insert(&mut item, "excerpt", present(text_of(record.field("excerpt:encoded"))));
    let cover = record.meta("_thumbnail_id");
    insert(&mut item, "coverImage", index.media.url(cover).map(str::to_owned));
    if !cover.is_empty() && index.media.url(cover).is_none() {
        losses.add(&place, format_args!("its picture, attachment {cover}, is not in the export"));
    }
    let first = |keys: &[&str]| {
        let texts = keys.iter().map(|key| plain(record.meta(key)));
        // Plugins fill templates such as `%%title%% %%sep%% %%sitename%%`.
        texts.into_iter().find(|text| !text.is_empty() && !text.contains('%'))
    };
    insert(&mut item, "seoTitle", first(&["_yoast_wpseo_title", "rank_math_title"]));
    insert(&mut item, "seoDescription", first(&["_yoast_wpseo_metadesc", "rank_math_description"]));
    insert(
        &mut item,
        "canonicalUrl",
        present(plain(match record.meta("_yoast_wpseo_canonical") {
            "" => record.meta("rank_math_canonical_url"),
            url => url,
        })),
    );
    let og_image = present(plain(record.meta("_yoast_wpseo_opengraph-image")));
    insert(&mut item, "ogImage", og_image.and_then(|url| picture_url(&url, &place, losses)));
    if record.meta("_yoast_wpseo_meta-robots-noindex") == "1" {
        item["noIndex"] = true.into();
    }
    insert(&mut item, "parentPostId", index.parent(id));
    let changed = time(record, "wp:post_modified_gmt", "wp:post_modified");
    insert(&mut item, "updatedAt", changed.or_else(|| written.clone()));
    insert(&mut item, "createdAt", written);
    for (taxonomy, member) in [("category", "categoryIds"), ("post_tag", "tagIds")] {
        let mut ids: Vec<i64> = Vec::new();
        for term in record.terms.iter().filter(|term| term.taxonomy == taxonomy) {
            let id = index.terms(taxonomy).find_or_add(&term.slug, &term.name, None);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        if !ids.is_empty() {
            item[member] = ids.into();
        }
    }
    item
}

fn visibility(record: &Record, losses: &mut Losses<'_>) -> Visibility {
    let status = record.field("wp:status");
    if !record.field("wp:post_password").is_empty() && matches!(status, "publish" | "future") {
        losses.add(
            Place(record),
            "it needs a password, which a bundle cannot have, so it is a draft",
        );
        return Visibility::Draft;
    }
    match status {
        "publish" => Visibility::Published,
        "future" if time(record, "wp:post_date_gmt", "wp:post_date").is_some() => {
            Visibility::Scheduled
        }
        "private" => {
            losses.add(Place(record), "it is private, so it is a draft");
            Visibility::Draft
        }
        _ => Visibility::Draft,
    }
}

/// Returns a time in UTC. Drafts have none in UTC, so the time of the site counts as one.
pub fn time(record: &Record, utc: &str, local: &str) -> Option<String> {
    [utc, local].iter().find_map(|name| {
        let time = NaiveDateTime::parse_from_str(record.field(name), "%Y-%m-%d %H:%M:%S").ok()?;
        let is_possible = (1_000..3_000).contains(&time.year());
        is_possible.then(|| time.and_utc().to_rfc3339_opts(SecondsFormat::Secs, true))
    })
}

/// Sets a member of an item unless the value is absent.
pub fn insert(item: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        item[name] = value.into();
    }
}
