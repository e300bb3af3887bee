//! Discount codes, gift certificates, shipping zones, design templates and chat widgets.

use super::{
    Identity, KIND, Kind, MergedTable, Owner, Prune, REMOVED, Reference, TABLE, TOUCHED, part,
};

const CREATED_AFTER: &str = "t.created_at > $2::timestamptz";

pub static DISCOUNT_CODES: Kind = Kind {
    section: "discountCodes",
    target: "discount_code",
    identity: Identity::Code,
    live: &["used"],
    tables: &[MergedTable {
        name: "discount_codes",
        noun: "discount code",
        columns: "code, description, discount_type, amount, min_order_amount, max_uses, starts_at, expires_at, active",
        initial: "used",
        touched: TOUCHED,
        ..TABLE
    }],
    prune: Some(Prune {
        // An order that is cancelled gives its use back.
        is_free: "not exists (
            select
            from orders placed
            where placed.site_id = $1
            and placed.status in ('pending', 'paid', 'processing')
            and lower(placed.discount_code collate \"und-x-icu\") = lower(t.code collate \"und-x-icu\")
        )",
        ..REMOVED
    }),
    ..KIND
};

pub static GIFT_CERTIFICATES: Kind = Kind {
    section: "giftCertificates",
    target: "gift_certificate",
    identity: Identity::Code,
    live: &["initialAmount", "remainingAmount"],
    also_filled: &["gift_certificate_movements"],
    finish: &["
        insert into gift_certificate_movements (site_id, certificate_id, amount, reason, occurred_at)
        select $1, staged.certificate_id, staged.amount, staged.reason, staged.occurred_at
        from pg_temp.gift_certificate_movements staged
        where staged.site_id = $1
        and staged.certificate_id = any ($2)
        and not exists (
            select
            from gift_certificate_movements movement
            where movement.site_id = $1
            and movement.certificate_id = staged.certificate_id
        )"],
    tables: &[MergedTable {
        name: "gift_certificates",
        noun: "gift certificate",
        columns: "code, expires_at, disabled",
        initial: "initial_amount, remaining_amount",
        ..TABLE
    }],
    // Customers may hold a certificate that no order has used.
    prune: Some(Prune {
        done: "disabled",
        member: Some("disabled"),
        set: "disabled = true",
        is_present: "not t.disabled",
        is_newer: CREATED_AFTER,
        ..REMOVED
    }),
    ..KIND
};

pub static SHIPPING_ZONES: Kind = Kind {
    section: "shippingZones",
    target: "shipping_zone",
    identity: Identity::IdOrName,
    parts: &[part("rates", "rate")],
    tables: &[
        MergedTable {
            name: "shipping_zones",
            noun: "shipping zone",
            columns: "name, countries, states",
            touched: TOUCHED,
            ..TABLE
        },
        MergedTable {
            name: "shipping_rates",
            noun: "rate",
            owner: Some(Owner { column: "zone_id", through: None }),
            columns: "name, price, free_above, min_delivery_days, max_delivery_days",
            ..TABLE
        },
    ],
    ..KIND
};

pub static DESIGN_TEMPLATES: Kind = Kind {
    section: "designTemplates",
    target: "design_template",
    references: &[Reference {
        table: "designs",
        row: "id",
        column: "product_id",
        section: "products",
    }],
    taken: Some(
        "select design.id, 'it is the design of a customer' as reason
        from designs design
        where design.site_id = $1
        and design.id = any ($2)
        and not design.is_template",
    ),
    tables: &[MergedTable {
        name: "designs",
        noun: "design template",
        columns: "product_id, style_id, position, name, layers, style_overrides",
        initial: "uuid, is_template, created_at, updated_at",
        // Clients compare the time.
        touched: "version = t.version + 1, updated_at = greatest($3, t.updated_at + interval '1 millisecond')",
        ..TABLE
    }],
    prune: Some(Prune { is_present: "t.is_template", is_newer: CREATED_AFTER, ..REMOVED }),
    ..KIND
};

pub static CHAT_WIDGETS: Kind = Kind {
    section: "chatWidgets",
    target: "chat_widget",
    taken: Some(
        "select directory.id, format('it belongs to site %s', directory.site_id) as reason
        from chat_widget_directory directory
        where directory.id = any ($2)
        and directory.site_id <> $1",
    ),
    finish: &["
        insert into chat_widget_directory (id, site_id)
        select staged.id, $1
        from pg_temp.chat_widgets staged
        where staged.site_id = $1
        and staged.id = any ($2)
        and not exists (
            select
            from chat_widget_directory directory
            where directory.id = staged.id
            and directory.site_id = $1
        )"],
    tables: &[MergedTable {
        name: "chat_widgets",
        noun: "chat widget",
        columns: "enabled, greeting_message, primary_color, position, away_message",
        touched: TOUCHED,
        ..TABLE
    }],
    prune: Some(Prune {
        is_free: "not exists (
            select
            from chat_conversations conversation
            where conversation.site_id = $1
            and conversation.widget_id = t.id
            and conversation.status <> 'closed'
        )",
        finish: Some(
            "delete from chat_widget_directory directory
            where directory.site_id = $1
            and directory.id = any ($2)",
        ),
        ..REMOVED
    }),
    ..KIND
};
