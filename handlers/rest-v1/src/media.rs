//! The media library.

use stoa_db::sql;
use stoa_rest_v1_server::media::{ListMedia, MediaApi};
use stoa_rest_v1_types::{MediaListResponse, OffsetPagination};
use stoa_runtime::Error;

use crate::RestV1;

impl MediaApi for RestV1 {
    async fn list_media(&self, request: ListMedia) -> Result<MediaListResponse, Error<ListMedia>> {
        let ListMedia { site_id, limit, offset, mime_type } = request;
        let first = mime_type.filter(|all| all != "all").map(|text| text.to_ascii_lowercase());
        // The types that begin with `first`.
        let end = first.as_ref().map(|first| format!("{first}{}", char::MAX));
        let sql = sql!("media/list_media.sql", of_all = first.is_none(), of_type = first.is_some());
        let page = self.db.page(sql, &[&site_id, &limit, &offset, &first, &end]).await?;
        Ok(MediaListResponse {
            data: page.items,
            pagination: OffsetPagination { limit, offset, total: page.total },
        })
    }
}
