//! Files that were made to harm, or that cannot be decoded.

use bytes::Bytes;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use super::files::{
    FORMATS, break_randomly, encoded, gif_of, header, noise, photo, png, random, zeros,
};
use crate::{Pictures, Refused, clean};

#[test]
fn files_that_are_not_images_are_refused() {
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let page = b"<!doctype html><script>alert(1)</script>";
    let others: [&[u8]; 9] = [
        b"",
        b"\x89PNG",
        svg,
        page,
        b"BM\x3a\0\0\0",
        b"II*\0\x08\0\0\0",
        b"%PDF-1.7",
        b"RIFF\x24\0\0\0WAVE",
        b"\0\0\0\x20ftypavif",
    ];
    for bytes in others {
        assert_eq!(clean(Bytes::copy_from_slice(bytes)).unwrap_err(), Refused::NotAPicture);
    }
    for beginning in
        [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\0\0\0\0WEBP"]
    {
        let bytes = [beginning, svg].concat();
        assert!(clean(Bytes::from(bytes)).is_err(), "{beginning:?}");
    }
}

#[test]
fn a_broken_file_is_refused_or_shown() {
    let mut random = random(7);
    for format in FORMATS {
        let whole = encoded(&noise(60, 50), format);
        for _ in 0..300 {
            let mut broken = whole.to_vec();
            break_randomly(&mut broken, &mut random);
            // Whatever the result, the decoder must not panic or allocate much.
            drop(clean(broken.into()));
        }
    }
}

#[test]
fn a_huge_claimed_size_is_refused_before_decoding() {
    for (width, height) in
        [(60_000, 60_000), (12_001, 1), (1, 12_001), (8_000, 7_000), (u32::MAX, u32::MAX)]
    {
        let bytes = png(&[header(width, height), (b"IDAT", zeros(1 << 20)), (b"IEND", vec![])]);
        assert_eq!(clean(bytes).unwrap_err(), Refused::TooLarge, "{width} {height}");
    }
    let bytes = png(&[header(0, 10), (b"IDAT", zeros(10)), (b"IEND", vec![])]);
    assert_eq!(clean(bytes).unwrap_err(), Refused::NotAPicture);

    // Test the other formats by changing the size in the header of a small picture.
    let mut jpeg = encoded(&photo(16, 16), ImageFormat::Jpeg).to_vec();
    let frame = jpeg.windows(2).position(|bytes| bytes == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    assert_eq!(clean(jpeg.into()).unwrap_err(), Refused::TooLarge);

    let mut gif = gif_of(1, 16, 16).to_vec();
    gif[6..10].copy_from_slice(&[0x60, 0xea, 0x60, 0xea]);
    assert_eq!(clean(gif.into()).unwrap_err(), Refused::TooLarge);

    let mut webp = encoded(&photo(16, 16), ImageFormat::WebP).to_vec();
    // The lossless format stores width and height, less one, in 14 bits each after its signature.
    let at = webp.windows(4).position(|bytes| bytes == b"VP8L").unwrap() + 9;
    webp[at..at + 4].copy_from_slice(&(12_000_u32 | (15 << 14)).to_le_bytes());
    assert_eq!(clean(webp.into()).unwrap_err(), Refused::TooLarge);
}

/// The header of a frame may claim a larger size than the header of the GIF.
#[test]
fn a_gif_whose_frame_is_huge_is_refused() {
    let mut gif = gif_of(1, 16, 16).to_vec();
    let frame = gif.windows(5).position(|bytes| bytes == [0x2c, 0, 0, 0, 0]).unwrap();
    gif[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    assert!(clean(gif.into()).is_err());
}

#[test]
fn endless_compressed_data_is_refused() {
    // The data inflates to thousands of times the picture's pixels.
    let pixels = png(&[header(100, 100), (b"IDAT", zeros(64 << 20)), (b"IEND", vec![])]);
    let picture = clean(pixels).unwrap();
    assert_eq!((picture.width, picture.height), (100, 100));

    let mut profile = b"sRGB\0\0".to_vec();
    profile.extend(zeros(256 << 20));
    let text = [b"Comment\0\0".to_vec(), zeros(256 << 20)].concat();
    let bytes = png(&[
        header(4, 4),
        (b"iCCP", profile),
        (b"zTXt", text),
        (b"IDAT", zeros(20)),
        (b"IEND", vec![]),
    ]);
    match clean(bytes) {
        Ok(picture) => assert!(picture.bytes.len() < 1_000),
        Err(refused) => assert_eq!(refused, Refused::TooLarge),
    }
}

#[test]
fn data_after_the_end_is_removed() {
    let page = b"<script>alert(document.domain)</script>";
    for format in FORMATS {
        let sent = [&encoded(&photo(30, 30), format)[..], page].concat();
        let picture = clean(sent.into()).unwrap();
        assert!(!picture.bytes.windows(6).any(|bytes| bytes == b"script"));
    }
}

#[test]
fn of_many_frames_only_the_first_is_decoded() {
    assert_eq!(clean(gif_of(2_000, 16, 16)).unwrap().width, 16);
}

/// Each bomb is a file of less than 1 MiB with 150 MB of pixels. Encoding takes as much memory again.
#[tokio::test(flavor = "multi_thread")]
async fn ten_bombs_at_once_stay_small() {
    let large: DynamicImage = RgbImage::new(7_000, 7_000).into();
    let bomb = encoded(&large, ImageFormat::Png);
    drop(large);
    assert!(bomb.len() < 1 << 20);
    let before = highest_memory();
    let pictures = Pictures::new();
    let all = (0..10).map(|_| {
        let (pictures, bomb) = (pictures.clone(), bomb.clone());
        tokio::spawn(async move { pictures.clean(bomb).await })
    });
    for one in all.collect::<Vec<_>>() {
        match one.await.unwrap() {
            Ok(picture) => assert_eq!(picture.width, 7_000),
            Err(refused) => assert_eq!(refused, Refused::Busy),
        }
    }
    if let (Some(before), Some(after)) = (before, highest_memory()) {
        assert!(after.max(before) < 1 << 20, "{before} KiB before, {after} KiB after");
    }
}

/// The peak memory of this process in KiB, where the system reports it.
fn highest_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The decoder fills the missing pixels of a JPEG.
#[test]
fn a_jpeg_without_its_end_is_accepted() {
    let jpeg = encoded(&photo(300, 200), ImageFormat::Jpeg);
    for cut in [jpeg.len() - 2, jpeg.len() * 9 / 10, jpeg.len() / 2] {
        let picture = clean(jpeg.slice(..cut)).unwrap();
        assert_eq!((picture.width, picture.height), (300, 200), "{cut} of {}", jpeg.len());
    }
}

#[test]
fn what_cannot_be_decoded_is_no_picture() {
    for format in FORMATS {
        let file = encoded(&photo(60, 50), format);
        assert_eq!(clean(file.slice(..20)).unwrap_err(), Refused::NotAPicture, "{format:?}");
    }
    let empty = png(&[header(10, 10), (b"IEND", vec![])]);
    assert_eq!(clean(empty).unwrap_err(), Refused::NotAPicture);
    let mut random = random(11);
    for signature in
        [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF\xff\xff\0\0WEBP"]
    {
        for _ in 0..200 {
            let mut junk = signature.to_vec();
            junk.extend(random.by_ref().take(200).map(|number| (number >> 24) as u8));
            assert!(clean(junk.into()).is_err(), "{signature:?}");
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
