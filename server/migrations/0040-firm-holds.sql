-- The stock that an order without a key holds because of a signed payment or a pending transaction, before money arrives.
-- A payment in a block deletes the row. It stays for an hour after a hold that ended unpaid.
create table firm_holds (
  merchant text not null,
  receipt_id text not null,
  payer text not null,
  -- The pending transaction; null for a signed payment.
  tx_hash text,
  -- Keyed hashes of the network addresses that placed the order and announced the transaction.
  networks text[] not null,
  until bigint not null,
  primary key (merchant, receipt_id),
  foreign key (merchant, receipt_id) references receipts (merchant, id) on delete cascade
);

create index firm_holds_until on firm_holds (until);
