//! The operations tagged `drawings`. The rules are in domain/designs.

use stoa_design_renderer::{Drawings, Family};
use stoa_designs::{DRAWING_IS_BUSY, DesignKey, DrawError, Thumbnail};
use stoa_runtime::{Documents, Error, Refuses};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::drawings::{
    DrawingsApi, FinalizeDesign, GenerateDesignThumbnail, ListDesignFonts,
};
use stoa_storefront_types::{Design, DesignFont, DesignFontStyle, DesignThumbnail};

use crate::Storefront;
use crate::authenticate::Designer;

impl DrawingsApi for Storefront {
    async fn finalize_design(
        &self,
        designer: Designer,
        request: FinalizeDesign,
    ) -> Result<Design, Error<FinalizeDesign>> {
        let FinalizeDesign { site_id, design_id } = request;
        let (key, owner, now) = (DesignKey::from(design_id), designer.owner(), self.now());
        let caller = self.storage_caller(site_id, &designer);
        stoa_designs::finalize_design(&self.studio, site_id, &key, &owner, &caller, now)
            .await
            .map_err(|error| self.not_drawn(&designer, error))
    }

    async fn list_design_fonts(
        &self,
        _: ListDesignFonts,
    ) -> Result<Vec<DesignFont>, Error<ListDesignFonts>> {
        let style = |(weight, italic)| DesignFontStyle {
            weight: i64::from(weight),
            style: if italic { "italic" } else { "normal" }.to_owned(),
        };
        let font = |family: &Family| DesignFont {
            family: family.name.clone(),
            category: family.category.to_owned(),
            weights: family.weights().into_iter().map(i64::from).collect(),
            styles: family.styles().into_iter().map(style).collect(),
            url: Some(format!("{}/fonts/{}.css", self.public_url, family.slug)),
        };
        Ok(self.drawings().fonts().families().iter().map(font).collect())
    }

    async fn generate_design_thumbnail(
        &self,
        designer: Designer,
        request: GenerateDesignThumbnail,
    ) -> Result<DesignThumbnail, Error<GenerateDesignThumbnail>> {
        let GenerateDesignThumbnail { site_id, body, .. } = request;
        let (key, owner) = (DesignKey::from(body.design_id.clone()), designer.owner());
        let (caller, now) = (self.storage_caller(site_id, &designer), self.now());
        let Thumbnail { url, missing_characters } =
            stoa_designs::generate_thumbnail(&self.studio, site_id, &key, &owner, &caller, now)
                .await
                .map_err(|error| self.not_drawn(&designer, error))?;
        let design_id = body.design_id;
        Ok(DesignThumbnail { design_id, thumbnail_url: url, missing_characters })
    }
}

impl Storefront {
    /// The renderer of designs, with its fonts.
    pub fn drawings(&self) -> &Drawings {
        self.studio.drawings()
    }

    /// Returns the documented error for a design that is not drawn.
    fn not_drawn<Op>(&self, designer: &Designer, error: DrawError) -> Error<Op>
    where
        Op: Refuses<reasons::TooManyImages>
            + Refuses<reasons::Forbidden>
            + Refuses<reasons::DesignNotFound>
            + Refuses<reasons::DrawingIsBusy>
            + Refuses<reasons::StorageIsFull>
            + Documents<429>,
    {
        match error {
            DrawError::Design(refusal) => refusal.into(),
            error => self.not_drawn_for_cart(designer, error),
        }
    }

    /// Draws a legacy design that is to be added to a cart or ordered. Counts the drawing and its bytes as the caller's,
    /// whatever becomes of the call.
    pub(crate) async fn draw_for_cart<Op>(
        &self,
        site_id: i64,
        uuid: &str,
        designer: &Designer,
    ) -> Result<(), Error<Op>>
    where
        Op: Refuses<reasons::TooManyImages>
            + Refuses<reasons::DrawingIsBusy>
            + Refuses<reasons::StorageIsFull>
            + Documents<429>,
    {
        self.rate_limits.drawings.count(designer.client).await?;
        let caller = self.storage_caller(site_id, designer);
        stoa_designs::draw_finalized(&self.studio, site_id, uuid, &caller, self.now())
            .await
            .map_err(|error| self.not_drawn_for_cart(designer, error))
    }

    fn not_drawn_for_cart<Op>(&self, designer: &Designer, error: DrawError) -> Error<Op>
    where
        Op: Refuses<reasons::TooManyImages>
            + Refuses<reasons::DrawingIsBusy>
            + Refuses<reasons::StorageIsFull>
            + Documents<429>,
    {
        match error {
            DrawError::Design(_) => DRAWING_IS_BUSY.into(),
            DrawError::Drawing(failed) => failed.into(),
            DrawError::TooManyBytes { retry_after } => {
                self.stored_bytes(designer).refusal(retry_after).into()
            }
        }
    }
}
