//! What a file is by its first bytes. Its name and what its sender calls it count for nothing.

use image::ImageFormat;

/// The format of a picture, if it is one of the four.
pub fn recognize(bytes: &[u8]) -> Option<ImageFormat> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(ImageFormat::Png),
        [0xff, 0xd8, 0xff, ..] => Some(ImageFormat::Jpeg),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(ImageFormat::Gif),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::WebP),
        _ => None,
    }
}

/// Whether a JPEG goes on to its end: its decoder fills up in grey what is missing of one that was cut off.
pub fn has_jpeg_end(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    // Segments say how long they are, and may hold a small picture with an end of its own, until the picture begins.
    loop {
        match rest {
            [0xff, 0xda, picture @ ..] => {
                return picture.windows(2).any(|marker| marker == [0xff, 0xd9]);
            }
            [0xff, 0xff, ..] => rest = &rest[1..],
            [0xff, _, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest = rest.get(2 + length..).unwrap_or_default();
            }
            _ => return false,
        }
    }
}
