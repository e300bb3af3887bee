//! Pictures for uploads, and invalid ones.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

pub fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(width, height, ImageFormat::Png)
}

/// A gradient of soft colours, like a photo.
pub fn encoded(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let colour = |at: u32, side: u32| (at * 255 / side) as u8;
    let image =
        RgbImage::from_fn(width, height, |x, y| Rgb([colour(x, width), colour(y, height), 128]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A small PNG whose header claims this size.
pub fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut png = png(3, 2);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let mut sum = flate2::Crc::new();
    sum.update(&png[12..29]);
    let sum = sum.sum().to_be_bytes();
    png[29..33].copy_from_slice(&sum);
    png
}

/// A PNG of one colour: a small file that decodes to a large picture.
pub fn bomb(side: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(side, side).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A PNG of noise, which takes about three bytes a pixel.
pub fn noise(side: u32) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let image = RgbImage::from_fn(side, side, |_, _| Rgb([next(), next(), next()]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}
