//! Colour profiles: pictures are stored in sRGB.

use image::{
    DynamicImage, GrayAlphaImage, GrayImage, ImageDecoder, ImageFormat, Luma, LumaA, RgbImage,
    Rgba, RgbaImage,
};
use moxcms::ColorProfile;

use super::files::{
    break_randomly, encoded as encoded_as, junk_profile, noise, photo, png, random, with_profile,
};
use super::pixels;
use crate::{clean, decode, small};

const FORMATS: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];

const P3_TO_SRGB: [[f64; 3]; 3] = [
    [1.224_940, -0.224_940, 0.0],
    [-0.042_057, 1.042_057, 0.0],
    [-0.019_638, -0.078_636, 1.098_274],
];

fn linear(value: u8) -> f64 {
    let value = f64::from(value) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn encoded(value: f64) -> u8 {
    let value = value.clamp(0.0, 1.0);
    let value =
        if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

fn srgb_of_p3([red, green, blue]: [u8; 3]) -> [u8; 3] {
    let p3 = [linear(red), linear(green), linear(blue)];
    P3_TO_SRGB.map(|row| encoded(row.iter().zip(p3).map(|(factor, value)| factor * value).sum()))
}

/// Fields of one colour each, large enough that a JPEG does not blur them.
fn fields() -> RgbaImage {
    let colours = [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
        [255, 255, 255],
        [0, 0, 0],
        [128, 128, 128],
        [200, 100, 50],
        [30, 120, 200],
        [240, 200, 10],
    ];
    RgbaImage::from_fn(16 * colours.len() as u32, 16, |x, _| {
        let [red, green, blue] = colours[x as usize / 16];
        Rgba([red, green, blue, 255])
    })
}

#[test]
fn display_p3_becomes_srgb() {
    let profile = ColorProfile::new_display_p3().encode().unwrap();
    let sent = fields();
    for format in FORMATS {
        let file = with_profile(
            &DynamicImage::from(sent.clone()).into_rgb8().into(),
            format,
            profile.clone(),
        );
        let stored = clean(file.clone()).unwrap();
        let drawn = small(file, 1_000).unwrap().picture;
        let tolerance = if format == ImageFormat::Jpeg { 6 } else { 2 };
        for picture in [stored, drawn] {
            let (_, mut decoder) = decode::open(&picture.bytes).unwrap();
            assert_eq!(decoder.icc_profile().unwrap(), None, "{format:?}");
            let pixels = pixels(&picture).into_rgb8();
            for x in (8..sent.width()).step_by(16) {
                let [red, green, blue, _] = sent.get_pixel(x, 8).0;
                let (expected, actual) = (srgb_of_p3([red, green, blue]), pixels.get_pixel(x, 8).0);
                let is_close = expected
                    .iter()
                    .zip(actual)
                    .all(|(one, other)| one.abs_diff(other) <= tolerance);
                assert!(is_close, "{format:?} {red} {green} {blue}: {actual:?}, not {expected:?}");
            }
        }
    }
}

/// A PNG may name its colours in the chunk `cICP`, which follows the first chunk.
#[test]
fn display_p3_by_its_numbers_becomes_srgb() {
    let sent: DynamicImage = DynamicImage::from(fields()).into_rgb8().into();
    let with_numbers = |numbers: [u8; 4]| {
        let (file, chunk) =
            (encoded_as(&sent, ImageFormat::Png), png(&[(b"cICP", numbers.to_vec())]));
        [&file[..33], &chunk[8..], &file[33..]].concat().into()
    };
    let converted = |file| pixels(&clean(file).unwrap()).into_rgb8();
    let profile = ColorProfile::new_display_p3().encode().unwrap();
    let by_profile = converted(with_profile(&sent, ImageFormat::Png, profile));
    assert!(by_profile != sent.to_rgb8());
    assert!(converted(with_numbers([12, 13, 0, 1])) == by_profile);
    for other in [[1, 13, 0, 1], [9, 16, 0, 1], [12, 13, 0, 0]] {
        assert!(converted(with_numbers(other)) == sent.to_rgb8(), "{other:?}");
    }
}

#[test]
fn opacity_is_not_a_colour() {
    let profile = ColorProfile::new_display_p3().encode().unwrap();
    let sent = RgbaImage::from_fn(256, 8, |x, _| Rgba([200, 100, 50, x as u8]));
    let file = with_profile(&sent.into(), ImageFormat::Png, profile);
    let pixels = pixels(&clean(file).unwrap()).into_rgba8();
    let expected = srgb_of_p3([200, 100, 50]);
    for (x, _, Rgba([red, green, blue, alpha])) in pixels.enumerate_pixels() {
        assert_eq!(u32::from(*alpha), x);
        assert!(
            red.abs_diff(expected[0]) < 3
                && green.abs_diff(expected[1]) < 3
                && blue.abs_diff(expected[2]) < 3
        );
    }
}

#[test]
fn greys_are_converted() {
    let profile = ColorProfile::new_gray_with_gamma(1.8).encode().unwrap();
    let expected = |grey: u8| encoded((f64::from(grey) / 255.0).powf(1.8));
    let plain = GrayImage::from_fn(256, 2, |x, _| Luma([x as u8]));
    let clear = GrayAlphaImage::from_fn(256, 2, |x, _| LumaA([x as u8, 255 - x as u8]));
    for sent in [DynamicImage::from(plain), DynamicImage::from(clear)] {
        let has_alpha = sent.color().has_alpha();
        let file = with_profile(&sent, ImageFormat::Png, profile.clone());
        let stored = pixels(&clean(file).unwrap());
        assert_eq!(stored.color(), sent.color());
        for (x, _, LumaA([grey, alpha])) in stored.into_luma_alpha8().enumerate_pixels() {
            assert!(grey.abs_diff(expected(x as u8)) <= 2, "{x}: {grey}");
            assert_eq!(*alpha, if has_alpha { 255 - x as u8 } else { 255 });
        }
    }
}

/// A profile of sRGB, one that is broken, and one for other colours change no pixel.
#[test]
fn other_profiles_change_nothing() {
    let srgb = ColorProfile::new_srgb().encode().unwrap();
    let grey = ColorProfile::new_gray_with_gamma(1.8).encode().unwrap();
    let half = ColorProfile::new_display_p3().encode().unwrap()[..200].to_vec();
    let profiles = [
        srgb,
        grey,
        half,
        junk_profile(b"RGB ", 700),
        junk_profile(b"CMYK", 700),
        junk_profile(b"RGB ", 5 << 20),
    ];
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        for (at, profile) in profiles.iter().enumerate() {
            for sent in [photo(40, 30), noise(40, 30)] {
                let picture = clean(with_profile(&sent, format, profile.clone())).unwrap();
                assert_eq!(pixels(&picture).into_rgb8(), sent.into_rgb8(), "{format:?} {at}");
                let (_, mut decoder) = decode::open(&picture.bytes).unwrap();
                assert_eq!(decoder.icc_profile().unwrap(), None, "{format:?} {at}");
            }
        }
    }
}

/// Whatever the profile, the decoder must not fail.
#[test]
fn broken_profiles_are_harmless() {
    let whole = ColorProfile::new_display_p3().encode().unwrap();
    let sent: DynamicImage = RgbImage::new(8, 8).into();
    let mut random = random(3);
    for _ in 0..500 {
        let mut broken = whole.clone();
        break_randomly(&mut broken, &mut random);
        let picture = clean(with_profile(&sent, ImageFormat::WebP, broken));
        assert!(picture.is_ok(), "{picture:?}");
    }
}
