-- Native coin of one flush that came at two times: the smaller part and its time. The rest has the time of the payment.
alter table payments add column lesser_units numeric(78, 0), add column lesser_at bigint,
  add constraint payments_lesser check ((lesser_units is null) = (lesser_at is null) and lesser_units > 0);

-- The deposits to an address in chain order. A flush moves those since the flush before it.
create index payments_deposited on payments (chain_id, deposit_address, token, block_number, log_index)
where kind = 'deposit';

-- Whether the chain ever reported a finalized block. A failed request then does not count as none.
alter table chain_cursors add column reports_finality boolean not null default false;
