//! The sections that are one value: the site, its branding and its store.

use super::{Identity, KIND, Kind, MergedTable, TABLE, TOUCHED};

pub static SITE: Kind = Kind {
    section: "site",
    target: "site",
    identity: Identity::Site,
    withheld: &["active"],
    site_lock: "no key update",
    also_filled: &["sites"],
    prune: None,
    tables: &[MergedTable {
        name: "sites",
        noun: "site",
        key: ("id", "id"),
        columns: "name, domain, subdomain, description, custom_layout, active, conversation_retention_days, \
            time_zone",
        touched: TOUCHED,
        ..TABLE
    }],
    ..KIND
};

pub static BRANDING: Kind = Kind {
    section: "branding",
    target: "site",
    identity: Identity::Site,
    site_lock: "no key update",
    also_filled: &["sites"],
    prune: None,
    tables: &[MergedTable {
        name: "sites",
        noun: "branding",
        key: ("id", "id"),
        columns: "branding",
        touched: "branding_version = t.branding_version + 1",
        ..TABLE
    }],
    ..KIND
};

pub static STORE: Kind = Kind {
    section: "store",
    target: "store",
    identity: Identity::Site,
    withheld: &["maxStoredBytes"],
    site_lock: "no key update",
    prune: None,
    tables: &[MergedTable {
        name: "stores",
        noun: "store",
        key: ("site_id", "site_id"),
        columns: "enabled, currency, customer_accounts, tax_rate, tax_shipping, order_prefix, base_url, \
            public_metadata, payment_provider, email, ai_provider, ai_credits_per_month, max_stored_bytes, \
            refuse_common_passwords, requires_shipping_rate, cart_reminder_hours",
        computed: Some((
            "active_products",
            "(
                select count(*)
                from products product
                where product.site_id = $1
                and product.status = 'active'
            )",
        )),
        touched: TOUCHED,
        ..TABLE
    }],
    ..KIND
};
