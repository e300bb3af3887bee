//! Converts the colours of a picture to sRGB, so that browsers, mock-ups and printers show the same colours without the
//! picture's profile.

use std::sync::Arc;

use image::DynamicImage;
use moxcms::{ColorProfile, Layout, RenderingIntent, Transform8BitExecutor, TransformOptions};

const CHUNK: usize = 1_024;

/// Converts pixels from the colours of a profile. An invalid profile is ignored.
pub(crate) fn convert(pixels: &mut DynamicImage, profile: &[u8]) {
    let colours = pixels.color();
    let (layout, target) = match (colours.has_color(), colours.has_alpha()) {
        (true, true) => (Layout::Rgba, Layout::Rgba),
        (true, false) => (Layout::Rgb, Layout::Rgb),
        (false, _) => (Layout::Gray, Layout::Rgb),
    };
    let Some(transform) = to_srgb(profile, layout, target) else { return };
    let samples: &mut [u8] = match pixels {
        DynamicImage::ImageLuma8(pixels) => pixels.as_mut(),
        DynamicImage::ImageLumaA8(pixels) => pixels.as_mut(),
        DynamicImage::ImageRgb8(pixels) => pixels.as_mut(),
        DynamicImage::ImageRgba8(pixels) => pixels.as_mut(),
        _ => return,
    };
    if layout == Layout::Gray {
        convert_greys(samples, usize::from(colours.channel_count()), &*transform);
    } else {
        convert_colours(samples, layout.channels(), &*transform);
    }
}

fn convert_colours(samples: &mut [u8], channels: usize, transform: &Transform8BitExecutor) {
    let mut sent = vec![0; CHUNK * channels];
    for chunk in samples.chunks_mut(CHUNK * channels) {
        let sent = &mut sent[..chunk.len()];
        sent.copy_from_slice(chunk);
        if transform.transform(sent, chunk).is_err() {
            return chunk.copy_from_slice(sent);
        }
    }
}

fn convert_greys(samples: &mut [u8], channels: usize, transform: &Transform8BitExecutor) {
    let greys: Vec<u8> = (0..=u8::MAX).collect();
    let mut converted = [0; 3 * 256];
    if transform.transform(&greys, &mut converted).is_ok() {
        for grey in samples.iter_mut().step_by(channels) {
            *grey = converted[3 * usize::from(*grey)];
        }
    }
}

/// Returns the conversion from a profile to sRGB. Returns `None` if the profile is invalid, or if it is that of sRGB: the
/// conversion would then only round colours.
fn to_srgb(profile: &[u8], layout: Layout, target: Layout) -> Option<Arc<Transform8BitExecutor>> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    let rendering_intent = RenderingIntent::RelativeColorimetric;
    let options = TransformOptions { rendering_intent, ..TransformOptions::default() };
    let srgb = ColorProfile::new_srgb();
    let transform = profile.create_transform_8bit(layout, &srgb, target, options).ok()?;
    // Colours whose red, green and blue have each of 16 levels.
    let colours = (0..1_u32 << 12).map(|number| {
        let [red, green, blue] =
            [number >> 8, number >> 4, number].map(|level| level as u8 % 16 * 17);
        [red, green, blue, 255]
    });
    let sent: Vec<u8> =
        colours.flat_map(|colour| colour.into_iter().take(layout.channels())).collect();
    let mut converted = vec![0; sent.len() / layout.channels() * target.channels()];
    transform.transform(&sent, &mut converted).ok()?;
    let mut pixels = sent.chunks(layout.channels()).zip(converted.chunks(target.channels()));
    let is_changed =
        |(from, to): (&[u8], &[u8])| from.iter().zip(to).any(|(from, to)| from.abs_diff(*to) > 1);
    pixels.any(is_changed).then_some(transform)
}
