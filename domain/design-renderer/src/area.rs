//! Sizes, and the part of a photo that is printed on.

/// Pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// The most that one side may be of the other: beyond it a canvas would have no pixels across.
const MAX_ASPECT_RATIO: f64 = 50.0;

impl Size {
    /// With sides in a proportion of width to height, the longer one as long as said.
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

/// Where on the photo of a side is printed: fractions of the photo if all four are at most 1, else its pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintArea {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl PrintArea {
    /// All of the photo.
    pub const WHOLE: Self = Self { x: 0.0, y: 0.0, width: 1.0, height: 1.0 };

    /// Whether it is a part of the photo, so that only the photo tells its proportions.
    pub fn is_of_photo(&self) -> bool {
        [self.x, self.y, self.width, self.height].iter().all(|number| *number <= 1.0)
    }

    /// In fractions of a photo of this size; all of it where the numbers cannot be meant.
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

    /// What a side without a photo is drawn on, of white: its own area in pixels, else a square.
    pub(crate) fn without_photo(&self) -> (Size, Self) {
        if self.is_of_photo() {
            let square = Size { width: 1_000, height: 1_000 };
            (square, self.fractions(square))
        } else {
            (Size::of_proportion(self.width / self.height, 1_000), Self::WHOLE)
        }
    }

    /// Width to height, on a photo of this size; without one, as [`PrintArea::without_photo`] has it.
    pub fn proportion(&self, photo: Option<Size>) -> f64 {
        let (size, area) = match photo {
            Some(photo) => (photo, self.fractions(photo)),
            None => self.without_photo(),
        };
        size.proportion() * area.width / area.height
    }
}
