//! Builds test files.

use std::io::{Cursor, Write};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::codecs::{gif::GifEncoder, jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder};
use image::{DynamicImage, Frame, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

pub const FORMATS: [ImageFormat; 4] =
    [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];

/// Soft gradients, like a photo.
pub fn photo(width: u32, height: u32) -> DynamicImage {
    let colour = |at: u32, side: u32| (at * 255 / side) as u8;
    RgbImage::from_fn(width, height, |x, y| Rgb([colour(x, width), colour(y, height), 128])).into()
}

pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner().into()
}

/// The same random numbers for each seed.
pub fn random(seed: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(seed), |state| {
        Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
    })
    .skip(1)
}

/// Pixels in which nothing repeats.
pub fn noise(width: u32, height: u32) -> DynamicImage {
    let mut random = random(1);
    let image = RgbImage::from_fn(width, height, |_, _| {
        let [red, green, blue, _] = random.next().unwrap().to_be_bytes();
        Rgb([red, green, blue])
    });
    image.into()
}

/// Changes four bytes. Half of the changes are among the first bytes, where the headers are.
pub fn break_randomly(file: &mut [u8], random: &mut impl Iterator<Item = u32>) {
    for number in random.take(4) {
        let among = if number & 1 == 0 { file.len().min(120) } else { file.len() };
        file[(number >> 8) as usize % among] = (number >> 3) as u8;
    }
}

/// A GIF whose frames become lighter.
pub fn gif_of(frames: u32, width: u32, height: u32) -> Bytes {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, 30);
    for at in 0..frames {
        let shade = (at % 256) as u8;
        let frame = RgbaImage::from_pixel(width, height, Rgba([shade, shade, shade, 255]));
        encoder.encode_frame(Frame::new(frame)).unwrap();
    }
    drop(encoder);
    bytes.into()
}

/// A profile that names these colours and is otherwise junk.
pub fn junk_profile(colours: &[u8; 4], length: usize) -> Vec<u8> {
    let mut profile: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
    profile[16..20].copy_from_slice(colours);
    profile
}

pub fn with_profile(image: &DynamicImage, format: ImageFormat, profile: Vec<u8>) -> Bytes {
    fn write(mut encoder: impl ImageEncoder, image: &DynamicImage, profile: Vec<u8>) {
        encoder.set_icc_profile(profile).unwrap();
        image.write_with_encoder(encoder).unwrap();
    }
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Png => write(PngEncoder::new(&mut bytes), image, profile),
        ImageFormat::Jpeg => write(JpegEncoder::new(&mut bytes), image, profile),
        _ => write(WebPEncoder::new_lossless(&mut bytes), image, profile),
    }
    bytes.into()
}

/// A JPEG with an orientation and a location.
pub fn with_exif(jpeg: &[u8], orientation: u8) -> Bytes {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0]);
    exif.extend_from_slice(b"GPSHOME");
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend_from_slice(&[0xff, 0xe1]);
    bytes.extend_from_slice(&(exif.len() as u16 + 2).to_be_bytes());
    bytes.extend_from_slice(&exif);
    bytes.extend_from_slice(&jpeg[2..]);
    bytes.into()
}

/// A PNG with these chunks, valid or not.
pub fn png(chunks: &[(&[u8; 4], Vec<u8>)]) -> Bytes {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in chunks {
        bytes.extend_from_slice(&(content.len() as u32).to_be_bytes());
        let mut sum = flate2::Crc::new();
        sum.update(*name);
        sum.update(content);
        bytes.extend_from_slice(*name);
        bytes.extend_from_slice(content);
        bytes.extend_from_slice(&sum.sum().to_be_bytes());
    }
    bytes.into()
}

/// The first chunk of a greyscale PNG.
pub fn header(width: u32, height: u32) -> (&'static [u8; 4], Vec<u8>) {
    let mut header = width.to_be_bytes().to_vec();
    header.extend_from_slice(&height.to_be_bytes());
    header.extend_from_slice(&[8, 0, 0, 0, 0]);
    (b"IHDR", header)
}

/// At least this many zeros, compressed; written in blocks of 1 MiB.
pub fn zeros(length: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let block = vec![0; 1 << 20];
    for _ in 0..length.div_ceil(block.len()) {
        encoder.write_all(&block).unwrap();
    }
    encoder.finish().unwrap()
}
