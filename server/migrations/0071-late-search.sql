-- The first block that is not searched yet for payments to a deposit address that became known late. Null until the block
-- of late_since is known.
alter table deposits add column late_block bigint;
