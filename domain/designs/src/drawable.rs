//! The parts of a design that are drawn. One statement reads them.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_db::{Db, ToSql};
use stoa_design_renderer::{Layers, PrintArea};
use stoa_storefront_reasons::Failed;

use crate::designs::DesignRefusal;
use crate::legacy::layers_of_surfaces;
use crate::owner::{DesignKey, Owner};

/// The slug of the only side if the product has no active style, or if the style has no sides or the legacy design no
/// surfaces.
const ONLY_SIDE: &str = "front";

/// Maximum number of sides of a design that are drawn. Further ones are left out.
///
/// Finalizing a design draws each side twice, and one of them also as the thumbnail.
const MAX_SIDES: usize = 12;

/// Maximum length of the name of a surface of a legacy design. A surface with a longer name is left out.
///
/// Clients choose these names, and revisions are indexed by them.
const MAX_SLUG_BYTES: usize = 100;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Drawable {
    pub id: i64,
    /// The version of what is drawn. Each change of a drawn part increases this number.
    pub version: i64,
    pub is_draft: bool,
    /// Whether the last revision shows the design. The design may be a draft nevertheless.
    pub is_drawn: bool,
    /// Total size in bytes of the design's images and of the drawings of its revisions.
    pub stored_bytes: i64,
    /// The bytes of the layers and style overrides, which a revision copies.
    pub revision_bytes: u64,
    /// The style whose sides are drawn.
    pub style_id: Option<i64>,
    layers: Vec<Value>,
    /// The layers of a legacy design, by surface. `None` for other designs.
    layers_by_surface: Option<Map<String, Value>>,
    canvas_width: Option<f64>,
    canvas_height: Option<f64>,
    sides: Vec<SideRow>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SideRow {
    slug: String,
    mockup_image: String,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

pub(crate) struct Side {
    pub slug: String,
    pub layers: Arc<Layers>,
    /// The URL of the product's photo.
    pub photo: Option<String>,
    pub area: PrintArea,
}

/// Reads the caller's design.
pub(crate) async fn find(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
) -> Result<Drawable, Failed<DesignRefusal>> {
    let sql = include_str!("drawable/find.sql");
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &key.id(), &key.uuid(), &owner.customer_id, &owner.session()];
    let found: Option<(bool, Drawable)> = db.opt(sql, &params).await?;
    match found {
        Some((true, drawable)) => Ok(drawable),
        Some((false, _)) => Err(DesignRefusal::Forbidden)?,
        None => Err(DesignRefusal::DesignNotFound)?,
    }
}

impl Drawable {
    /// Whether finalizing the design again would draw the same.
    pub fn is_finalized(&self) -> bool {
        !self.is_draft && self.is_drawn
    }

    /// Returns the layers of a legacy design as those of its copy, or `None` for another design.
    pub fn converted_layers(&self) -> Option<Vec<Map<String, Value>>> {
        let surfaces = self.layers_by_surface.clone()?;
        Some(layers_of_surfaces(surfaces, self.canvas()))
    }

    fn canvas(&self) -> Option<(f64, f64)> {
        self.canvas_width.zip(self.canvas_height)
    }

    /// Returns the URLs of the photos that [`Self::sides`] has.
    pub fn photos(&self) -> impl Iterator<Item = &str> {
        let sides = if self.layers_by_surface.is_some() { &[] } else { self.sides.as_slice() };
        let urls = sides.iter().take(MAX_SIDES).map(|side| side.mockup_image.as_str());
        urls.filter(|url| !url.is_empty())
    }

    /// Returns the sides in their order, at least one. The sides of a legacy design are its surfaces.
    pub fn sides(self) -> Vec<Side> {
        if let Some(surfaces) = &self.layers_by_surface {
            let slugs = surfaces.keys().filter(|slug| slug.len() <= MAX_SLUG_BYTES);
            let slugs: Vec<String> = slugs.take(MAX_SIDES).cloned().collect();
            let layers = self.converted_layers().unwrap_or_default();
            let (width, height) = self.canvas().unwrap_or((1.0, 1.0));
            // The factor makes the numbers greater than 1, so they count as pixels. The area then has the proportions
            // of the canvas even without a photo.
            let area = PrintArea { x: 0.0, y: 0.0, width: width * 1e3, height: height * 1e3 };
            let side = |slug: String| {
                let layers = Arc::new(Layers::of_side(&layers, &slug, false));
                Side { layers, slug, photo: None, area }
            };
            let sides: Vec<Side> = slugs.into_iter().map(side).collect();
            return if sides.is_empty() { vec![side(ONLY_SIDE.to_owned())] } else { sides };
        }
        let layers: Vec<&Map<String, Value>> =
            self.layers.iter().filter_map(Value::as_object).collect();
        let layers_of = |slug: &str, is_first: bool| {
            Arc::new(Layers::of_side(layers.iter().copied(), slug, is_first))
        };
        if self.sides.is_empty() {
            let layers = layers_of(ONLY_SIDE, true);
            let slug = ONLY_SIDE.to_owned();
            return vec![Side { slug, layers, photo: None, area: PrintArea::WHOLE }];
        }
        let side = |(at, row): (usize, SideRow)| {
            let SideRow { slug, mockup_image, x, y, width, height } = row;
            let photo = Some(mockup_image).filter(|url| !url.is_empty());
            let area = PrintArea { x, y, width, height };
            Side { layers: layers_of(&slug, at == 0), slug, photo, area }
        };
        self.sides.into_iter().take(MAX_SIDES).enumerate().map(side).collect()
    }
}

/// Returns the index of the side that the thumbnail shows: the first side with layers, or the first side if none has
/// layers.
pub(crate) fn shown(sides: &[Side]) -> usize {
    sides.iter().position(|side| !side.layers.is_empty()).unwrap_or_default()
}
