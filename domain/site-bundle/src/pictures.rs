//! Pictures in place of those that a bundle names at a host that does not exist.

use stoa_db::{Db, DbError};

/// Shows `urls` where the demo site has the `bundled_urls`, or URLs with the `tails` that an earlier start gave it.
pub async fn show_demo_pictures(
    db: &Db,
    urls: &[String],
    bundled_urls: &[&str],
    tails: &[String],
) -> Result<(), DbError> {
    for sql in [include_str!("pictures/show.sql"), include_str!("pictures/show_small.sql")] {
        db.execute(sql, &[&urls, &bundled_urls, &tails]).await?;
    }
    Ok(())
}
