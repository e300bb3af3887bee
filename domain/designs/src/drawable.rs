//! What is drawn of a design, as it is at one moment.

use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_db::{Db, ToSql};
use stoa_design_renderer::{Layers, PrintArea};

use crate::designs::Refusal;
use crate::legacy::layers_of_surfaces;
use crate::owner::{DesignKey, Owner};

/// The sides of a product without styles. Of a style, the first `MAX_SIDES` sides are drawn.
const ONLY_SIDE: &str = "front";

/// Each is drawn three times.
const MAX_SIDES: usize = 12;

/// What is drawn of a design.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Drawable {
    pub id: i64,
    /// Of what is drawn: it grows with each change.
    pub version: i64,
    pub is_finalized: bool,
    /// The style that it is drawn on.
    pub style_id: Option<i64>,
    layers: Vec<Value>,
    /// Of a legacy design.
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

/// A side of what is drawn.
pub(crate) struct Side {
    pub slug: String,
    pub layers: Layers,
    /// The URL of its photo.
    pub photo: Option<String>,
    pub area: PrintArea,
}

/// The caller's design, as it is now.
pub(crate) async fn find(
    db: &Db,
    site_id: i64,
    key: &DesignKey,
    owner: &Owner,
) -> Result<Drawable, Refusal> {
    let sql = include_str!("drawable/find.sql");
    let params: [&(dyn ToSql + Sync); 5] =
        [&site_id, &key.id(), &key.legacy_uuid(), &owner.customer_id, &owner.session()];
    let found: Option<(bool, Drawable)> = db.opt(sql, &params).await?;
    match found {
        Some((true, drawable)) => Ok(drawable),
        Some((false, _)) => Err(Refusal::Forbidden),
        None => Err(Refusal::DesignNotFound),
    }
}

impl Drawable {
    /// Its sides, in their order; at least one. Of a legacy design they are its surfaces.
    pub fn sides(self) -> Vec<Side> {
        if let Some(surfaces) = self.layers_by_surface {
            let slugs: Vec<String> = surfaces.keys().take(MAX_SIDES).cloned().collect();
            let canvas = self.canvas_width.zip(self.canvas_height);
            let layers = layers_of_surfaces(surfaces, canvas);
            let (width, height) = canvas.unwrap_or((1.0, 1.0));
            // Without a photo, an area of pixels is drawn in its own proportions.
            let area = PrintArea { x: 0.0, y: 0.0, width: width * 1e3, height: height * 1e3 };
            let side = |slug: String| {
                let layers = Layers::of_side(&layers, &slug, false);
                Side { layers, slug, photo: None, area }
            };
            let sides: Vec<Side> = slugs.into_iter().map(side).collect();
            return if sides.is_empty() { vec![side(String::new())] } else { sides };
        }
        let layers: Vec<&Map<String, Value>> =
            self.layers.iter().filter_map(Value::as_object).collect();
        let layers_of =
            |slug: &str, is_first: bool| Layers::of_side(layers.iter().copied(), slug, is_first);
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

/// The side that a thumbnail shows: the first with layers, else the first.
pub(crate) fn shown(sides: &[Side]) -> usize {
    sides.iter().position(|side| !side.layers.is_empty()).unwrap_or_default()
}
