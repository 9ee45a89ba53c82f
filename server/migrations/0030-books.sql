-- Tokens that arrived at a split outside of receipts: per transaction, split and token, the amount that no payment of a
-- receipt explains. A row is never deleted: a reorg orphans it, and it counts again when its block is back.
create table direct_payments (
  chain_id bigint not null,
  tx_hash text not null,
  -- Of the first transfer.
  log_index int not null,
  merchant text not null,
  split text not null,
  token text not null,
  units numeric(78, 0) not null check (units > 0),
  -- Null if there were several senders.
  payer text,
  block_number bigint not null,
  block_hash text not null,
  paid_at bigint not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  -- In millionths of a dollar; null until it is posted.
  usd_micros numeric(38, 0),
  -- How often it was posted to the ledger or reversed; odd while it is posted.
  posted int not null default 0,
  created_at bigint not null,
  primary key (chain_id, tx_hash, log_index, block_hash)
);

create unique index direct_payments_once on direct_payments (chain_id, tx_hash, log_index)
where state <> 'orphaned';
create index direct_payments_block on direct_payments (chain_id, block_number);
create index direct_payments_open on direct_payments (chain_id, block_number)
where (state = 'confirmed' and posted % 2 = 0) or (state = 'orphaned' and posted % 2 = 1) or state = 'seen';

-- The amount that each recipient of a split was paid, as far as it is in the ledger.
create table split_payouts (
  chain_id bigint not null,
  split text not null,
  token text not null,
  account text not null,
  merchant text not null,
  released numeric(78, 0) not null,
  primary key (chain_id, split, token, account)
);

insert into split_payouts (chain_id, split, token, account, merchant, released)
select chain_id, split, token, account, min(merchant), sum(units) from releases
where posted % 2 = 1
group by chain_id, split, token, account;

-- A release of more than the ledger knew: the difference was posted as a direct payment, and is reversed with it.
alter table releases add column topped_up numeric(78, 0) not null default 0;
alter table split_totals add column topped_up numeric(78, 0) not null default 0;

create index releases_topped_up on releases (chain_id, split, token) where topped_up > 0;

-- Payments that a release of the same split and token waits for.
create index payments_unbooked on payments (chain_id, payout_address, token)
where (state = 'confirmed' and posted % 2 = 0 and mismatch is distinct from 'wrong_payout')
  or (state = 'orphaned' and posted % 2 = 1);

-- The ledger is append-only. Deleting a merchant's sales in a sandbox sets `tallystick.deletes_sales` in its transaction.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tallystick.deletes_sales', true) = 'on' then
    return null;
  end if;
  raise exception 'Ledger rows cannot be changed or deleted. Post a reversal instead.'
    using errcode = 'restrict_violation';
end
$$;

create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
for each statement execute function refuse_ledger_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
for each statement execute function refuse_ledger_change();
