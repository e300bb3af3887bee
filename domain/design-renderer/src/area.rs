//! Sizes of pictures, and print areas on photos.

/// A size in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// The maximum ratio of the longer to the shorter side. With a higher ratio, the shorter side of a canvas could be
/// shorter than a pixel.
const MAX_ASPECT_RATIO: f64 = 50.0;

impl Size {
    /// Returns the size with this ratio of width to height whose longer side has `longest` pixels.
    pub fn of_proportion(proportion: f64, longest: u32) -> Self {
        let proportion = if proportion.is_finite() { proportion } else { 1.0 };
        let proportion = proportion.clamp(1.0 / MAX_ASPECT_RATIO, MAX_ASPECT_RATIO);
        let shorter = |factor: f64| ((f64::from(longest) * factor).round() as u32).max(1);
        if proportion >= 1.0 {
            Self { width: longest, height: shorter(1.0 / proportion) }
        } else {
            Self { width: shorter(proportion), height: longest }
        }
    }

    pub(crate) fn proportion(self) -> f64 {
        f64::from(self.width) / f64::from(self.height)
    }
}

/// The part of a side's photo that is printed on. If all four numbers are at most 1, they are fractions of the photo.
/// Otherwise they are pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintArea {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl PrintArea {
    /// The whole photo.
    pub const WHOLE: Self = Self { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };

    /// Whether the numbers are fractions of the photo. If they are, the ratio of the area's width to its height depends
    /// on the photo.
    pub fn is_of_photo(&self) -> bool {
        [self.x, self.y, self.width, self.height].iter().all(|number| *number <= 1.0)
    }

    /// Returns the area in fractions of a photo of this size. Returns the whole photo if the numbers are invalid.
    pub(crate) fn fractions(&self, photo: Size) -> Self {
        let (width, height) = (f64::from(photo.width), f64::from(photo.height));
        let area = if self.is_of_photo() {
            *self
        } else {
            Self {
                x: self.x / width,
                y: self.y / height,
                width: self.width / width,
                height: self.height / height,
            }
        };
        let numbers = [area.x, area.y, area.width, area.height];
        let is_meant = numbers.iter().all(|number| number.abs() <= 10.0)
            && area.width > 0.001
            && area.height > 0.001;
        if is_meant { area } else { Self::WHOLE }
    }

    /// Returns the size of a canvas for a side without a photo, and the print area on this canvas. An area in pixels
    /// fills the canvas. An area in fractions is a part of a square canvas.
    pub(crate) fn without_photo(&self) -> (Size, Self) {
        if self.is_of_photo() {
            let square = Size { width: 1_000, height: 1_000 };
            (square, self.fractions(square))
        } else {
            (Size::of_proportion(self.width / self.height, 1_000), Self::WHOLE)
        }
    }

    /// Returns the ratio of the area's width to its height on a photo of this size. If there is no photo, returns the
    /// ratio on the canvas that takes the place of the photo.
    pub fn proportion(&self, photo: Option<Size>) -> f64 {
        let (size, area) = match photo {
            Some(photo) => (photo, self.fractions(photo)),
            None => self.without_photo(),
        };
        size.proportion() * area.width / area.height
    }
}
