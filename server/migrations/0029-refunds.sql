-- The buyer's wallet may be unknown, as for cash.
alter table refunds alter column buyer drop not null;

-- It returned money beyond the total, which the receipt counts apart.
alter table refunds add column is_credit boolean not null default false;
alter table receipts add column credit_returned_usd_cents bigint not null default 0
  check (credit_returned_usd_cents >= 0);

-- A refund without a transaction is looked for among token transfers, from this block on and at growing intervals.
alter table refunds
  add column search_block bigint,
  add column searches int not null default 0,
  add column next_search_at bigint not null default 0;

create index refunds_unsent on refunds (created_at)
where transaction_hash is null and confirmed_at is null and token is not null and buyer is not null;
