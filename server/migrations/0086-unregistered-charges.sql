-- Booked charges under permissions that no customer registered here. Anyone can make them, so each day books a limited number.
create table unregistered_charges (
  chain_id bigint not null,
  charge_key text not null,
  merchant text not null,
  receipt_id text not null,
  created_at bigint not null,
  primary key (chain_id, charge_key)
);
create index unregistered_charges_created_at on unregistered_charges (created_at, merchant);

-- The block of the charge. Zero for charges from before this column.
alter table unexpected_charges add column block_number bigint not null default 0;

-- The first block with charges that were not booked because of the limit. They are read again later.
alter table charge_spenders add column unread_from bigint;
create index charge_spenders_unread on charge_spenders (unread_from) where unread_from is not null;
