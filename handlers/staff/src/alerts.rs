//! The operations tagged `alerts`. The rules are in domain/alerts.

use stoa_alerts::{get_alert_settings, update_alert_settings};
use stoa_audit::Change;
use stoa_runtime::Error;
use stoa_staff_server::alerts::{AlertsApi, GetAlertSettings, UpdateAlertSettings};
use stoa_staff_types::AlertSettings;

use crate::{Staff, StaffHandlers};

impl AlertsApi for StaffHandlers {
    async fn get_alert_settings(
        &self,
        staff: Staff,
        request: GetAlertSettings,
    ) -> Result<AlertSettings, Error<GetAlertSettings>> {
        let person = staff.person()?;
        Ok(get_alert_settings(&self.db, request.site_id, person.id).await?)
    }

    async fn update_alert_settings(
        &self,
        staff: Staff,
        request: UpdateAlertSettings,
    ) -> Result<AlertSettings, Error<UpdateAlertSettings>> {
        let UpdateAlertSettings { site_id, body } = request;
        let (person_id, origin) = (staff.person()?.id, staff.origin::<UpdateAlertSettings>());
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(update_alert_settings(&self.db, change, person_id, &body).await?)
    }
}
