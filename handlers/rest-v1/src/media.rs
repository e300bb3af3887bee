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
/// second. A `mime_type` without a slash is a whole top-level type, so `image` does not match `imagex/…`.
fn type_range(mime_type: String) -> (String, String) {
    let mut first = mime_type.to_ascii_lowercase();
    if !first.contains('/') {
        first.push('/');
    }
    let end = format!("{first}{}", char::MAX);
    (first, end)
}

#[cfg(test)]
mod tests {
    use super::type_range;

    #[test]
    fn ranges_of_types() {
        let holds = |mime_type: &str, found: &str| {
            let (first, end) = type_range(mime_type.to_owned());
            (first.as_str()..end.as_str()).contains(&found)
        };
        assert!(holds("image", "image/png"));
        assert!(holds("IMAGE", "image/svg+xml"));
        assert!(!holds("image", "imagex/png"));
        assert!(!holds("imag", "image/png"));
        assert!(holds("image/svg", "image/svg+xml"));
        assert!(holds("image/png", "image/png"));
        assert!(!holds("image/png", "image/jpeg"));
    }
}
