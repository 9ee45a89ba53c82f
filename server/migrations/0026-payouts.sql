-- Payout addresses that did not accept a token or coin. The next attempt waits until retry_after, and only one payment is
-- tried at a time, so that an address costs the same gas whether one payment or a thousand wait for it.
create table payout_backoffs (
  chain_id bigint not null,
  payout_address text not null,
  token text not null,
  failures int not null check (failures > 0),
  retry_after bigint not null,
  primary key (chain_id, payout_address, token)
);

-- It went in a transaction of its own, or will, because a transaction with others reverted.
alter table payments add column flush_alone boolean not null default false;
alter table deposits add column native_flush_alone boolean not null default false;

-- Replaced by payout_backoffs.
alter table payments drop column flush_failures, drop column flush_after;

alter table split_totals add column distribute_failures int not null default 0;

-- The contract was on chain when the split was set. Otherwise its deployment decides, as for every split of earlier
-- versions that has one.
alter table splits add column is_registered boolean not null default true;

create index payments_moving on payments (chain_id, flush_key)
where flush_key is not null and arrived_block is null;
create index deposits_moving on deposits (chain_id, native_flush_key) where native_flush_key is not null;

-- Transactions in which code of recipients runs.
create index outgoing_transactions_coin on outgoing_transactions (chain_id, merchant, purpose, created_at)
where purpose in ('deposit.flush_wallet', 'split.distribute_coin');
