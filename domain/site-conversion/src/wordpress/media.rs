//! Attachments, which become media of the bundle. Their files stay where they are.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::export::Record;
use super::posts::{insert, time};
use crate::html::text_of;
use crate::losses::Losses;
use crate::products::picture_url;
use crate::text::{plain, present};

/// The attachments of the export.
#[derive(Default)]
pub struct Media {
    pub items: Vec<Value>,
    /// The URLs by the export's ids.
    urls: HashMap<i64, String>,
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
            self.urls.insert(id, url.clone());
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

    /// Returns the URL of an attachment.
    pub fn url(&self, id: &str) -> Option<&str> {
        self.urls.get(&id.parse().ok()?).map(String::as_str)
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
