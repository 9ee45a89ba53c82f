-- A receipt of a subscription's charge has no payment page and no deposit address.
alter table receipts drop constraint receipts_kind_check;
alter table receipts add constraint receipts_kind_check
check (kind in ('order', 'terminal', 'direct', 'subscription'));

-- charge: the charger moved a subscriber's money to the payout address, and the fee to the platform.
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check
check (kind in ('deposit', 'gateway', 'native', 'flush', 'charge'));

-- The part of a charge that the platform got in the same transaction. It is included in the units.
alter table payments add column fee_account text, add column fee_units numeric(78, 0),
  add constraint payments_fee check (
    (fee_account is null) = (fee_units is null)
    and (fee_units is null or kind = 'charge' and fee_units > 0 and fee_units < units)
  );

create index payments_orphaned_charges on payments (chain_id, block_number)
where kind = 'charge' and state = 'orphaned';

alter table ledger_postings drop constraint ledger_postings_kind_check;
alter table ledger_postings add constraint ledger_postings_kind_check
check (kind in ('payment', 'charge', 'sale', 'release', 'mark', 'refund', 'refund_paid'));

-- The receipt that each charge of a subscription pays. The key follows from the signed permission and the period.
create table charge_receipts (
  chain_id bigint not null,
  charge_key text not null,
  merchant text not null,
  receipt_id text not null,
  -- The wallet that gets the platform's fee, if the charge pays one.
  fee_account text not null,
  primary key (chain_id, charge_key),
  unique (merchant, receipt_id)
);
