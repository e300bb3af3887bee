//! The bits of a scan. A marker ends the scan. Within the scan, a byte 0xff is written as 0xff 0x00.

/// A reader of bits in file order.
pub(super) struct Bits<'bytes> {
    bytes: &'bytes [u8],
    /// The next bit is the most significant one.
    buffer: u64,
    buffered: u32,
}

impl<'bytes> Bits<'bytes> {
    pub(super) fn new(bytes: &'bytes [u8]) -> Self {
        Self { bytes, buffer: 0, buffered: 0 }
    }

    /// Returns the next 16 bits, padded with zeros after the end.
    pub(super) fn peek(&mut self) -> u16 {
        if self.buffered < 16 {
            self.fill();
        }
        (self.buffer >> 48) as u16
    }

    /// Takes up to 16 bits, or returns `None` if fewer are left.
    pub(super) fn take(&mut self, count: u32) -> Option<u16> {
        let next = self.peek();
        if count > self.buffered {
            return None;
        }
        self.buffer <<= count;
        self.buffered -= count;
        Some(next.checked_shr(16 - count).unwrap_or(0))
    }

    /// Skips the rest of the current byte and the restart marker after it.
    pub(super) fn restart(&mut self) -> Option<()> {
        let (marker, after) = super::next_marker(self.bytes)?;
        *self = Self::new(after);
        matches!(marker, 0xd0..=0xd7).then_some(())
    }

    /// Returns the bytes from the marker that ends the scan.
    pub(super) fn rest(self) -> &'bytes [u8] {
        self.bytes
    }

    fn fill(&mut self) {
        while self.buffered <= 56 {
            let (byte, rest) = match self.bytes {
                [0xff, 0, rest @ ..] => (0xff, rest),
                [0xff, ..] | [] => return,
                [byte, rest @ ..] => (*byte, rest),
            };
            self.bytes = rest;
            self.buffer |= u64::from(byte) << (56 - self.buffered);
            self.buffered += 8;
        }
    }
}
