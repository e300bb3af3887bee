//! How much work drawing is, estimated before it begins, since nothing interrupts a layer that is being drawn. The
//! unit is a pixel of a print that is painted once, about a nanosecond.

use crate::pixels::PRINT;

/// What all layers of a side may be together; those beyond it are left out.
const MAX_WORK_PER_SIDE: f64 = 2e9;

/// What is left of it.
#[derive(Debug)]
pub(crate) struct Work {
    left: f64,
}

impl Work {
    pub fn new() -> Self {
        Self { left: MAX_WORK_PER_SIDE }
    }

    /// Whether so much more can be done; then it counts.
    pub fn take(&mut self, work: f64) -> bool {
        let fits = work <= self.left;
        if fits {
            self.left -= work;
        }
        fits
    }
}

/// To paint a part of the print area, a fraction of it.
pub(crate) fn painting(width: f64, height: f64) -> f64 {
    let print = f64::from(PRINT);
    // What lies outside is not painted, but costs its lines.
    width.min(1.5) * height.min(1.5) * print * print
}

/// To follow so many lines down a part of the print area, a fraction of its height: each is looked at four times for
/// each row of pixels that it crosses.
pub(crate) fn lines(count: usize, height: f64) -> f64 {
    count as f64 * height.min(1.5) * f64::from(PRINT) * 4.0 * 2.0
}
