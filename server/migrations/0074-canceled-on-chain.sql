-- The salt of a registered split that the service did not choose. With the recipients it proves the address.
alter table splits add column salt text;

alter table billing_plan_versions
  -- The share of the fee recipient in the payout, a split, which covers that part of the fee.
  add column split_fee_bps int not null default 0 check (split_fee_bps between 0 and 10000),
  -- The arguments of that split for the factory, which prove the share.
  add column split_recipients text,
  add column split_salt text,
  -- May cancel subscriptions on chain, and nothing else.
  add column canceler text not null default '0x0000000000000000000000000000000000000000';

alter table subscriptions
  -- Whether the cancellation is on chain. Null unless canceled.
  add column on_chain text check (on_chain in ('pending', 'confirmed')),
  -- When the cancellation is sent next. Null while it is under way, and once it is confirmed.
  add column revoke_at bigint,
  -- How often its transaction had no effect.
  add column revoke_attempts int not null default 0,
  -- The outgoing transaction that cancels it on chain. Kept for a while after it is confirmed.
  add column revoke_transaction_id text;

create index subscriptions_revoke_at on subscriptions (revoke_at) where revoke_at is not null;
create index subscriptions_revoking on subscriptions (revoke_transaction_id)
where revoke_transaction_id is not null;
create index subscriptions_spender on subscriptions (spender, customer);

-- Earlier cancellations are sent to the chain too.
update subscriptions set on_chain = 'pending', revoke_at = canceled_at where status = 'canceled';

alter table billing_events add column refund_due boolean not null default false;
alter table receipts add column refund_due boolean not null default false;

alter table payments
  -- The part of the fee that its recipient could not receive. The spender keeps it until it is claimed.
  add column fee_owed_units numeric(78, 0) not null default 0 check (fee_owed_units >= 0),
  -- The block in which it was claimed.
  add column fee_claimed_block bigint,
  -- The share of the fee recipient in the payout of a charge.
  add column split_fee_bps int not null default 0;

-- The spenders of plans. Their charges are recorded, including those that other parties send.
create table charge_spenders (
  chain_id bigint not null,
  spender text not null,
  merchant text not null,
  primary key (chain_id, spender)
);
insert into charge_spenders (chain_id, spender, merchant)
select chain_id, spender, merchant from billing_plan_versions;

alter table charge_receipts add column spender text;

-- Charges of these spenders that the service did not send, until they have a receipt.
create table unexpected_charges (
  chain_id bigint not null,
  charge_key text not null,
  spender text not null,
  payer text not null,
  payout_address text not null,
  tx_hash text not null,
  paid_at bigint not null,
  created_at bigint not null,
  primary key (chain_id, charge_key)
);
