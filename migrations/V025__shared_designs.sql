-- Access of carts to designs, and the revision that a line orders.
--
-- A design's uuid is a capability until the design is shared, and again while it is shared; once it was shared and no
-- longer is, only its owner may add it. A line that anyone but the owner added holds the revision and the name of that
-- moment, and orders and shows these as soon as the design was ever shared.
--
-- Servers of the release before can live with it. They ignore the new columns: a design that one of them shares and
-- hides again during the upgrade is not marked, and a line that one of them adds follows the last revision.

-- Whether the design is shared or ever was. Never reset.
alter table designs add column was_shared boolean not null default false;

-- Both are null on lines that the owner of the design added after this migration.
alter table cart_items add column design_revision bigint;
alter table cart_items add column design_name text;

-- Sharing changed `updated_at` and nothing else recorded it, so a design that was changed since it was made may have been
-- shared.
update designs design
set was_shared = (design.is_public or design.updated_at > design.created_at)
where not design.is_template;

-- Nothing recorded who added a line. Only a cart of the design's owner proves it.
update cart_items line
set design_revision = (
    select design.revision
    from designs design
    join carts cart
        on cart.site_id = line.site_id
        and cart.id = line.cart_id
    where design.site_id = line.site_id
    and design.uuid = line.design_id
    and (cart.customer_id = design.customer_id) is not true
)
where line.design_id is not null;

update cart_items line
set design_name = (
    select design.name
    from designs design
    where design.site_id = line.site_id
    and design.uuid = line.design_id
)
where line.design_revision is not null;
