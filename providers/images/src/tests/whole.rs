//! Truncated files, and unusual complete ones. The fixtures were written by libjpeg, libwebp and Pillow.

use std::fs;
use std::path::Path;

use bytes::Bytes;
use image::{ImageFormat, Rgb, RgbImage};

use super::files::{encoded, gif_of, noise, photo, png, zeros};
use crate::{Refused, clean};

/// Size of each fixture in pixels.
const SIZE: (u32, u32) = (83, 61);

fn fixtures() -> Vec<(String, Bytes)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixtures");
    let files = fs::read_dir(folder).unwrap().map(|file| {
        let file = file.unwrap();
        (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap().into())
    });
    files.collect()
}

fn jpegs() -> impl Iterator<Item = (String, Bytes)> {
    fixtures().into_iter().filter(|(name, _)| name.ends_with(".jpg"))
}

/// The position of a marker, given its second byte.
fn marker(jpeg: &[u8], marker: u8) -> usize {
    jpeg.windows(2).position(|bytes| bytes == [0xff, marker]).unwrap()
}

#[test]
fn files_of_common_encoders_are_accepted() {
    for (name, file) in fixtures() {
        for end in [&b""[..], b"\0", b"\xff\xd8\xff\xe1 of a second picture"] {
            let picture = clean([&file[..], end].concat().into());
            let picture = picture.unwrap_or_else(|refused| panic!("{name}: {refused}"));
            assert_eq!((picture.width, picture.height), SIZE, "{name}");
        }
    }
}

#[test]
fn a_file_truncated_at_any_place_is_refused() {
    for (name, file) in fixtures() {
        let step = 1 + file.len() / 2_000;
        for length in (0..file.len()).step_by(step).chain([file.len() - 1]) {
            let refused = clean(file.slice(..length)).err();
            assert_eq!(refused, Some(Refused::NotAPicture), "{name} {length} of {}", file.len());
        }
    }
}

/// Puts an end marker in the middle of a picture. A progressive picture that ends between two scans lacks only detail.
#[test]
fn a_jpeg_that_ends_in_the_middle_of_a_scan_is_refused() {
    for (name, file) in jpegs() {
        let begins = marker(&file, 0xda);
        let scans = file.windows(2).filter(|bytes| *bytes == [0xff, 0xda]).count();
        let cut = (begins..file.len() - 2).map(|at| [&file[..at], &[0xff, 0xd9]].concat());
        let taken = cut.filter(|cut| clean(cut.clone().into()).is_ok()).count();
        let most = if name.contains("progressive") { scans - 1 } else { 0 };
        assert!(taken <= most * 40, "{name}: {taken} of {scans} scans");
    }
}

#[test]
fn a_webp_with_a_truncated_last_chunk_is_refused() {
    for file in
        [&include_bytes!("fixtures/lossy-alpha.webp")[..], include_bytes!("fixtures/lossless.webp")]
    {
        for cut in (2..64).step_by(2) {
            let mut short = file[..file.len() - cut].to_vec();
            let length = u32::try_from(short.len() - 8).unwrap();
            short[4..8].copy_from_slice(&length.to_le_bytes());
            assert_eq!(clean(short.into()).unwrap_err(), Refused::NotAPicture, "{cut}");
        }
    }
}

#[test]
fn a_png_header_before_junk_is_no_picture() {
    let junk = [b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice(), &[0xee; 60]].concat();
    assert_eq!(clean(junk.into()).unwrap_err(), Refused::NotAPicture);
}

#[test]
fn a_jpeg_that_claims_more_than_it_has_is_refused() {
    for (name, file) in jpegs() {
        let frame = file.windows(2).position(|it| matches!(it, [0xff, 0xc0 | 0xc2])).unwrap();
        for (width, height) in [(SIZE.0 + 16, SIZE.1), (SIZE.0, SIZE.1 + 16), (7_000, 7_000)] {
            let mut claims = file.to_vec();
            claims[frame + 5..frame + 7].copy_from_slice(&(height as u16).to_be_bytes());
            claims[frame + 7..frame + 9].copy_from_slice(&(width as u16).to_be_bytes());
            let refused = clean(claims.into()).err();
            assert_eq!(refused, Some(Refused::NotAPicture), "{name} {width} x {height}");
        }
    }
}

#[test]
fn others_that_claim_more_than_they_have_are_refused() {
    let mut gif = gif_of(1, 16, 16).to_vec();
    let frame = gif.windows(5).position(|bytes| bytes == [0x2c, 0, 0, 0, 0]).unwrap() + 5;
    for at in [6, frame] {
        gif[at..at + 4].copy_from_slice(&[64, 0, 64, 0]);
    }
    assert_eq!(clean(gif.into()).unwrap_err(), Refused::NotAPicture);

    let rows = png(&[super::files::header(10, 10), (b"IDAT", zeros(50)), (b"IEND", vec![])]);
    assert!(clean(rows).is_ok(), "zeros come in whole blocks of 1 MiB");
    let empty = png(&[super::files::header(10, 10), (b"IEND", vec![])]);
    assert_eq!(clean(empty).unwrap_err(), Refused::NotAPicture);

    // Truncate each WebP, and change the lengths in its headers to match.
    for (name, file) in fixtures() {
        if !matches!(name.as_str(), "lossy.webp" | "lossless.webp") {
            continue;
        }
        for length in (100..file.len() - 16).step_by(32) {
            let mut cut = file[..length].to_vec();
            cut[4..8].copy_from_slice(&(length as u32 - 8).to_le_bytes());
            cut[16..20].copy_from_slice(&(length as u32 - 20).to_le_bytes());
            let refused = clean(cut.into()).err();
            assert_eq!(refused, Some(Refused::NotAPicture), "{name} {length}");
        }
    }
}

#[test]
fn junk_after_a_signature_is_no_picture() {
    let mut state = 11_u32;
    for signature in
        [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\xff\xff\0\0WEBP"]
    {
        for _ in 0..200 {
            let junk = std::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            });
            let junk: Vec<u8> = signature.iter().copied().chain(junk.take(200)).collect();
            assert_eq!(clean(junk.into()).unwrap_err(), Refused::NotAPicture, "{signature:?}");
        }
    }
}

/// Not every encoder detects that a large picture repeats itself, so the stored picture can be larger than the upload.
#[test]
fn output_that_grows_is_compressed_harder_or_refused() {
    let tiles = Bytes::from_static(include_bytes!("tiles.webp"));
    assert!(tiles.len() < 64 * 1024);
    assert_eq!(clean(tiles).unwrap_err(), Refused::TooLarge);

    // A repeating pattern without runs of zeros, so that only the best compression makes it small.
    let (width, height) = (3_000, 2_000);
    let pattern = noise(97, 31).into_rgb8();
    let pattern: Vec<Rgb<u8>> = pattern.pixels().copied().collect();
    let repeated = RgbImage::from_fn(width, height, |x, y| {
        pattern[((y * width + x) as usize) % pattern.len()]
    });
    let sent = files_best(&repeated);
    let most = sent.len() * 8 + (1 << 20);
    let fast = encoded(&repeated.clone().into(), ImageFormat::Png);
    assert!(fast.len() > most, "{} of {}: this proves nothing", fast.len(), sent.len());
    let picture = clean(sent).unwrap();
    assert!(picture.bytes.len() <= most);
    assert_eq!(image::load_from_memory(&picture.bytes).unwrap().into_rgb8(), repeated);
    assert!(clean(encoded(&photo(600, 400), ImageFormat::WebP)).is_ok());
}

fn files_best(image: &RgbImage) -> Bytes {
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    let mut bytes = Vec::new();
    let filter = FilterType::NoFilter;
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, filter);
    image.write_with_encoder(encoder).unwrap();
    bytes.into()
}
