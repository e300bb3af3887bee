-- Legacy designs are finalized, shared and ordered like other designs.
--
-- Servers of the previous release still work. They add a legacy design to a cart once a newer server has drawn it, and
-- order its last revision.

-- The version of the design that its last revision shows. Only legacy designs need it, because a change does not make a
-- finalized legacy design a draft.
alter table designs add column revised_version bigint;
