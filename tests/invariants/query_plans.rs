//! The plan of every statement on tables with many rows: it finds rows of one site by an index.

use std::collections::BTreeSet;

use serde_json::Value;
use stoa_db::{Db, Settings};

use crate::harness::database::{self, Database};
use crate::invariants::sql_files::sql_files;

/// Statements that may read across sites, by the end of their path, and why.
const OF_ALL_SITES: [(&str, &str); 31] = [
    ("sweep/old_stored_bytes.sql", "a caller stores for several sites"),
    ("lease/give_back.sql", "a job is of no site"),
    ("lease/holder.sql", "a job is of no site"),
    ("lease/renew.sql", "a job is of no site"),
    ("watch/ages.sql", "a job is of no site"),
    ("site-bundle/src/list.sql", "the operator's list of sites"),
    ("widget_owners.sql", "a bundle's widgets may be another site's"),
    ("closed/sites.sql", "the operator asks how long each retains conversations"),
    ("backlog.sql", "some of what is due, by an index of that alone"),
    ("sites_with_old_rows.sql", "one question to all, so that sites without work cost nothing"),
    ("sweep/database.sql", "it is of no site"),
    ("public_url/find.sql", "it is of no site"),
    ("store/addresses.sql", "what a start warns of is looked for in each"),
    ("stores_with_test_providers.sql", "what a start warns of is looked for in each"),
    ("stores_without_cart_page.sql", "what a start warns of is looked for in each"),
    ("due_endpoints.sql", "one question to all, so that sites without work cost nothing"),
    ("due_sites.sql", "one question to all, so that sites without work cost nothing"),
    ("sites_with_reminders.sql", "one question to all, so that sites without work cost nothing"),
    ("waiting.sql", "some of what waits, by an index of that alone"),
    ("people/get_me.sql", "the sites of a person"),
    ("people/get_me_of_server_key.sql", "the sites of a server key"),
    ("server_keys/sites_of_owner.sql", "the sites of a server key, for one of their owners"),
    ("people/has_people.sql", "it is of no site, and ends at the first row"),
    ("totp/sealed.sql", "all people with a secret, by an index of them alone"),
    ("people/list_sites.sql", "the sites of a person"),
    ("roles/has_any.sql", "the roles of a person for any site"),
    ("invitations/delete_without_roles.sql", "the invitations of a person"),
    ("invitations/find.sql", "the site of an invitation"),
    ("reset/find_site.sql", "the sites of a person, and the first store"),
    ("staff/remove_roles.sql", "the roles of a person for all sites"),
    (
        "owners/has_owner.sql",
        "the owners of all sites, by an index of the few people with such roles",
    ),
];

/// Tables whose rows belong to no site.
const OF_NO_SITE: [&str; 9] = [
    "people",
    "person_sessions",
    "person_networks",
    "person_recovery_codes",
    "person_password_resets",
    "invitations",
    "open_invitations",
    "server_keys",
    "site_invitations",
];

/// Condition in statements that staff may run for all sites.
const WITHOUT_A_SITE: &str = "$1::bigint is null";

/// Statements that may read all rows that a site has in a table: the end of each statement's path, and the reason.
const OF_A_WHOLE_SITE: [(&str, &str); 14] = [
    ("recipients/list.sql", "each person of the site may get a mail"),
    ("stuck/tell.sql", "by an index of unpaid refunds alone, of which there are few"),
    ("owners/has_owner.sql", "a site has few owners, whom an index of them alone finds"),
    ("owners/lock_owners.sql", "a site has few owners, whom an index of them alone finds"),
    (
        "list_orders_needing_attention.sql",
        "by indexes of unpaid refunds, disputes and open payments alone, of which there are few",
    ),
    ("has_orders.sql", "ends at the first row"),
    ("has_uncharged_prices.sql", "all prices, before a store has orders"),
    ("recount_site_storage.sql", "a daily sum of all files of a site"),
    ("list_templates.sql", "a site has few templates, which are found by an index of them alone"),
    (
        "templates_lack_styles.sql",
        "a site has few templates, which are found by an index of them alone",
    ),
    ("rest-v1/src/media/list_media.sql", "the total is exact"),
    (
        "list_posts.sql",
        "the total is exact, and text that is too short for the index filters all posts",
    ),
    ("list_products.sql", "the total is exact"),
    (
        "search_products.sql",
        "words that many products have, or that are too short for the index, filter all products",
    ),
];

/// Tables in which a site has few rows, which responses list completely.
const FEW_FOR_A_SITE: [&str; 12] = [
    "ai_usage",
    "alert_digests",
    "categories",
    "inbox_counters",
    "navigation_items",
    "product_categories",
    "shipping_zones",
    "site_storage",
    "store_secrets",
    "stores",
    "tags",
    "webhook_endpoints",
];

/// The condition of a text search, and the index that the statement needs for it.
const SEARCHES: [(&str, &str); 3] = [
    ("like upper(lower($4", "customers_by_period_and_folded_words"),
    ("like (select rare.words[1]", "products_by_folded_words"),
    ("like (select upper(lower($7", "posts_by_folded_words_of_title"),
];

/// Statements whose cost must not grow with other rows of the site, and the partial indexes that leave these rows out.
const BY_PARTIAL_INDEXES: [(&str, &str); 2] = [
    ("list_abandoned.sql", "carts_of_customers"),
    ("list_abandoned.sql", "orders_unpaid_by_guests"),
];

/// The condition of the variant of `list_abandoned.sql` that finds the cart by its id.
const OF_ONE_CART: &str = "\nand known.id = $8";

#[tokio::test]
async fn every_statement_finds_the_rows_of_one_site_by_an_index() {
    let database = database::empty().await;
    let client = database.client().await;
    client.batch_execute(&fill(50_000)).await.unwrap();
    client.batch_execute("vacuum (analyze)").await.unwrap();
    let db = db(&database);
    let empty = "select relname::text from pg_class where relnamespace = 'public'::regnamespace \
                 and relkind = 'r' and reltuples = 0";
    assert_eq!(db.rows::<String>(empty, &[]).await.unwrap(), [""; 0], "tables without a row");
    let mut faults = BTreeSet::new();
    let mut unused: BTreeSet<&str> =
        OF_ALL_SITES.iter().chain(&OF_A_WHOLE_SITE).map(|(name, _)| *name).collect();
    for (path, text) in sql_files() {
        let mut is_exempt = |from: &[(&'static str, &str)]| {
            let name = from.iter().map(|(name, _)| *name).find(|name| path.ends_with(name));
            name.inspect(|name| _ = unused.remove(name)).is_some()
        };
        // A bundle holds a whole site, so its statements may read one.
        let bundled = path.components().any(|folder| folder.as_os_str() == "site-bundle");
        for sql in stoa_db::variants(&text) {
            let plan = plan(&db, &sql).await;
            for read in reads(&plan) {
                let asks = format!("{}: {read:?}", path.display());
                if !read.is_of_one_site() {
                    if !sql.contains(WITHOUT_A_SITE) && !is_exempt(&OF_ALL_SITES) {
                        faults.insert(asks + " looks through all sites");
                    }
                } else if read.is_of_the_whole_site() && !bundled && !is_exempt(&OF_A_WHOLE_SITE) {
                    faults.insert(asks + " reads all that the site has");
                }
            }
            // In a statement with `any (array(`, the array already restricts the search to a few rows.
            for (name, index) in BY_PARTIAL_INDEXES {
                if path.ends_with(name)
                    && !sql.contains(OF_ONE_CART)
                    && !plan.to_string().contains(index)
                {
                    faults.insert(format!("{name} does not use {index}: {plan:#}"));
                }
            }
            for (words, index) in SEARCHES.iter().filter(|_| !sql.contains("any (array(")) {
                let searches = |read: &Read<'_>| read.condition.contains("folded_text ~~");
                let is_used = plan.to_string().contains(index) && reads(&plan).iter().any(searches);
                if sql.contains(words) && !is_used {
                    faults.insert(format!("{} does not search by {index}: {sql}", path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(unused.is_empty(), "these need no exemption: {unused:?}");
}

#[tokio::test]
async fn a_missing_condition_on_the_site_is_found() {
    let database = database::empty().await;
    let db = db(&database);
    for (sql, table) in [
        (
            "select from carts cart, orders placed where cart.site_id = $1 and placed.id = cart.id",
            "orders",
        ),
        (
            "delete from cart_items line using carts cart where line.site_id = $1 and cart.id = line.cart_id",
            "carts",
        ),
        ("delete from carts cart where cart.id = $1", "carts"),
        ("update carts set revision = 1 where id = $1", "carts"),
        ("insert into tags as tag (site_id, slug) select $1, post.slug from posts post", "posts"),
        (
            "select (select count(*) from orders where cart_id = cart.id) from carts cart where cart.site_id = $1",
            "orders",
        ),
    ] {
        let plan = plan(&db, sql).await;
        let lacking = reads(&plan).into_iter().filter(|read| !read.is_of_one_site());
        assert_eq!(lacking.map(|read| read.table).collect::<Vec<_>>(), [table], "{sql}\n{plan:#}");
    }
}

/// A pool with one connection, configured like the server's.
fn db(database: &Database) -> Db {
    Db::connect(database.config.clone(), Settings { connections: 1, ..Settings::default() })
}

/// The generic plan, which a connection reuses for all values.
async fn plan(db: &Db, sql: &str) -> Value {
    // In a small table a sequential scan is cheaper than any index, so the plan would not show whether there is an
    // index.
    db.execute("set enable_seqscan = off", &[]).await.unwrap();
    db.execute(&format!("prepare planned as {sql}"), &[]).await.unwrap();
    let params =
        "select parameter_types::text[] from pg_prepared_statements where name = 'planned'";
    let (params,): (Vec<String>,) = db.one(params, &[]).await.unwrap();
    let nulls = params.iter().map(|_| "null").collect::<Vec<_>>().join(", ");
    let values = if nulls.is_empty() { nulls } else { format!("({nulls})") };
    let explain = format!("explain (format json, verbose) execute planned {values}");
    let (plan,) = db.one(&explain, &[]).await.unwrap();
    db.execute("deallocate planned", &[]).await.unwrap();
    plan
}

/// A read of a table in a plan.
#[derive(Debug)]
struct Read<'a> {
    table: &'a str,
    alias: &'a str,
    /// The index condition.
    condition: &'a str,
    /// Whether a node above limits the number of rows, and no node in between needs all rows.
    is_limited: bool,
}

impl Read<'_> {
    fn is_of_one_site(&self) -> bool {
        if OF_NO_SITE.contains(&self.table) {
            return !self.condition.is_empty();
        }
        // Statements of the demo name site 1 instead of `$1`.
        let sites = ["$1", "1"].map(|site| format!("({} = {site})", self.site()));
        sites.iter().any(|site| self.condition.contains(site))
    }

    fn is_of_the_whole_site(&self) -> bool {
        self.is_by_site_alone()
            && !self.is_limited
            && !["sites", "chat_widget_directory"].contains(&self.table)
            && !FEW_FOR_A_SITE.contains(&self.table)
    }

    /// Whether the index condition restricts only the site. `IS NOT NULL`, which a partial index implies anyway,
    /// excludes hardly any rows.
    fn is_by_site_alone(&self) -> bool {
        let site = format!("{} = $1", self.site());
        let mut conditions =
            self.condition.split(" AND ").map(|condition| condition.trim_matches(['(', ')']));
        self.condition.contains(&site)
            && conditions.all(|condition| condition == site || condition.ends_with(" IS NOT NULL"))
    }

    /// The column that holds the site's id.
    fn site(&self) -> String {
        let has_site = !["sites", "chat_widget_directory"].contains(&self.table);
        format!("{}.{}", self.alias, if has_site { "site_id" } else { "id" })
    }
}

fn reads(plan: &Value) -> Vec<Read<'_>> {
    let mut reads = Vec::new();
    find_reads(plan, false, ("", ""), &mut reads);
    reads
}

fn find_reads<'a>(
    plan: &'a Value,
    is_limited: bool,
    table: (&'a str, &'a str),
    reads: &mut Vec<Read<'a>>,
) {
    match plan {
        Value::Array(nodes) => {
            nodes.iter().for_each(|node| find_reads(node, is_limited, table, reads))
        }
        Value::Object(members) => {
            let text = |name: &str| members.get(name).and_then(Value::as_str);
            let kind = text("Node Type").unwrap_or_default();
            let named = text("Relation Name").zip(text("Alias"));
            // A bitmap index scan does not name its table, but the node above it does.
            let (table, alias) =
                named.or((kind.starts_with("Bitmap")).then_some(table)).unwrap_or_default();
            if kind.ends_with("Scan") && !table.is_empty() && kind != "Bitmap Heap Scan" {
                let condition = text("Index Cond").unwrap_or_default();
                reads.push(Read { table, alias, condition, is_limited });
            }
            let is_limited = match kind {
                "Limit" => true,
                "Sort" | "Aggregate" | "Hash" | "Materialize" => false,
                _ => {
                    is_limited
                        && !matches!(text("Parent Relationship"), Some("SubPlan" | "InitPlan"))
                }
            };
            members
                .values()
                .for_each(|member| find_reads(member, is_limited, (table, alias), reads));
        }
        _ => {}
    }
}

/// Fills every table with rows of a single site: in this case a scan of the whole table costs least. The largest tables
/// get `many` rows, and most others a fifth of that.
pub fn fill(many: u32) -> String {
    FILL.replace("{many}", &many.to_string()).replace("{some}", &(many / 5).to_string())
}

const FILL: &str = "
set session_replication_role = replica; -- Foreign keys hold by construction.
insert into sites (id, name) overriding system value values (1000, 'Large');
insert into stores (site_id) values (1000);
insert into public_urls (url) values ('http://127.0.0.1:8080');
insert into job_leases (name, holder, expires_at, succeeded_at)
    select 'j' || n, n, now(), now() from generate_series(1, 1000) n;
insert into stored_bytes (caller_sha256, window_start, bytes)
    select sha256(n::text::bytea), now(), n from generate_series(1, 1000) n;
insert into site_storage (site_id, bytes) values (1000, 1);
insert into store_secrets (site_id, name, sealed) select 1000, 's' || n, '' from generate_series(1, 20) n;
insert into ai_usage (site_id, month, credits) select 1000, '2026-01-01'::date + n * 31, 9 from generate_series(0, 19) n;
insert into ai_reservations (site_id, id, month, credits, created_at)
    select 1000, n, '2026-01-01'::date + n % 20 * 31, 1, now() from generate_series(1, {some}) n;
insert into api_keys (site_id, secret_sha256) select 1000, sha256(n::text::bytea) from generate_series(1, 1000) n;
insert into categories (site_id, id, slug) select 1000, n, 'c' || n from generate_series(1, 20) n;
insert into tags (site_id, id, slug) select 1000, n, 't' || n from generate_series(1, 20) n;
insert into navigation_items (site_id, id) select 1000, n from generate_series(1, 20) n;
insert into media (site_id, id, mime_type) select 1000, n, 'image/t' || n % 9 from generate_series(1, {some}) n;
insert into product_categories (site_id, id, slug) select 1000, n, 'c' || n from generate_series(1, 20) n;
insert into shipping_zones (site_id, id) select 1000, n from generate_series(1, 100) n;
insert into shipping_rates (site_id, id, zone_id) select 1000, n, 1 + n % 100 from generate_series(1, 1000) n;
insert into chat_widgets (site_id, id) select 1000, n from generate_series(1, 20) n;
insert into chat_widget_directory (site_id, id) select 1000, n from generate_series(1, {some}) n;
insert into chat_conversations (site_id, id, widget_id, visitor_id, status, agent_person_id, last_event_at,
    last_message_at, started_at)
select 1000, n, 1, 'v' || n, case n % 20 when 0 then 'open' else 'closed' end, case when n % 20 > 0 then n % 50 end,
    now(), now() - n * interval '1 minute', now()
from generate_series(1, {some}) n;
insert into chat_events (site_id, conversation_id, number, occurred_at, status)
select 1000, 1 + n / 10, n % 10, now(), 'open' from generate_series(1, {some}) n;
insert into idempotency_keys (site_id, operation, key, fingerprint, claimed_until, created_at)
select 1000, 'o', n, sha256(n::text::bytea), now(), now() from generate_series(1, {some}) n;

insert into people (id, email, name, password_hash, created_at)
select 100000 + n, 'p' || n || '@example.com', '', '', now() from generate_series(1, {some}) n;
insert into person_sessions (token_sha256, person_id, created_at, last_used_at)
select sha256(n::text::bytea), 100000 + n, now(), now() from generate_series(1, {some}) n;
insert into person_networks (person_id, network_sha256, last_login_at)
select 100000 + n, sha256(n::text::bytea), now() from generate_series(1, {some}) n;
insert into person_recovery_codes (person_id, code_sha256)
select 100000 + n, sha256(n::text::bytea) from generate_series(1, {some}) n;
insert into person_password_resets (person_id, token_sha256, asked_at, mail_id, expires_at)
select 100000 + n, sha256(n::text::bytea), now(), n, now() from generate_series(1, {some}) n;
insert into invitations (person_id, token_sha256, expires_at)
select 100000 + n, sha256(n::text::bytea), now() from generate_series(1, {some}) n;
insert into site_invitations (person_id, for_site, token_sha256, expires_at)
select 100000 + n, 1000, sha256(n::text::bytea), now() from generate_series(1, {some}) n;
insert into person_roles (site_id, person_id, roles, created_at)
select 1000, 100000 + n, '{shop}', now() from generate_series(1, {some}) n;
insert into server_keys (id, secret_sha256, for_site, for_further_sites, name, roles, created_at, expires_at)
select 100000 + n, sha256(n::text::bytea), 1000 + n % 2, case n % 100 when 1 then array[1000] else '{}' end, '', '{shop}',
    now() - n * interval '1 minute', now()
from generate_series(1, {some}) n;
insert into audit_entries (site_id, id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, fields)
select 1000, n, now() - n * interval '1 minute', 'command_line', 0, '', n % 20, 'order', n, '{}' from generate_series(1, {some}) n;
insert into alerts (site_id, id, kind, cause, data, occurred_at, told_at)
select 1000, n, 'orderPaid', n, '{}', now() - n * interval '1 minute',
    case when n > 100 then now() - n * interval '1 minute' end
from generate_series(1, {many}) n;
insert into alert_settings (site_id, person_id, choices) select 1000, 100000 + n, '{}' from generate_series(1, {some}) n;
insert into alert_digests (site_id, due_at) values (1000, now());
insert into inbox_counters (site_id, newest_number) values (1000, {many});
insert into inbox_events (site_id, id, number, kind, data, occurred_at)
select 1000, n, case when n <= {many} then n end, 'orderPaid', '{}', now() - ({many} + 100 - n) * interval '1 minute'
from generate_series(1, {many} + 100) n;

insert into customers (site_id, id, email, password_hash, verified_at, created_at, updated_at)
select 1000, n, 'c' || n || '@example.com', '', now(), now() - n * interval '1 minute', now()
from generate_series(1, {many}) n;
insert into customer_sessions (site_id, token_sha256, customer_id, created_at, last_used_at)
select 1000, sha256(n::text::bytea), n, now() - n * interval '1 minute', now() - n * interval '1 minute'
from generate_series(1, {some}) n;
insert into customer_networks (site_id, customer_id, network_sha256, last_login_at)
select 1000, n, sha256(n::text::bytea), now() - n * interval '1 minute' from generate_series(1, {some}) n;
insert into password_resets (site_id, customer_id, token_sha256, asked_at, mail_id, expires_at)
select 1000, n, sha256(n::text::bytea), now(), n, now() - n * interval '1 minute' from generate_series(1, {some}) n;
insert into email_verifications (site_id, token_sha256, customer_id, expires_at)
select 1000, sha256(n::text::bytea), n, now() - n * interval '1 minute' from generate_series(1, {some}) n;
insert into support_messages (site_id, id, customer_id, subject, body, category, status, created_at, updated_at,
    last_activity_at)
select 1000, n, 1 + n / 10, '', '', 'general', case n % 20 when 0 then 'open' else 'closed' end, now(), now(),
    now() - n * interval '1 minute'
from generate_series(1, {many}) n;
insert into support_replies (site_id, id, message_id, author, author_name, body, created_at)
select 1000, n, 1 + n / 3, 'customer', '', '', now() from generate_series(1, {many}) n;
insert into wishlists (site_id, id, customer_id, created_at) select 1000, n, n, now() from generate_series(1, {many}) n;
insert into wishlist_items (site_id, id, wishlist_id, product_id, added_at)
select 1000, n, 1 + n / 10, n % 1000, now() from generate_series(1, {many}) n;

insert into carts (site_id, id, session_id, customer_id, expires_at, created_at, updated_at)
select 1000, n, 's' || n, case n % 20 when 0 then n end, now(), now(), now() - n * interval '1 minute'
from generate_series(1, {some}) n;
insert into reminder_addresses (site_id, email_sha256, ended_at, reminded_at)
select 1000, sha256(n::text::bytea), case n % 20 when 0 then now() end, now() - n * interval '1 minute' from generate_series(1, {some}) n;
insert into cart_recovery_tokens (site_id, token_sha256, cart_id, expires_at)
select 1000, sha256(n::text::bytea), n, now() - n * interval '1 minute' from generate_series(1, {some}) n;
insert into cart_items (site_id, id, cart_id, product_id, design_id, quantity, created_at, updated_at)
select 1000, n, n, 1, case n % 10 when 0 then md5(n::text)::uuid end, 1, now(), now() from generate_series(1, {some}) n;
insert into orders (site_id, id, number, status, cart_id, customer_id, customer_email, customer_name, currency, subtotal,
    total, payment_provider, expires_at, created_at, updated_at)
select 1000, n, 'n' || n, case n % 20 when 0 then 'pending' when 1 then 'expired' else 'paid' end, n, case n % 2 when 0 then n / 10 end,
    'c' || n % 10000 || '@example.com', '', 'USD', 0, 0, 'test',
    now() + n * interval '1 minute', now() - n * interval '1 minute', now()
from generate_series(1, {many}) n;
insert into order_items (site_id, order_id, position, product_id, design_id, design_revision, design_thumbnail_key,
    product_name, unit_price, quantity, total)
select 1000, n, 1, 1, case n % 10 when 0 then md5(n::text)::uuid end, case n % 10 when 0 then 1 end,
    case n % 10 when 0 then md5(n::text) || '.png' end, '', 0, 1, 0 from generate_series(1, {some}) n;
insert into order_status_changes (site_id, id, order_id, to_status, occurred_at)
select 1000, n, n, 'paid', now() from generate_series(1, {some}) n;
insert into order_tracking_events (site_id, event_id, order_id, event_type, payload, processed_at)
select 1000, n, n, '', '{}', now() from generate_series(1, {some}) n;
insert into order_refunds (site_id, id, order_id, asked_at, due_at, done_at)
select 1000, n, n, now(), now(), case when n % 20 > 0 then now() end from generate_series(1, {some}) n;
insert into refund_reports (site_id, order_id, refunded_total, reported_at)
select 1000, n, 1, now() from generate_series(1, {some}) n;
insert into failed_refunds (site_id, order_id, refund_id, amount, failed_at)
select 1000, n, '', 1, now() from generate_series(1, {some}) n;
insert into order_disputes (site_id, order_id, dispute_id, state, changed_at)
select 1000, n, '', 'open', now() from generate_series(1, {some}) n;
insert into order_notes (site_id, id, order_id, body, author_name, created_at)
select 1000, n, n, '', '', now() from generate_series(1, {some}) n;
insert into stock_adjustments (site_id, id, product_id, delta, reason, created_at)
select 1000, n, n, 1, '', now() - n * interval '1 minute' from generate_series(1, {some}) n;
insert into payment_events (site_id, event_id, event_type, received_at)
select 1000, n, '', now() from generate_series(1, {some}) n;
insert into test_payment_intents (site_id, id, amount, currency, status, changed_at)
select 1000, n, 1, 'USD', 'succeeded', now() from generate_series(1, {some}) n;
insert into test_refunds (site_id, id, intent_id, amount) select 1000, n, n, 1 from generate_series(1, {some}) n;
insert into mails (site_id, id, kind, order_id, created_at, due_at, sent_at)
select 1000, n, 'order_confirmed', n, now() - n * interval '1 minute', now(), case when n % 20 > 0 then now() end
from generate_series(1, {some}) n;
insert into mails (site_id, id, kind, alert_id, person_id, created_at, due_at, sent_at)
select 1000, {some} + n, 'alert', n, 100000 + n % 9, now() - n * interval '1 minute', now(), now()
from generate_series(1, {some}) n;
insert into events (site_id, id, kind, resource, payload, occurred_at, due_at, dispatched_at)
select 1000, n, 'order.paid', 'orders/' || n % 1000, '{}', now() - n * interval '1 minute', now(),
    case when n % 20 > 0 then now() end
from generate_series(1, {some}) n;
insert into webhook_endpoints (site_id, id, url, events, secret, created_at, updated_at)
select 1000, n, '', '{}', '', now(), now() from generate_series(1, 20) n;
insert into webhook_deliveries (site_id, id, endpoint_id, event_id, resource, created_at, due_at, delivered_at, failed_at)
select 1000, n, n % 20 + 1, n, 'orders/' || n % 1000, now() - n * interval '1 minute', now(),
    case when n % 20 > 1 then now() end, case when n % 20 = 1 then now() end
from generate_series(1, {some}) n;
insert into files (site_id, key, media_type, size, added_as, created_at)
select 1000, md5(n::text) || '.png', 'image/png', 1, case n % 20 when 0 then 'f' || n end,
    now() - n * interval '1 minute'
from generate_series(1, {many}) n;
insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
select 1000, sha256(n::text::bytea), now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, {some}) n;
insert into designs (site_id, id, uuid, legacy, product_id, customer_id, session_sha256, is_template, name, revision,
    thumbnail_key, created_at, updated_at, deleted_at)
select 1000, n, md5(n::text)::uuid, n % 10 = 3, n % 1000, case when n % 2 = 1 then greatest(n / 10, 1) end,
    case when n % 2 = 0 and n % 200 > 0 then sha256((n / 10)::text::bytea) end, n % 200 = 0, '', n % 3,
    case n % 5 when 1 then md5(n::text) || '.png' end, now(), now() - n * interval '1 minute',
    case n % 10 when 9 then now() end
from generate_series(1, {many}) n;
insert into design_revisions (site_id, design_id, revision, layers, style_overrides, thumbnail_key, created_at)
select 1000, n, 1, '[]', '{}', md5(n::text) || '.png', now() from generate_series(1, {many}) n;
insert into design_drawings (site_id, design_id, revision, side, position, mockup_key, print_key)
select 1000, n, 1, 'front', 0, md5(n::text) || '.png', md5(n::text) || '.png' from generate_series(1, {many}) n;
insert into design_assets (site_id, id, design_id, customer_id, session_sha256, file_key, created_at)
select 1000, n, case when n % 4 > 0 then greatest(n / 10, 1) end, case when n % 2 = 1 then greatest(n / 10, 1) end,
    case when n % 2 = 0 then sha256((n / 10)::text::bytea) end, md5(n::text) || '.png', now()
from generate_series(1, {many}) n;
insert into order_item_drawings (site_id, order_id, position, side, side_position, mockup_key, print_key)
select 1000, n, 1, 'front', 0, md5(n::text) || '.png', md5(n::text) || '.png' from generate_series(1, {some}) n;
insert into shipping_quotes (site_id, id, country, name, price, expires_at)
select 1000, n, 'US', '', 0, now() from generate_series(1, {some}) n;
insert into discount_codes (site_id, id, code, discount_type)
select 1000, n, 'c' || n, 'percent' from generate_series(1, {some}) n;
insert into gift_certificates (site_id, id, code) select 1000, n, 'c' || n from generate_series(1, {some}) n;
insert into gift_certificate_movements (site_id, id, certificate_id, order_id, amount, reason, occurred_at)
select 1000, n, n, n, -1, 'hold', now() from generate_series(1, {some}) n;

-- Words are indexed at once, not row by row.
drop index posts_by_words_of_title, products_by_words, posts_by_folded_words_of_title, products_by_folded_words;
insert into posts (site_id, id, title, slug, post_type, excerpt, published, published_at)
select 1000, n, 'How we made number ' || n, 'p' || n, case n % 20 when 0 then 'page' else 'post' end,
    'What is to be said of number ' || n, n % 50 > 0, timestamptz '2026-01-01' + n * interval '1 minute'
from generate_series(1, {many}) n;
insert into post_categories (site_id, post_id, category_id) select 1000, n, 1 + n % 20 from generate_series(1, {many}) n;
insert into post_tags (site_id, post_id, tag_id) select 1000, n, 1 + n % 20 from generate_series(1, {many}) n;
insert into products (site_id, id, category_id, name, slug, short_description, price, featured, status, created_at)
select 1000, n, 1 + n % 20, 'Tote number ' || n, 'p' || n, 'Heavy canvas, number ' || n, n % 9000, n % 10 = 0,
    case n % 50 when 0 then 'draft' else 'active' end, timestamptz '2026-01-01' + n * interval '1 minute'
from generate_series(1, {many}) n;
create index posts_by_words_of_title on posts using gin (site_id, search_text gin_trgm_ops) where published;
create index products_by_words on products using gin (site_id, search_text gin_trgm_ops) where status = 'active';
create index posts_by_folded_words_of_title on posts using gin (site_id, folded_text gin_trgm_ops) where published;
create index products_by_folded_words on products using gin (site_id, folded_text gin_trgm_ops) where status = 'active';

insert into product_images (site_id, id, product_id) select 1000, n, n from generate_series(1, {some}) n;
insert into product_options (site_id, id, product_id) select 1000, n, n from generate_series(1, {some}) n;
insert into product_option_values (site_id, id, option_id) select 1000, n, n from generate_series(1, {some}) n;
insert into product_variants (site_id, id, product_id) select 1000, n, n from generate_series(1, {some}) n;
insert into variant_option_values (site_id, variant_id, option_id, value_id)
select 1000, n, n, n from generate_series(1, {some}) n;
insert into bulk_pricing_rules (site_id, id, product_id, price_type) select 1000, n, n, 'fixed' from generate_series(1, {some}) n;
insert into product_styles (site_id, id, product_id) select 1000, n, n from generate_series(1, {some}) n;
insert into product_style_sides (site_id, id, style_id, slug) select 1000, n, n, '' from generate_series(1, {some}) n;
";
