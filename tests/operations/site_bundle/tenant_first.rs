//! Rules for the schema: every row belongs to a site, and names say what went wrong.

use super::database;

/// The rules that Postgres' catalog can show. Each statement lists the violations of one rule.
#[tokio::test]
async fn schema__is_tenant_first() {
    let (db, _database) = database().await;
    let rules = [
        (
            "site_id is the first column, bigint and not null",
            "select c.relname::text
             from pg_class c
             where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
             and c.relname not in ('sites', 'job_leases', 'public_urls', 'refinery_schema_history', 'stored_bytes',
                 'people', 'person_sessions', 'person_networks', 'person_recovery_codes', 'invitations',
                 'server_keys', 'site_invitations', 'person_password_resets')
             and c.relname not like '%_directory'
             and not exists (
                 select from pg_attribute a
                 where a.attrelid = c.oid and a.attnum = 1 and a.attname = 'site_id'
                 and a.atttypid = 'bigint'::regtype and a.attnotnull
             )",
        ),
        (
            "every index, and so every primary and unique key, begins with site_id",
            "select i.indexrelid::regclass::text
             from pg_index i join pg_class c on c.oid = i.indrelid
             where c.relnamespace = 'public'::regnamespace
             and c.relname not in ('sites', 'job_leases', 'public_urls', 'refinery_schema_history', 'stored_bytes',
                 'people', 'person_sessions', 'person_networks', 'person_recovery_codes', 'invitations',
                 'server_keys', 'site_invitations', 'person_password_resets')
             and c.relname not like '%_directory'
             -- Finds a person's roles for all sites.
             and i.indexrelid::regclass::text <> 'person_roles_by_person'
             and i.indkey[0] <> 1",
        ),
        (
            "every foreign key begins with site_id on both sides, and cascades or does nothing",
            "select k.conname::text
             from pg_constraint k
             where k.contype = 'f' and k.connamespace = 'public'::regnamespace
             and k.confrelid <> 'people'::regclass
             and (k.conkey[1] <> 1 or k.confkey[1] <> 1 or k.confdeltype not in ('a', 'c') or k.confupdtype <> 'a')",
        ),
        (
            "a directory has no foreign key",
            "select k.conname::text
             from pg_constraint k
             where k.contype = 'f' and (k.conrelid::regclass::text like '%_directory' or k.confrelid::regclass::text like '%_directory')",
        ),
        (
            "a table without a primary key",
            "select c.relname::text
             from pg_class c
             where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
             and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)",
        ),
        (
            "every constraint and unique index is named after what went wrong, without trailing digits",
            "select k.conname::text
             from pg_constraint k
             where k.connamespace = 'public'::regnamespace and k.conname not like 'refinery%'
             and k.conname ~ '(_pkey|_key|_fkey|_check|_excl)[0-9]*$|_[0-9]+$'
             union all
             select i.indexrelid::regclass::text
             from pg_index i join pg_class c on c.oid = i.indrelid
             where c.relnamespace = 'public'::regnamespace and c.relname <> 'refinery_schema_history'
             and (i.indexrelid::regclass::text ~ '(_pkey|_key|_idx)[0-9]*$|_[0-9]+$')",
        ),
        (
            "no serial: a sequence belongs to an identity column of bigint",
            "select s.oid::regclass::text
             from pg_class s
             where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
             and not exists (
                 select from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
                 where d.objid = s.oid and d.deptype = 'i' and a.attidentity = 'd' and a.atttypid = 'bigint'::regtype
             )",
        ),
        (
            "no triggers, rules, inheritance or unlogged tables",
            "select t.tgname::text from pg_trigger t where not t.tgisinternal
             union all
             select r.rulename::text from pg_rules r where r.schemaname = 'public'
             union all
             select i.inhrelid::regclass::text from pg_inherits i
             union all
             select c.relname::text from pg_class c where c.relnamespace = 'public'::regnamespace and c.relpersistence <> 'p'",
        ),
        (
            "every time is kept to the millisecond",
            "select a.attrelid::regclass::text || '.' || a.attname
             from pg_attribute a join pg_class c on c.oid = a.attrelid
             where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
             and c.relname <> 'refinery_schema_history'
             and a.atttypid in ('timestamp'::regtype, 'timestamptz'::regtype)
             and format_type(a.atttypid, a.atttypmod) <> 'timestamp(3) with time zone'",
        ),
    ];
    for (rule, breaches) in rules {
        let rows = db.query(breaches, &[]).await.unwrap();
        let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        assert!(names.is_empty(), "{rule}: {names:?}");
    }
}
