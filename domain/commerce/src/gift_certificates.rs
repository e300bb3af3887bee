//! The gift certificates of a site, as its staff list, issue and disable them. Orders move their balances.

use chrono::{DateTime, Utc};
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Transaction, sql};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{GiftCertificate, GiftCertificateSummary, IssueGiftCertificateRequest};
use stoa_stores::site::lock_site;

use crate::currency::can_charge;
use crate::discounts::as_stored;

/// Characters that are not mistaken for each other.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// The groups of four characters of a code. 16 characters from an alphabet of 32 are 80 random bits.
const GROUPS: usize = 4;

const GET_CERTIFICATE: &str = include_str!("gift_certificates/get_certificate.sql");

refusals! {
    /// Why a gift certificate is not issued.
    pub enum IssueRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
        GiftCertificateTaken,
        AmountCannotBeCharged,
        InvalidExpiry,
        ExpiresInThePast,
    }
}

/// Returns at most `limit` certificates of a site, newest first, which follow the position `(created_at, id)`. With
/// `code`, only the certificate with this code, ignoring case.
pub async fn list_certificates(
    db: &Db,
    site_id: i64,
    code: Option<&str>,
    (created_before, id_below): (DateTime<Utc>, i64),
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<GiftCertificateSummary>, DbError> {
    let sql = sql!("gift_certificates/list_certificates.sql", code = code.is_some());
    db.rows(sql, &[&site_id, &created_before, &id_below, &limit, &now, &code]).await
}

/// Returns a certificate with its newest movements.
pub async fn get_certificate(
    db: &Db,
    site_id: i64,
    certificate_id: i64,
    now: DateTime<Utc>,
) -> Result<Option<GiftCertificate>, DbError> {
    db.opt(GET_CERTIFICATE, &[&site_id, &certificate_id, &now]).await
}

/// Issues a certificate with an opening balance.
pub async fn issue_certificate(
    db: &Db,
    change: Change<'_>,
    certificate: &IssueGiftCertificateRequest,
) -> Result<GiftCertificate, Failed<IssueRefusal>> {
    let Change { site_id, now, .. } = change;
    let IssueGiftCertificateRequest { amount, code, expires_at, .. } = certificate;
    let expires_at =
        expires_at.map(|at| as_stored(at).ok_or(IssueRefusal::InvalidExpiry)).transpose()?;
    if expires_at.is_some_and(|expires_at| expires_at <= now) {
        return Err(IssueRefusal::ExpiresInThePast)?;
    }
    let code = code.clone().unwrap_or_else(new_code);
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(IssueRefusal::SiteNotFound)?;
    }
    if !can_charge(&transaction, site_id, [*amount]).await? {
        return Err(IssueRefusal::AmountCannotBeCharged)?;
    }
    let sql = include_str!("gift_certificates/issue.sql");
    let issued: Result<i64, DbError> =
        transaction.one(sql, &[&site_id, &code, amount, &expires_at, &now]).await;
    let id = issued.map_err(|error| match error.constraint() {
        Some("gift_certificates_code_taken") => IssueRefusal::GiftCertificateTaken.into(),
        _ => Failed::from(error),
    })?;
    note(&transaction, change, id, &["code", "initialAmount", "expiresAt"]).await?;
    let issued = transaction.one(GET_CERTIFICATE, &[&site_id, &id, &now]).await?;
    transaction.commit().await?;
    Ok(issued)
}

/// Makes checkouts refuse a certificate. A disabled certificate stays as it is.
pub async fn disable_certificate(
    db: &Db,
    change: Change<'_>,
    certificate_id: i64,
) -> Result<GiftCertificate, Failed<reasons::GiftCertificateNotFound>> {
    set_disabled(db, change, certificate_id, true).await
}

/// Makes checkouts accept a disabled certificate again. Any other certificate stays as it is.
pub async fn enable_certificate(
    db: &Db,
    change: Change<'_>,
    certificate_id: i64,
) -> Result<GiftCertificate, Failed<reasons::GiftCertificateNotFound>> {
    set_disabled(db, change, certificate_id, false).await
}

async fn set_disabled(
    db: &Db,
    change: Change<'_>,
    certificate_id: i64,
    is_disabled: bool,
) -> Result<GiftCertificate, Failed<reasons::GiftCertificateNotFound>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let sql = include_str!("gift_certificates/set_disabled.sql");
    if transaction.execute(sql, &[&site_id, &certificate_id, &is_disabled]).await? > 0 {
        note(&transaction, change, certificate_id, &["disabled"]).await?;
    }
    let certificate = transaction.opt(GET_CERTIFICATE, &[&site_id, &certificate_id, &now]).await?;
    let certificate = certificate.ok_or(Failed::Refused(reasons::GiftCertificateNotFound))?;
    transaction.commit().await?;
    Ok(certificate)
}

/// Makes a code such as `GIFT-Q3V7-KX2M-94TD-HR8W`.
fn new_code() -> String {
    let mut code = "GIFT".to_owned();
    for index in 0..4 * GROUPS {
        if index % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(ALPHABET[rand::random_range(0..ALPHABET.len())]));
    }
    code
}

async fn note(
    transaction: &Transaction<'_>,
    Change { site_id, origin, now }: Change<'_>,
    certificate_id: i64,
    fields: &[&str],
) -> Result<(), DbError> {
    let target = Target::new("gift_certificate", certificate_id);
    record(transaction, site_id, origin, target, fields, now).await?;
    transaction.invalidate_cache(site_id);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::new_code;

    #[test]
    fn codes_are_random() {
        let codes = [new_code(), new_code()];
        assert_ne!(codes[0], codes[1]);
        for code in codes {
            let groups: Vec<&str> = code.split('-').collect();
            assert!(groups.len() == 5 && groups.iter().all(|group| group.len() == 4), "{code}");
        }
    }
}
