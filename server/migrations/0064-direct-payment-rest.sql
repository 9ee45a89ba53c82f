-- The part of a direct payment in the ledger that no payment of a receipt explains, when it is not all of it. The difference
-- leaves the ledger with the payments that explain it.
alter table direct_payments add column rest_units numeric(78, 0) check (rest_units >= 0);

drop index direct_payments_open;
create index direct_payments_open on direct_payments (chain_id, block_number)
where (state = 'confirmed' and posted % 2 = 0) or (state = 'orphaned' and posted % 2 = 1) or state = 'seen'
  or rest_units is not null;
