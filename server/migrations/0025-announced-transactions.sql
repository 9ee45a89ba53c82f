-- Announced transactions are looked up at growing intervals. Each remembers where it was found, because it explains
-- native coin at a deposit address only within a range of blocks.
alter table payment_hints
  add column tries int not null default 0,
  add column next_try_at bigint not null default 0,
  -- A keyed hash of the network address that announced it; null once it has an outcome.
  add column network text,
  add column block_number bigint,
  add column deposit_address text;

create index payment_hints_due on payment_hints (next_try_at) where state = 'open';
create index payment_hints_network on payment_hints (network) where network is not null;
create index payment_hints_block on payment_hints (block_number) where block_number is not null;

-- Payers of native coin were taken from unproven amounts. Look up those transactions again, and derive the payers and
-- the buyers of their receipts from the result.
update settlements set version = version + 1, due_after = 0
where (merchant, receipt_id) in (
  select merchant, receipt_id from payments where kind = 'native' and payer is not null
);
update payments set payer = null where kind = 'native' and payer is not null;
update payment_hints set state = 'open' where state = 'paying' and units > 0;
