//! Checks that a JPEG has all of its pixels, because the decoder fills missing pixels with grey. The check reads the
//! Huffman codes but does not decode their values.

mod bits;
mod huffman;
mod scan;

use self::bits::Bits;
use self::huffman::Huffman;
use self::scan::{Component, Scan};

/// Limit of scans in a picture. Encoders write about ten, and the decoder has the same limit for progressive pictures.
const MAX_SCANS: usize = 100;

/// Limit of colour components, as in the decoder: cyan, magenta, yellow and black.
const MAX_COMPONENTS: u8 = 4;

/// Whether every component has a code for each of its blocks, and the file reaches its end marker. The caller has
/// checked that `size` is within the limits.
pub(crate) fn is_complete(bytes: &[u8], size: (u32, u32)) -> bool {
    let jpeg = Jpeg { size: (size.0 as usize, size.1 as usize), ..Jpeg::default() };
    jpeg.read(bytes).is_some()
}

/// The content of the segments read so far.
#[derive(Default)]
struct Jpeg {
    /// Width and height.
    size: (usize, usize),
    is_progressive: bool,
    components: Vec<Component>,
    dc: [Option<Huffman>; 4],
    ac: [Option<Huffman>; 4],
    restart_interval: usize,
}

impl Jpeg {
    /// Returns `None` if a part of the picture is missing.
    fn read(mut self, bytes: &[u8]) -> Option<()> {
        let mut rest = bytes.get(2..)?;
        let mut scans = 0;
        loop {
            let (marker, after) = next_marker(rest)?;
            rest = after;
            match marker {
                0xd9 => return self.components.iter().all(|it| it.was_scanned).then_some(()),
                // These markers have no length.
                0x01 | 0xd0..=0xd8 => continue,
                _ => {}
            }
            let length = usize::from(u16::from_be_bytes([*rest.first()?, *rest.get(1)?]));
            let segment = rest.get(2..length)?;
            rest = &rest[length..];
            match marker {
                0xc4 => self.read_tables(segment)?,
                0xc0..=0xc2 => self.read_frame(segment, marker == 0xc2)?,
                0xdd => {
                    self.restart_interval =
                        usize::from(u16::from_be_bytes([*segment.first()?, *segment.get(1)?]));
                }
                0xda => {
                    scans += 1;
                    if scans > MAX_SCANS {
                        return None;
                    }
                    rest = self.read_scan(segment, rest)?;
                }
                _ => {}
            }
        }
    }

    fn read_frame(&mut self, segment: &[u8], is_progressive: bool) -> Option<()> {
        let [_, h0, h1, w0, w1, count, components @ ..] = segment else { return None };
        let height = usize::from(u16::from_be_bytes([*h0, *h1]));
        let width = usize::from(u16::from_be_bytes([*w0, *w1]));
        let is_first = self.components.is_empty();
        if !is_first || (width, height) != self.size || *count > MAX_COMPONENTS {
            return None;
        }
        self.is_progressive = is_progressive;
        let components = components.chunks_exact(3).take(usize::from(*count));
        self.components =
            components.map(|it| Component::new(it[0], it[1])).collect::<Option<_>>()?;
        let across = self.components.iter().map(|it| it.across).max()?;
        let down = self.components.iter().map(|it| it.down).max()?;
        for component in &mut self.components {
            component.measure(self.size, (across, down), is_progressive);
        }
        Some(())
    }

    fn read_tables(&mut self, mut segment: &[u8]) -> Option<()> {
        while let [which, rest @ ..] = segment {
            let (table, rest) = Huffman::read(rest)?;
            let tables = if which >> 4 == 0 { &mut self.dc } else { &mut self.ac };
            *tables.get_mut(usize::from(which & 15))? = Some(table);
            segment = rest;
        }
        Some(())
    }

    /// Reads the codes after a scan's header and returns the bytes after them.
    fn read_scan<'bytes>(&mut self, header: &[u8], codes: &'bytes [u8]) -> Option<&'bytes [u8]> {
        let (count, header) = header.split_first()?;
        let named = header.get(..usize::from(*count) * 2)?;
        let [first, last, approximation] = *header.get(named.len()..named.len() + 3)? else {
            return None;
        };
        let mut components = Vec::new();
        for named in named.chunks_exact(2) {
            let place = self.components.iter().position(|it| it.id == named[0])?;
            components.push((place, usize::from(named[1] >> 4), usize::from(named[1] & 15)));
        }
        let scan = Scan {
            components,
            dc: &self.dc,
            ac: &self.ac,
            restart_interval: self.restart_interval,
            progression: self.is_progressive.then_some((first, last, approximation >> 4)),
        };
        let mut bits = Bits::new(codes);
        scan.read(&mut self.components, &mut bits)?;
        Some(bits.rest())
    }
}

/// Returns the next marker and the bytes after it. Some cameras write meaningless bytes before a marker.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let at = bytes.windows(2).position(|it| it[0] == 0xff && !matches!(it[1], 0 | 0xff))?;
    Some((bytes[at + 1], &bytes[at + 2..]))
}
