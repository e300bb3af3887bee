//! A scan: it holds some of a picture's components, block by block.

use std::ops::RangeInclusive;

use super::bits::Bits;
use super::huffman::Huffman;

/// Width and height of a block in pixels.
const BLOCK: usize = 8;

/// A colour component of a picture.
pub(super) struct Component {
    pub(super) id: u8,
    /// Number of this component's blocks in a unit. A unit is the group of blocks that a scan with several components
    /// interleaves (MCU).
    pub(super) across: usize,
    pub(super) down: usize,
    /// Width and height of the picture: in blocks of this component that contain pixels, and in units.
    blocks: (usize, usize),
    units: (usize, usize),
    /// For each block of a progressive picture: one bit per coefficient, set if the coefficient is known not to be 0.
    coefficients: Vec<u64>,
    /// Whether a scan contained the DC coefficients. Without them there are no pixels.
    pub(super) was_scanned: bool,
}

/// The header of a scan.
pub(super) struct Scan<'tables> {
    /// Indexes of each component, its DC table and its AC table.
    pub(super) components: Vec<(usize, usize, usize)>,
    pub(super) dc: &'tables [Option<Huffman>; 4],
    pub(super) ac: &'tables [Option<Huffman>; 4],
    /// Units between two restart markers; 0 for no markers.
    pub(super) restart_interval: usize,
    /// For a progressive picture: the first and the last coefficient of the scan, and the previous bit position of
    /// their approximation (`Ah` in the standard), which is 0 in a first scan.
    pub(super) progression: Option<(u8, u8, u8)>,
}

impl Component {
    pub(super) fn new(id: u8, sampling: u8) -> Option<Self> {
        let (across, down) = (usize::from(sampling >> 4), usize::from(sampling & 15));
        let is_valid = (1..=4).contains(&across) && (1..=4).contains(&down);
        let (blocks, units, coefficients) = ((0, 0), (0, 0), Vec::new());
        let component = Self { id, across, down, blocks, units, coefficients, was_scanned: false };
        is_valid.then_some(component)
    }

    /// Counts this component's blocks in a picture of this size. The second pair is the largest `across` and `down` of
    /// all components.
    pub(super) fn measure(
        &mut self,
        (width, height): (usize, usize),
        (most_across, most_down): (usize, usize),
        is_progressive: bool,
    ) {
        let blocks =
            |side: usize, own: usize, most: usize| (side * own).div_ceil(most).div_ceil(BLOCK);
        let across = blocks(width, self.across, most_across);
        self.blocks = (across, blocks(height, self.down, most_down));
        self.units = (width.div_ceil(BLOCK * most_across), height.div_ceil(BLOCK * most_down));
        if is_progressive {
            self.coefficients = vec![0; self.units.0 * self.across * self.units.1 * self.down];
        }
    }
}

impl Scan<'_> {
    /// Reads all blocks, or returns `None` if the codes end early.
    pub(super) fn read(&self, components: &mut [Component], bits: &mut Bits<'_>) -> Option<()> {
        let mut end_of_band_run = 0;
        let first = &components[self.components.first()?.0];
        let is_alone = self.components.len() == 1;
        // A scan of a single component has no blocks beyond the picture's edge.
        let (across, down) = if is_alone { first.blocks } else { first.units };
        for unit in 0..across * down {
            if self.restart_interval > 0 && unit > 0 && unit % self.restart_interval == 0 {
                bits.restart()?;
                end_of_band_run = 0;
            }
            let (x, y) = (unit % across, unit / across);
            for (place, dc, ac) in &self.components {
                let component = &mut components[*place];
                let stride = component.units.0 * component.across;
                let (columns, rows) =
                    if is_alone { (1, 1) } else { (component.across, component.down) };
                for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |it| (row, it)))
                {
                    let tables = (self.dc.get(*dc)?.as_ref(), self.ac.get(*ac)?.as_ref());
                    let Some((first, last, known)) = self.progression else {
                        read_dc(tables.0?, bits)?;
                        read_ac(tables.1?, bits)?;
                        continue;
                    };
                    let at = (y * rows + row) * stride + x * columns + column;
                    let coefficients = component.coefficients.get_mut(at)?;
                    let band = first..=last.min(63);
                    match (first, known) {
                        (0, 0) => read_dc(tables.0?, bits)?,
                        (0, _) => {
                            bits.take(1)?;
                        }
                        (_, 0) => {
                            begin_ac(tables.1?, bits, band, coefficients, &mut end_of_band_run)?;
                        }
                        _ => refine_ac(tables.1?, bits, band, coefficients, &mut end_of_band_run)?,
                    }
                }
            }
        }
        if self.progression.is_none_or(|(first, _, known)| (first, known) == (0, 0)) {
            for (place, ..) in &self.components {
                components[*place].was_scanned = true;
            }
        }
        Some(())
    }
}

/// Skips a block's first coefficient (DC).
fn read_dc(table: &Huffman, bits: &mut Bits<'_>) -> Option<()> {
    let length = table.take(bits)?;
    bits.take(u32::from(length.min(16)))?;
    Some(())
}

/// Skips a block's other 63 coefficients (AC).
fn read_ac(table: &Huffman, bits: &mut Bits<'_>) -> Option<()> {
    let mut at = 1;
    while at < 64 {
        match split(table.take(bits)?) {
            (15, 0) => at += 16,
            (_, 0) => break,
            (zeros, length) => {
                bits.take(length)?;
                at += u32::from(zeros) + 1;
            }
        }
    }
    Some(())
}

/// Skips a block in the first scan of a band of AC coefficients, in a progressive picture.
fn begin_ac(
    table: &Huffman,
    bits: &mut Bits<'_>,
    band: RangeInclusive<u8>,
    coefficients: &mut u64,
    end_of_band_run: &mut u32,
) -> Option<()> {
    if *end_of_band_run > 0 {
        *end_of_band_run -= 1;
        return Some(());
    }
    let mut at = *band.start();
    while at <= *band.end() {
        match split(table.take(bits)?) {
            (15, 0) => at += 16,
            (run, 0) => {
                *end_of_band_run = (1 << run) - 1 + u32::from(bits.take(run.into())?);
                break;
            }
            (zeros, length) => {
                bits.take(length)?;
                at += zeros;
                *coefficients |= 1_u64.checked_shl(at.into())?;
                at += 1;
            }
        }
    }
    Some(())
}

/// Skips a block in a refining scan of a band. The scan has one more bit of each coefficient that is not 0, and the
/// coefficients that become nonzero in this scan.
fn refine_ac(
    table: &Huffman,
    bits: &mut Bits<'_>,
    band: RangeInclusive<u8>,
    coefficients: &mut u64,
    end_of_band_run: &mut u32,
) -> Option<()> {
    let mut at = *band.start();
    while *end_of_band_run == 0 && at <= *band.end() {
        let (mut zeros, length) = split(table.take(bits)?);
        match (zeros, length) {
            (15, 0) => {}
            (run, 0) => {
                *end_of_band_run = (1 << run) + u32::from(bits.take(run.into())?);
                break;
            }
            // This bit is the sign of the new coefficient.
            _ => {
                bits.take(1)?;
            }
        }
        while at <= *band.end() {
            if *coefficients >> at & 1 == 1 {
                bits.take(1)?;
            } else if zeros == 0 {
                break;
            } else {
                zeros -= 1;
            }
            at += 1;
        }
        if length > 0 && at <= *band.end() {
            *coefficients |= 1 << at;
        }
        at += 1;
    }
    if *end_of_band_run > 0 {
        for at in at..=*band.end() {
            if *coefficients >> at & 1 == 1 {
                bits.take(1)?;
            }
        }
        *end_of_band_run -= 1;
    }
    Some(())
}

/// Splits a symbol into the number of zeros before a coefficient and the number of its bits.
fn split(symbol: u8) -> (u8, u32) {
    (symbol >> 4, u32::from(symbol & 15))
}
