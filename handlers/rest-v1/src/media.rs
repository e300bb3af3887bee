//! The media library.

use stoa_db::ToSql;
use stoa_rest_v1_server::media::{ListMedia, MediaApi};
use stoa_rest_v1_types::{MediaListResponse, OffsetPagination};
use stoa_runtime::Error;

use crate::RestV1;

impl MediaApi for RestV1 {
    async fn list_media(&self, request: ListMedia) -> Result<MediaListResponse, Error<ListMedia>> {
        let ListMedia { site_id, limit, offset, mime_type } = request;
        let page = match mime_type.filter(|all| all != "all").map(type_range) {
            Some((first, end)) => {
                let sql = include_str!("media/list_media_of_type.sql");
                let params: [&(dyn ToSql + Sync); 5] = [&site_id, &limit, &offset, &first, &end];
                self.db.page(sql, &params).await?
            }
            None => {
                let sql = include_str!("media/list_media.sql");
                self.db.page(sql, &[&site_id, &limit, &offset]).await?
            }
        };
        Ok(MediaListResponse {
            data: page.items,
            pagination: OffsetPagination { limit, offset, total: page.total },
        })
    }
}

/// Returns the range of media types that begin with `mime_type`. The range includes the first text and excludes the
/// second.
fn type_range(mime_type: String) -> (String, String) {
    let first = mime_type.to_ascii_lowercase();
    let end = format!("{first}{}", char::MAX);
    (first, end)
}
