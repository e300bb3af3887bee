//! Ordinary pictures, and files that were made to harm.

mod colours;
mod files;
mod hostile;
mod jpeg;

use std::fs;
use std::path::Path;

use image::{ImageFormat, Rgb, RgbImage};

use self::files::{encoded, gif_of, photo, with_exif};
use crate::{Pictures, Refused, clean, small};

fn pixels(picture: &crate::Picture) -> image::DynamicImage {
    image::load_from_memory(&picture.bytes).unwrap()
}

/// The fixtures were written by libjpeg, libwebp and Pillow.
#[test]
fn files_of_common_encoders_are_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixtures");
    for file in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let bytes = fs::read(file.path()).unwrap();
        let picture = clean(bytes.into()).unwrap_or_else(|refused| panic!("{file:?}: {refused}"));
        assert_eq!((picture.width, picture.height), (83, 61), "{file:?}");
    }
}

#[test]
fn png_and_webp_keep_every_pixel() {
    for (format, media_type) in [(ImageFormat::Png, "image/png"), (ImageFormat::WebP, "image/webp")]
    {
        let sent = photo(40, 30);
        let picture = clean(encoded(&sent, format)).unwrap();
        assert_eq!((picture.width, picture.height), (40, 30));
        assert_eq!(picture.media_type, media_type);
        assert_eq!(picture.media_type, format!("image/{}", picture.extension));
        assert_eq!(pixels(&picture).into_rgb8(), sent.into_rgb8());
    }
}

#[test]
fn jpeg_stays_close() {
    let sent = photo(64, 48).into_rgb8();
    let picture = clean(encoded(&photo(64, 48), ImageFormat::Jpeg)).unwrap();
    assert_eq!((picture.media_type, picture.extension), ("image/jpeg", "jpg"));
    let kept = pixels(&picture).into_rgb8();
    let differences = sent.iter().zip(kept.iter()).map(|(sent, kept)| sent.abs_diff(*kept));
    assert!(differences.max() < Some(24));
}

#[test]
fn a_gif_becomes_its_first_frame() {
    let picture = clean(gif_of(3, 16, 16)).unwrap();
    assert_eq!((picture.media_type, picture.extension), ("image/png", "png"));
    assert_eq!(pixels(&picture).into_rgb8().get_pixel(0, 0), &Rgb([0, 0, 0]));
}

#[test]
fn a_large_gif_is_a_picture_too() {
    let picture = clean(gif_of(1, 5_000, 4_000)).unwrap();
    assert_eq!((picture.width, picture.height), (5_000, 4_000));
}

#[test]
fn the_orientation_is_applied_and_metadata_removed() {
    // Cameras write such a file: rotated by a quarter turn, and with a location.
    let mut image = RgbImage::from_pixel(32, 16, Rgb([255, 255, 255]));
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        image.put_pixel(x, y, Rgb([255, 0, 0]));
    }
    let jpeg = encoded(&image.into(), ImageFormat::Jpeg);
    let sent = with_exif(&jpeg, 6);
    assert!(sent.windows(7).any(|bytes| bytes == b"GPSHOME"));
    let picture = clean(sent).unwrap();
    assert_eq!((picture.width, picture.height), (16, 32));
    for word in [&b"Exif"[..], b"GPSHOME"] {
        assert!(!picture.bytes.windows(word.len()).any(|bytes| bytes == word));
    }
    let pixels = pixels(&picture).into_rgb8();
    let [red, green, blue] = pixels.get_pixel(12, 3).0;
    assert!(red > 200 && green < 60 && blue < 60, "top right: {red} {green} {blue}");
    let [_, green, _] = pixels.get_pixel(3, 3).0;
    assert!(green > 200, "top left is white");
}

#[test]
fn sixteen_bits_become_eight() {
    let sent = image::DynamicImage::ImageRgba16(photo(10, 10).into_rgba16());
    let picture = clean(encoded(&sent, ImageFormat::Png)).unwrap();
    assert_eq!(pixels(&picture).color(), image::ColorType::Rgba8);
    assert_eq!(pixels(&picture).into_rgba8(), sent.into_rgba8());
}

#[test]
fn small_ones_keep_their_proportions() {
    for (width, height, fitted) in
        [(600, 300, (60, 30)), (30, 600, (3, 60)), (5_000, 1, (60, 1)), (20, 10, (20, 10))]
    {
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let small = small(encoded(&photo(width, height), format), 60).unwrap();
            assert_eq!((small.full_width, small.full_height), (width, height));
            let picture = small.picture;
            assert_eq!((picture.width, picture.height), fitted);
            assert_eq!(picture.media_type, "image/png");
            assert_eq!((pixels(&picture).width(), pixels(&picture).height()), fitted);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn waiting_too_long_is_busy() {
    let pictures = Pictures::new();
    let _none_left = pictures.take_all().await;
    let sent = encoded(&photo(10, 10), ImageFormat::Jpeg);
    assert_eq!(pictures.clean(sent).await.unwrap_err(), Refused::Busy);
}
