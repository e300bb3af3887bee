//! A symmetric picture of discs, drawn from a digest.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageResult};

const DISCS: usize = 7;

/// Returns a PNG of this size. A size that is not listed here gives 1024×1024.
pub(super) fn draw(digest: &[u8; 32], size: &str, transparent: bool) -> ImageResult<Vec<u8>> {
    let (width, height) = match size {
        "1024x1536" => (1024, 1536),
        "1536x1024" => (1536, 1024),
        _ => (1024, 1024),
    };
    let background = if transparent { [0; 4] } else { pale(digest[0]) };
    let mut pixels = background.repeat((width * height) as usize);
    for at in 0..DISCS {
        let [across, down, radius, color] =
            [0, 1, 2, 3].map(|part| u32::from(digest[1 + at * 4 + part]));
        // The discs' centers are within the middle two thirds, which leaves a border.
        let x = width / 6 + across * (width / 3) / 255;
        let y = height / 6 + down * (height * 2 / 3) / 255;
        let radius = width / 20 + radius * (width / 10) / 255;
        let color = strong(color as u8);
        disc(&mut pixels, width, height, [x, y, radius], color);
        disc(&mut pixels, width, height, [width - x, y, radius], color);
    }
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Up).write_image(
        &pixels,
        width,
        height,
        ExtendedColorType::Rgba8,
    )?;
    Ok(png)
}

fn disc(pixels: &mut [u8], width: u32, height: u32, [x, y, radius]: [u32; 3], color: [u8; 4]) {
    for row in y.saturating_sub(radius)..(y + radius).min(height) {
        let away = row.abs_diff(y);
        let half = (radius * radius - away * away).isqrt();
        let (from, to) = (x.saturating_sub(half), (x + half).min(width));
        let (from, to) = ((row * width + from) as usize * 4, (row * width + to) as usize * 4);
        for pixel in pixels[from..to].chunks_exact_mut(4) {
            pixel.copy_from_slice(&color);
        }
    }
}

fn pale(hue: u8) -> [u8; 4] {
    [255 - hue / 8, 240, 224 + hue / 8, 255]
}

fn strong(hue: u8) -> [u8; 4] {
    match hue % 6 {
        0 => [21, 62, 92, 255],
        1 => [217, 83, 62, 255],
        2 => [240, 176, 64, 255],
        3 => [68, 130, 122, 255],
        4 => [122, 74, 122, 255],
        _ => [36, 120, 180, 255],
    }
}
