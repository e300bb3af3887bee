//! Huffman codes of a JPEG.

use super::bits::Bits;

/// The codes of one table.
pub(super) struct Huffman {
    /// For each code length from 1 to 16: the number after the last code of this length, and the difference between a
    /// code and the index of its symbol.
    lengths: [(u32, i32); 16],
    symbols: Vec<u8>,
}

impl Huffman {
    /// Reads a table from a segment and returns the bytes after it.
    pub(super) fn read(segment: &[u8]) -> Option<(Self, &[u8])> {
        let (counts, rest) = segment.split_at_checked(16)?;
        let (mut lengths, mut code, mut place) = ([(0, 0); 16], 0_u32, 0_u32);
        for (length, count) in lengths.iter_mut().zip(counts) {
            let first = code;
            code += u32::from(*count);
            *length = (code, first as i32 - place as i32);
            place += u32::from(*count);
            code <<= 1;
        }
        let (symbols, rest) = rest.split_at_checked(place as usize)?;
        Some((Self { lengths, symbols: symbols.to_vec() }, rest))
    }

    /// Takes the next symbol, or returns `None` if the bits end or match no code.
    pub(super) fn take(&self, bits: &mut Bits<'_>) -> Option<u8> {
        let next = u32::from(bits.peek());
        for (length, (end, less)) in (1..).zip(self.lengths) {
            let code = next >> (16 - length);
            if code < end {
                bits.take(length)?;
                return self.symbols.get((code as i32 - less) as usize).copied();
            }
        }
        None
    }
}
