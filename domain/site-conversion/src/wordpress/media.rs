//! Attachments, which become media of the bundle. Their files stay where they are.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::export::Record;
use super::posts::{insert, time};
use crate::html::{Pictures, text_of};
use crate::losses::Losses;
use crate::products::picture_url;
use crate::text::{plain, present};

/// The attachments of the export.
#[derive(Default)]
pub struct Media {
    pub items: Vec<Value>,
    /// The places in `items` by the export's ids.
    places: HashMap<i64, usize>,
    /// The places in `items` by the export's ids of the posts to which the attachments belong.
    of_posts: HashMap<i64, Vec<usize>>,
}

impl Media {
    pub fn add(&mut self, record: &Record, losses: &mut Losses<'_>) {
        let url = match record.field("wp:attachment_url") {
            "" => record.field("guid"),
            url => url,
        };
        let place = format!("attachment {}", record.field("wp:post_id"));
        let Some(url) = picture_url(url, &place, losses) else { return };
        if let Some(id) = record.number("wp:post_id") {
            self.places.insert(id, self.items.len());
        }
        if let Some(post) = record.number("wp:post_parent") {
            self.of_posts.entry(post).or_default().push(self.items.len());
        }
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let filename = path.rsplit('/').next().unwrap_or_default();
        let extension = filename.rsplit_once('.').map_or("", |(_, extension)| extension);
        let mut item = json!({
            "id": self.items.len() + 1,
            "filename": filename,
            "mimeType": media_type(&extension.to_ascii_lowercase()),
            "url": url,
        });
        insert(&mut item, "alt", present(plain(record.meta("_wp_attachment_image_alt"))));
        insert(&mut item, "caption", present(text_of(record.field("excerpt:encoded"))));
        let size = record.meta("_wp_attachment_metadata");
        insert(&mut item, "width", pixels(size, "width"));
        insert(&mut item, "height", pixels(size, "height"));
        insert(&mut item, "createdAt", time(record, "wp:post_date_gmt", "wp:post_date"));
        self.items.push(item);
    }

    /// Returns an attachment by the export's id.
    fn find(&self, id: &str) -> Option<&Value> {
        self.items.get(*self.places.get(&id.trim().parse().ok()?)?)
    }

    /// Returns the URL of an attachment.
    pub fn url(&self, id: &str) -> Option<&str> {
        self.find(id)?["url"].as_str()
    }

    /// Returns the attachments with these ids, such as `7,8`, or the pictures of a post if no ids are given.
    pub fn pictures(&self, ids: Option<&str>, post: Option<i64>) -> Pictures<'_> {
        let mut pictures = Pictures::default();
        let Some(ids) = ids else {
            let places = post.and_then(|post| self.of_posts.get(&post)).into_iter().flatten();
            let is_picture = |item: &&Value| {
                item["mimeType"].as_str().is_some_and(|kind| kind.starts_with("image/"))
            };
            pictures.items = places.map(|&place| &self.items[place]).filter(is_picture).collect();
            return pictures;
        };
        for id in ids.split(',') {
            match self.find(id) {
                Some(item) => pictures.items.push(item),
                None => pictures.missing.push(format!("attachment {}", id.trim())),
            }
        }
        pictures
    }
}

/// Reads a number of the metadata, which PHP has serialized: `s:5:"width";i:2400;`.
fn pixels(serialized: &str, name: &str) -> Option<i64> {
    let (_, after) = serialized.split_once(&format!("\"{name}\";i:"))?;
    let (number, _) = after.split_once(';')?;
    number.parse().ok().filter(|&pixels| (1..1_000_000).contains(&pixels))
}

/// Returns the media type of a file. An export does not name it.
fn media_type(extension: &str) -> &'static str {
    match extension {
        "jpg" | "jpeg" | "jpe" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "svg" => "image/svg+xml",
        "ico" => "image/x-icon",
        "bmp" => "image/bmp",
        "tif" | "tiff" => "image/tiff",
        "heic" => "image/heic",
        "mp4" | "m4v" => "video/mp4",
        "webm" => "video/webm",
        "mov" => "video/quicktime",
        "ogv" => "video/ogg",
        "mp3" => "audio/mpeg",
        "m4a" => "audio/mp4",
        "ogg" | "oga" => "audio/ogg",
        "wav" => "audio/wav",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "csv" => "text/csv",
        "txt" => "text/plain",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::pixels;

    #[test]
    fn sizes_are_read() {
        let serialized = r#"a:5:{s:5:"width";i:2400;s:6:"height";i:1600;s:4:"file";s:5:"a.jpg";}"#;
        assert_eq!(pixels(serialized, "width"), Some(2_400));
        assert_eq!(pixels(serialized, "height"), Some(1_600));
        assert_eq!(pixels("s:5:\"width\";i:-4;", "width"), None);
        assert_eq!(pixels("", "width"), None);
    }
}
