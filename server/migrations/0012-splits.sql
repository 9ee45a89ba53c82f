-- Where a merchant's money goes: a split contract and who gets how much of what it receives. A row is never
-- changed. The highest version is the current one; the others stay, because receipts from their time pay there.
-- recipients: [{"address", "sharesBps", "role", "label"}], all of them, the platform too. created_by: null for
-- what nobody did, as in the sandbox.
create table splits (
  merchant text not null references merchants (wallet),
  version int not null check (version > 0),
  address text not null,
  chain_id bigint not null,
  recipients jsonb not null,
  created_at bigint not null,
  created_by text,
  primary key (merchant, version)
);
