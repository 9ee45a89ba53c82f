-- When the receipt of a deposit address was created, if that was before the address was in this table: payments may be
-- in blocks that were read without it. Null once these blocks are read again.
alter table deposits add column late_since bigint;
create index deposits_late on deposits (chain_id, late_since) where late_since is not null;
