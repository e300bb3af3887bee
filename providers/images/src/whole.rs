//! Checks the structure of a file to find out whether the file is complete. Decoders stop at the last pixel or earlier.

use image::ImageFormat;

/// Whether a file has all of its parts, including the part that ends the file. Returns true for every JPEG, because
/// [`crate::jpeg`] checks JPEGs.
pub(crate) fn is_whole(format: ImageFormat, bytes: &[u8]) -> bool {
    match format {
        ImageFormat::Png => ends_with_iend(bytes).is_some(),
        ImageFormat::Gif => ends_with_trailer(bytes).is_some(),
        ImageFormat::WebP => has_whole_chunks(bytes).is_some(),
        _ => true,
    }
}

/// Returns the width and height that a PNG claims, or `None` if it does not begin with the header chunk.
pub(crate) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let [0, 0, 0, 13, b'I', b'H', b'D', b'R', w0, w1, w2, w3, h0, h1, h2, h3] =
        *bytes.get(8..24)?
    else {
        return None;
    };
    Some((u32::from_be_bytes([w0, w1, w2, w3]), u32::from_be_bytes([h0, h1, h2, h3])))
}

fn ends_with_iend(bytes: &[u8]) -> Option<()> {
    let mut rest = bytes.get(8..)?;
    loop {
        let length = u32::from_be_bytes(*rest.first_chunk()?);
        let name = rest.get(4..8)?;
        // A chunk has 12 bytes in addition to its content: length, name and checksum.
        rest = rest.get(usize::try_from(length).ok()?.checked_add(12)?..)?;
        if name == b"IEND" {
            return Some(());
        }
    }
}

fn ends_with_trailer(bytes: &[u8]) -> Option<()> {
    let mut rest = after_colours(bytes.get(10..)?, 3)?;
    let mut has_frame = false;
    loop {
        rest = match rest {
            [0x3b, ..] => return has_frame.then_some(()),
            // Some encoders end a frame twice, and decoders ignore that.
            [0, rest @ ..] => rest,
            [0x21, _, blocks @ ..] => after_blocks(blocks)?,
            // A frame consists of its place and size, its colours, the width of a code, and the codes.
            [0x2c, frame @ ..] => {
                has_frame = true;
                after_blocks(after_colours(frame.get(8..)?, 1)?.get(1..)?)?
            }
            _ => return None,
        };
    }
}

/// Returns the bytes after a colour table. `bytes` begins with a descriptor of `described_in` bytes; the first byte of
/// the descriptor gives the size of the table that follows it.
fn after_colours(bytes: &[u8], described_in: usize) -> Option<&[u8]> {
    let packed = *bytes.first()?;
    let colours = if packed & 0x80 == 0 { 0 } else { 3 * (2 << (packed & 7)) };
    bytes.get(described_in + colours..)
}

/// Returns the bytes after a sequence of blocks of up to 255 bytes, which ends with an empty one.
fn after_blocks(mut bytes: &[u8]) -> Option<&[u8]> {
    loop {
        let (length, rest) = bytes.split_first()?;
        bytes = rest.get(usize::from(*length)..)?;
        if *length == 0 {
            return Some(bytes);
        }
    }
}

fn has_whole_chunks(bytes: &[u8]) -> Option<()> {
    let length = |bytes: &[u8]| {
        let length = u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?);
        usize::try_from(length).ok()
    };
    let mut chunks = bytes.get(8..)?.get(..length(bytes)?)?.get(4..)?;
    // A chunk begins with its name and length, eight bytes. Fewer remaining bytes are ignored, as in decoders.
    while chunks.len() >= 8 {
        let end = length(chunks)?.checked_add(8)?;
        chunks.get(..end)?;
        // Chunks begin at even offsets; the padding of the last one may be missing.
        chunks = chunks.get(end.next_multiple_of(2)..).unwrap_or_default();
    }
    Some(())
}
