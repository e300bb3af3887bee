//! Estimates the work of a drawing before it begins, because drawing a layer cannot be interrupted. The unit of work is
//! painting one pixel of a print file, which takes about a nanosecond.

use crate::pixels::PRINT;

/// Maximum work to draw one side of a design, in pixels painted. A layer that would bring the total above it is left
/// out.
const MAX_WORK_PER_SIDE: f64 = 2e9;

/// The work that the side's layers may still take.
#[derive(Debug)]
pub(crate) struct Work {
    left: f64,
}

impl Work {
    pub fn new() -> Self {
        Self { left: MAX_WORK_PER_SIDE }
    }

    /// Takes `work` from the budget. Returns false and takes nothing if less than `work` is left.
    pub fn take(&mut self, work: f64) -> bool {
        let fits = work <= self.left;
        if fits {
            self.left -= work;
        }
        fits
    }
}

/// Returns the work of painting a part of the print area, given as fractions of its sides.
pub(crate) fn painting(width: f64, height: f64) -> f64 {
    let print = f64::from(PRINT);
    // Parts outside of the print area are not painted, but their lines take time. Width and height therefore count up
    // to one and a half times the sides of the print area.
    width.min(1.5) * height.min(1.5) * print * print
}

/// Returns the work of rasterizing `count` lines. `height` is the height that each line crosses, as a fraction of the
/// print area's height. The rasterizer visits a line four times in each row of pixels that the line crosses.
pub(crate) fn lines(count: usize, height: f64) -> f64 {
    count as f64 * height.min(1.5) * f64::from(PRINT) * 4.0 * 2.0
}
