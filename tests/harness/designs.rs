//! Designs of site 1, inserted by SQL as the designer would leave them: a finalized design has revisions, drawings and
//! file rows, but nothing was drawn.

use super::Server;

/// A design of a designer session.
pub struct Design {
    pub id: i64,
    pub uuid: String,
}

impl Design {
    /// Names a design without checking that it exists.
    pub fn named(id: i64) -> Self {
        Self { id, uuid: uuid(id) }
    }

    /// Inserts a design that was never finalized. Its UUID ends with the id.
    pub async fn draft(server: &Server, id: i64, product_id: i64) -> Self {
        let uuid = uuid(id);
        server
            .sql(&format!(
                "insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
                 values (1, {SESSION}, '2026-05-30T09:00:00Z', '2026-05-30T09:00:00Z')
                 on conflict do nothing;
                 insert into designs (site_id, id, uuid, product_id, session_sha256, name, layers, created_at, updated_at)
                 values (1, {id}, '{uuid}', {product_id}, {SESSION}, 'Two whales', '[{{\"type\": \"text\", \"text\": \"Whales\"}}]',
                    '2026-05-30T09:00:00Z', '2026-05-30T09:30:00Z')"
            ))
            .await;
        Self { id, uuid }
    }

    /// Inserts a design that was finalized once.
    pub async fn finalized(server: &Server, id: i64, product_id: i64) -> Self {
        let design = Self::draft(server, id, product_id).await;
        design.finalize(server, 1).await;
        design
    }

    /// Inserts this revision as the latest one, with a front and a back.
    pub async fn finalize(&self, server: &Server, revision: i64) {
        let Self { id, .. } = self;
        let key = |what| file_key(*id, revision, what);
        let files =
            [What::Thumbnail, What::Mockup(0), What::Print(0), What::Mockup(1), What::Print(1)];
        let files = files.map(|what| {
            format!(
                "(1, '{}', 'image/png', 67, 1, 1, null, '2026-05-30T10:00:00Z'::timestamptz)",
                key(what)
            )
        });
        server
            .sql(&format!(
                "insert into files (site_id, key, media_type, size, width, height, added_as, created_at) values {files};
                 insert into design_revisions (site_id, design_id, revision, style_id, layers, style_overrides,
                    thumbnail_key, created_at)
                 select 1, id, {revision}, coalesce(style_id, 1), layers, style_overrides, '{thumbnail}',
                    '2026-05-30T10:00:00Z'
                 from designs where site_id = 1 and id = {id};
                 insert into design_drawings (site_id, design_id, revision, side, position, mockup_key, print_key)
                 values (1, {id}, {revision}, 'front', 0, '{}', '{}'), (1, {id}, {revision}, 'back', 1, '{}', '{}');
                 update designs set status = 'finalized', revision = {revision} where site_id = 1 and id = {id}",
                key(What::Mockup(0)),
                key(What::Print(0)),
                key(What::Mockup(1)),
                key(What::Print(1)),
                files = files.join(", "),
                thumbnail = key(What::Thumbnail),
            ))
            .await;
    }

    /// Marks the design as deleted, as `deleteDesign` does.
    pub async fn delete(&self, server: &Server) {
        let now = server.now().to_rfc3339();
        server
            .sql(&format!(
                "update designs set deleted_at = '{now}' where site_id = 1 and id = {}",
                self.id
            ))
            .await;
    }

    /// The key of a file of this revision.
    pub fn key(&self, revision: i64, what: What) -> String {
        file_key(self.id, revision, what)
    }
}

fn uuid(id: i64) -> String {
    format!("3f0f8f5e-52c3-4a53-9d56-{id:012x}")
}

/// A file of a revision. Sides are counted from 0.
#[derive(Clone, Copy)]
pub enum What {
    Thumbnail,
    Mockup(i64),
    Print(i64),
}

/// A file's key: 32 hexadecimal digits that encode the design, the revision and the file.
fn file_key(design_id: i64, revision: i64, what: What) -> String {
    let what = match what {
        What::Thumbnail => 0,
        What::Mockup(side) => 1 + side * 2,
        What::Print(side) => 2 + side * 2,
    };
    format!("{design_id:016x}{revision:08x}{what:08x}.png")
}

/// The id for which a design has the UUID of the document's examples.
pub const DESIGN_ID: i64 = 0x8a4b_0f1c_7d21;

/// Token digest of the session that owns these designs.
pub const SESSION: &str = "sha256('a designer session')";

/// Inserts rows into every table of designs and files, so that each column has a value somewhere:
///
/// - Design 1 is finalized, and for the tote.
/// - Design 2 belongs to customer 1 and has images.
/// - Design 3 is a legacy design of customer 1.
/// - Design 4 is a template.
/// - Design 5 was deleted by customer 1.
pub async fn fill(server: &Server) -> Design {
    let design = Design::finalized(server, 1, 1).await;
    for (id, product_id) in [(2, 1), (3, 1), (4, 1), (5, 4)] {
        Design::finalized(server, id, product_id).await;
    }
    server.sql(FILL).await;
    design
}

const FILL: &str = "
insert into files (site_id, key, media_type, size, width, height, added_as, created_at) values
    (1, '000000000000000000000000000000a1.png', 'image/png', 67, 1, 1, 'tote-front.png', '2026-05-30T10:00:00Z'),
    (1, '000000000000000000000000000000a2.jpg', 'image/jpeg', 67, 1, 1, null, '2026-05-30T10:00:00Z'),
    (1, '000000000000000000000000000000a3.jpg', 'image/jpeg', 67, 1, 1, null, '2026-05-30T10:00:00Z');
update designs set description = 'For Ida', style_id = 1, style_overrides = '{\"color\": \"#ffffff\"}', is_public = true
where site_id = 1;
update designs set customer_id = 1, session_sha256 = null,
    thumbnail_key = '000000000000000000000000000000a2.jpg'
where site_id = 1 and id in (2, 3);
update designs set legacy = true, layers_by_surface = '{\"front\": [{\"type\": \"text\", \"text\": \"Whales\"}]}',
    canvas_width = 500, canvas_height = 400, thumbnail_key = null, thumbnail_url = 'https://cdn.example/whales.png'
where site_id = 1 and id = 3;
update designs set session_sha256 = null, is_template = true, position = 1 where site_id = 1 and id = 4;
update designs set customer_id = 1, session_sha256 = null, deleted_at = '2026-05-31T10:00:00Z'
where site_id = 1 and id = 5;
insert into design_assets (site_id, design_id, customer_id, session_sha256, file_key, url, filename, media_type, size,
    width, height, created_at)
values
    (1, 2, 1, null, '000000000000000000000000000000a2.jpg', null, 'whales.jpg', 'image/jpeg', 67, 1, 1,
        '2026-05-30T10:00:00Z'),
    (1, 1, null, sha256('a designer session'), '000000000000000000000000000000a3.jpg', null, 'whales.jpg', 'image/jpeg',
        67, 1, 1, '2026-05-30T10:00:00Z'),
    (1, null, null, sha256('a designer session'), null, 'https://cdn.example/whales.png', 'whales.png', 'image/png', 67,
        1, 1, '2026-05-30T10:00:00Z'),
    (1, null, 1, null, null, 'https://cdn.example/whales.png', 'whales.png', 'image/png', 67, 1, 1,
        '2026-05-30T10:00:00Z');
";
