//! The operations tagged `server-keys` and `api-keys`.

use chrono::{DateTime, Datelike};
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::api_keys::{ApiKeysApi, CreateApiKey, ListApiKeys, RevokeApiKey};
use stoa_staff_server::server_keys::{
    CreateServerKey, ListServerKeys, RevokeServerKey, ServerKeysApi,
};
use stoa_staff_types::{
    ApiKey, ApiKeyListResponse, CreateApiKeyRequest, CreatedApiKey, CreatedServerKey, DoneResponse,
    RevokedServerKeys, Role, ServerKey, ServerKeyListResponse, Timestamp,
};
use stoa_stores::api_keys::{self, CreatedKey, NewKey};

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl ServerKeysApi for StaffHandlers {
    async fn list_server_keys(
        &self,
        staff: Staff,
        request: ListServerKeys,
    ) -> Result<ServerKeyListResponse, Error<ListServerKeys>> {
        let ListServerKeys { site_id, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let keys =
            stoa_people::list_server_keys(&self.db, &staff.actor, site_id, (at, id), limit + 1)
                .await?;
        let position = |key: &ServerKey| Position { at: key.created_at.0, id: key.id }.to_string();
        let (data, next_cursor) = page(keys, limit, position);
        Ok(ServerKeyListResponse { data, next_cursor })
    }

    async fn create_server_key(
        &self,
        staff: Staff,
        request: CreateServerKey,
    ) -> Result<CreatedServerKey, Error<CreateServerKey>> {
        let CreateServerKey { site_id, mut body } = request;
        if body.roles.contains(&Role::Owner) {
            staff.person()?;
            let password = body.password.take().ok_or(reasons::PasswordIsRequired)?;
            let (_, attempt) = self.verified(&staff, password).await?;
            attempt.give_back().await;
        }
        body.expires_at = body.expires_at.map(as_stored);
        let origin = staff.origin::<CreateServerKey>();
        Ok(stoa_people::create_server_key(&self.people, &origin, site_id, body).await?)
    }

    async fn revoke_server_key(
        &self,
        staff: Staff,
        request: RevokeServerKey,
    ) -> Result<RevokedServerKeys, Error<RevokeServerKey>> {
        let RevokeServerKey { site_id, server_key_id, retain_server_keys: retained } = request;
        let origin = staff.origin::<RevokeServerKey>();
        let revoked = stoa_people::revoke_server_key(
            &self.people,
            &origin,
            site_id,
            server_key_id,
            &retained,
        );
        Ok(revoked.await?.ok_or(reasons::ServerKeyNotFound)?)
    }
}

impl ApiKeysApi for StaffHandlers {
    async fn list_api_keys(
        &self,
        _: Staff,
        request: ListApiKeys,
    ) -> Result<ApiKeyListResponse, Error<ListApiKeys>> {
        let ListApiKeys { site_id, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let sql = include_str!("keys/list_api_keys.sql");
        let keys = self.db.rows(sql, &[&site_id, &at, &id, &(limit + 1)]).await?;
        let position = |key: &ApiKey| Position { at: key.created_at.0, id: key.id }.to_string();
        let (data, next_cursor) = page(keys, limit, position);
        Ok(ApiKeyListResponse { data, next_cursor })
    }

    async fn create_api_key(
        &self,
        staff: Staff,
        request: CreateApiKey,
    ) -> Result<CreatedApiKey, Error<CreateApiKey>> {
        let CreateApiKey { site_id, body } = request;
        let CreateApiKeyRequest { name, rate_per_minute, expires_at, .. } = body;
        let now = self.people.clock.now();
        let expires_at = expires_at.map(as_stored);
        if expires_at.is_some_and(|expires_at| expires_at.0.year() > 9999) {
            return Err(reasons::InvalidExpiresAt)?;
        }
        if expires_at.is_some_and(|expires_at| expires_at.0 <= now) {
            return Err(reasons::ExpiresInThePast)?;
        }
        let new = NewKey {
            name: name.clone(),
            expires_at: expires_at.map(|expires_at| expires_at.0),
            rate_per_minute: Some(rate_per_minute),
        };
        let origin = staff.origin::<CreateApiKey>();
        let CreatedKey { id, secret } =
            stoa_people::create_api_key(&self.db, &origin, site_id, new, now).await?;
        let created_at = Timestamp(now);
        let key = ApiKey { id, name, rate_per_minute, created_at, expires_at, revoked_at: None };
        Ok(CreatedApiKey { key, secret })
    }

    async fn revoke_api_key(
        &self,
        staff: Staff,
        request: RevokeApiKey,
    ) -> Result<DoneResponse, Error<RevokeApiKey>> {
        let RevokeApiKey { site_id, api_key_id } = request;
        let (origin, now) = (staff.origin::<RevokeApiKey>(), self.people.clock.now());
        if !api_keys::revoke(&self.db, &origin, site_id, api_key_id, now).await? {
            return Err(reasons::ApiKeyNotFound)?;
        }
        Ok(DoneResponse {})
    }
}

/// Returns the time as the database stores it: in milliseconds, and a leap second as the next second.
fn as_stored(Timestamp(at): Timestamp) -> Timestamp {
    Timestamp(DateTime::from_timestamp_millis(at.timestamp_millis()).unwrap_or(at))
}
