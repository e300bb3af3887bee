//! Mock-ups are drawn on white while the photo of the product cannot be loaded, and drawn again until it can be.

use std::collections::HashSet;
use std::time::Duration;

use chrono::serde::ts_microseconds;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_db::{DbError, ToSql};
use stoa_design_renderer::PrintArea;
use stoa_jobs::Job;

use crate::draw_error::{DrawError, busy};
use crate::prints::{find_source, layers_and_images};
use crate::studio::{Parts, Studio, file_of};

/// The job that runs [`draw_provisional`].
pub const DRAW_PROVISIONAL: Job = Job::new("draw provisional mock-ups");

/// How often [`DRAW_PROVISIONAL`] runs.
pub const DRAW_PROVISIONAL_INTERVAL: Duration = Duration::from_secs(60);

/// Pause before a provisional mock-up is drawn again for the first time. Each further pause is as long as the mock-up is
/// old, up to [`MAX_MOCKUP_PAUSE`].
pub(crate) const FIRST_MOCKUP_PAUSE: TimeDelta = TimeDelta::minutes(1);

const MAX_MOCKUP_PAUSE: TimeDelta = TimeDelta::hours(1);

/// Time for which a mock-up without its photo is drawn again; then it stays white.
const MOCKUP_RETRY_WINDOW: TimeDelta = TimeDelta::days(1);

/// A provisional mock-up, with the photo and the print area of its side.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Provisional {
    design_id: i64,
    revision: i64,
    side: String,
    mockup_key: String,
    #[serde(with = "ts_microseconds")]
    mockup_due_at: DateTime<Utc>,
    #[serde(with = "ts_microseconds")]
    finalized_at: DateTime<Utc>,
    photo: String,
    print_area_x: f64,
    print_area_y: f64,
    print_area_width: f64,
    print_area_height: f64,
}

/// Draws the provisional mock-ups that are due, if their photos can be loaded now, and returns their number.
pub async fn draw_provisional(studio: &Studio, now: DateTime<Utc>) -> Result<usize, DbError> {
    let parts = &studio.0;
    let sites: Vec<i64> = parts.db.rows(include_str!("mockups/due_sites.sql"), &[&now]).await?;
    let mut drawn = 0;
    for site_id in sites {
        drawn += draw_of_site(parts, site_id, now).await?;
    }
    Ok(drawn)
}

async fn draw_of_site(parts: &Parts, site_id: i64, now: DateTime<Utc>) -> Result<usize, DbError> {
    let due: Vec<Provisional> =
        parts.db.rows(include_str!("mockups/due.sql"), &[&site_id, &now]).await?;
    let mut unavailable = HashSet::new();
    let mut drawn = 0;
    for mockup in due {
        // Another server may have claimed the mock-up.
        if !claim(parts, site_id, &mockup, now).await? || unavailable.contains(&mockup.photo) {
            continue;
        }
        match draw_again(parts, site_id, &mockup).await {
            Ok(true) => drawn += 1,
            Ok(false) => drop(unavailable.insert(mockup.photo)),
            Err(failure) => {
                let Provisional { design_id, revision, side, .. } = mockup;
                tracing::error!(
                    site_id,
                    design_id,
                    revision,
                    side,
                    ?failure,
                    "a mock-up is not drawn"
                );
            }
        }
    }
    Ok(drawn)
}

/// Sets when the mock-up is due again, before it is drawn, so that a server that dies does not prevent the next attempt.
/// Returns false if the mock-up is no longer due.
async fn claim(
    parts: &Parts,
    site_id: i64,
    mockup: &Provisional,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let Provisional { design_id, revision, side, mockup_due_at, finalized_at, photo, .. } = mockup;
    let age = now - *finalized_at;
    let is_last = photo.is_empty() || age >= MOCKUP_RETRY_WINDOW;
    let next = (!is_last).then(|| now + age.clamp(FIRST_MOCKUP_PAUSE, MAX_MOCKUP_PAUSE));
    let params: [&(dyn ToSql + Sync); 6] =
        [&site_id, design_id, revision, side, mockup_due_at, &next];
    Ok(parts.db.execute(include_str!("mockups/claim.sql"), &params).await? > 0)
}

/// Draws a mock-up and replaces the provisional one. Returns false if there is no photo. No transaction is open while the
/// mock-up is drawn.
async fn draw_again(parts: &Parts, site_id: i64, mockup: &Provisional) -> Result<bool, DrawError> {
    let Provisional { design_id, revision, side, mockup_key, photo, .. } = mockup;
    let Some(photo) = parts.photo_again(site_id, photo).await? else { return Ok(false) };
    let area = PrintArea {
        x: mockup.print_area_x,
        y: mockup.print_area_y,
        width: mockup.print_area_width,
        height: mockup.print_area_height,
    };
    let picture = parts.in_turn(async {
        // The design may have been deleted with its revisions.
        let Some(source) = find_source(parts, site_id, *design_id, *revision, side).await? else {
            return Ok(None);
        };
        let (layers, images) = layers_and_images(parts, site_id, &source, side).await?;
        let mockup = parts.drawings.mockup(layers, images, area, Some(photo)).await;
        mockup.map(Some).map_err(busy)
    });
    let Some(picture) = picture.await? else { return Ok(true) };
    let key = parts.files.store(site_id, &file_of(picture)).await?;
    let params: [&(dyn ToSql + Sync); 6] = [&site_id, design_id, revision, side, mockup_key, &key];
    parts.db.execute(include_str!("mockups/store_mockup.sql"), &params).await?;
    Ok(true)
}
