-- Native coin of one flush that came at two times: the smaller part and its time. The rest has the time of the payment.
alter table payments add column lesser_units numeric(78, 0), add column lesser_at bigint,
  add constraint payments_lesser check ((lesser_units is null) = (lesser_at is null) and lesser_units > 0);

-- The deposits to an address in chain order. A flush moves those since the flush before it.
-- Expressions, so that no other index serves the same query: of one with only the address in common, all rows would be read.
create index payments_deposited on payments
  ((deposit_address || token), ((block_number << 32) + log_index))
where kind = 'deposit';

-- Whether the chain ever reported a finalized block. A failed request then does not count as none.
alter table chain_cursors add column reports_finality boolean not null default false;

-- The payments that returned credit was taken from. Returns from before this table have no rows.
create table returned_payments (
  merchant text not null,
  receipt_id text not null,
  refund_id text not null,
  chain_id bigint not null,
  tx_hash text not null,
  log_index int not null,
  units numeric(78, 0) not null check (units >= 0),
  usd_micros bigint not null,
  primary key (merchant, receipt_id, refund_id, chain_id, tx_hash, log_index)
);
