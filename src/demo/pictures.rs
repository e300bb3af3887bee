//! The demo's pictures. They are stored among the site's files. Their URLs replace those of the bundle, whose host does
//! not exist.

use stoa_db::Db;
use stoa_files::{Files, NewFile, media_type, staff};

use super::SITE;

/// A picture that replaces a URL of the bundle.
pub struct Picture {
    pub bundled_url: &'static str,
    /// The path below `demo/pictures`.
    pub name: &'static str,
    pub bytes: &'static [u8],
    pub width: u32,
    pub height: u32,
}

/// A picture from the file with the name in the bundle, or from a file of another type. SVG files are not allowed, and
/// mock-ups are smaller as WebP.
macro_rules! picture {
    ($name:literal, $width:literal, $height:literal) => {
        picture!($name => $name, $width, $height)
    };
    ($bundled:literal => $name:literal, $width:literal, $height:literal) => {
        Picture {
            bundled_url: concat!("https://cdn.harborgoods.example/", $bundled),
            name: $name,
            bytes: include_bytes!(concat!("../../demo/pictures/", $name)),
            width: $width,
            height: $height,
        }
    };
}

pub const PICTURES: [Picture; 36] = [
    picture!("brand/favicon.png", 64, 64),
    picture!("brand/icon.svg" => "brand/icon.png", 256, 256),
    picture!("brand/logo.svg" => "brand/logo.png", 860, 220),
    picture!("cat/canvas.jpg", 900, 450),
    picture!("journal/a-mug-is-four-hours-of-waiting.jpg", 1000, 667),
    picture!("journal/how-we-dye-our-canvas.jpg", 1000, 667),
    picture!("journal/screen-printing-by-the-hundred.jpg", 1000, 667),
    picture!("journal/the-lighthouse-path.jpg", 1000, 667),
    picture!("journal/the-press-is-running-again.jpg", 1000, 667),
    picture!("journal/unfinished-thoughts-on-glaze.jpg", 1000, 667),
    picture!("journal/winter-market.jpg", 1000, 667),
    picture!("media/canvas-bolt.webp", 1600, 1067),
    picture!("media/kiln.png", 1800, 1800),
    picture!("media/lighthouse.jpg", 2400, 1600),
    picture!("media/press.jpg", 2400, 1600),
    picture!("media/thumb/canvas-bolt.webp", 300, 200),
    picture!("media/thumb/kiln.png", 300, 300),
    picture!("media/thumb/lighthouse.jpg", 300, 200),
    picture!("media/thumb/press.jpg", 300, 200),
    picture!("mock/anchor-mug-wrap.png" => "mock/anchor-mug-wrap.webp", 1200, 1000),
    picture!("mock/harbor-tote-back.png" => "mock/harbor-tote-back.webp", 1000, 1200),
    picture!("mock/harbor-tote-front.png" => "mock/harbor-tote-front.webp", 1000, 1200),
    picture!("nav/canvas.jpg", 600, 300),
    picture!("p/anchor-mug-1.jpg", 800, 800),
    picture!("p/anchor-mug-2.jpg", 800, 800),
    picture!("p/brass-whistle-1.jpg", 800, 800),
    picture!("p/enamel-mug-1.jpg", 800, 800),
    picture!("p/harbor-tote-1.jpg", 800, 800),
    picture!("p/harbor-tote-2.jpg", 800, 800),
    picture!("p/harbor-tote-3.jpg", 800, 800),
    picture!("p/logbook-1.jpg", 800, 800),
    picture!("p/postcard-set-1.jpg", 800, 800),
    picture!("p/rope-mat-1.jpg", 800, 800),
    picture!("p/sailcloth-apron-1.jpg", 800, 800),
    picture!("p/salt-pouch-1.jpg", 800, 800),
    picture!("p/salt-pouch-2.jpg", 800, 800),
];

/// Stores missing pictures, and makes the site use this server's URLs of them. Runs at each start, because the server's
/// URL may have changed. Does not change URLs that are right already or that an operator has set.
pub async fn show(db: &Db, files: &Files) -> anyhow::Result<()> {
    if !super::is_here(db).await? {
        return Ok(());
    }
    let (mut urls, mut bundled_urls, mut tails) = (Vec::new(), Vec::new(), Vec::new());
    for Picture { bundled_url, name, bytes, width, height } in PICTURES {
        let extension = name.rsplit('.').next().unwrap_or_default();
        let media_type = media_type(name);
        let file = NewFile { bytes: bytes.into(), media_type, extension, width, height };
        let key = staff::add_once(files, SITE, name, &file).await?;
        urls.push(files.url(SITE, &key));
        bundled_urls.push(bundled_url);
        tails.push(format!("/{SITE}/{key}"));
    }
    Ok(stoa_site_bundle::demo::show_pictures(db, &urls, &bundled_urls, &tails).await?)
}
