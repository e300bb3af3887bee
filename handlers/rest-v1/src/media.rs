//! The media library.

use stoa_db::ToSql;
use stoa_rest_v1_server::media::{ListMedia, MediaApi};
use stoa_rest_v1_types::{MediaListResponse, OffsetPagination};
use stoa_runtime::Error;

use crate::RestV1;

impl MediaApi for RestV1 {
    async fn list_media(&self, request: ListMedia) -> Result<MediaListResponse, Error<ListMedia>> {
        let ListMedia { site_id, limit, offset, mime_type } = request;
        let page = match mime_type.filter(|all| all != "all").map(types_from) {
            Some((first_type, behind_last_type)) => {
                let sql = include_str!("media/list_media_of_type.sql");
                let params: [&(dyn ToSql + Sync); 5] =
                    [&site_id, &limit, &offset, &first_type, &behind_last_type];
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

/// The range of media types with this prefix, from the first up to but not including the second. Input without a slash
/// is a whole top-level type, so `image` does not match `imagex/…`.
fn types_from(mime_type: String) -> (String, String) {
    let mut first = mime_type.to_ascii_lowercase();
    if !first.contains('/') {
        first.push('/');
    }
    let behind_last = format!("{first}{}", char::MAX);
    (first, behind_last)
}

#[cfg(test)]
mod tests {
    use super::types_from;

    #[test]
    fn ranges_of_types() {
        let holds = |mime_type: &str, found: &str| {
            let (first, behind_last) = types_from(mime_type.to_owned());
            (first.as_str()..behind_last.as_str()).contains(&found)
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
