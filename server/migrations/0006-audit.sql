-- Everything people changed, each entry chained to the one before it by a keyed hash. Rows are only
-- ever added.
create table audit_entries (
  merchant text not null references merchants (wallet),
  seq bigint not null,
  at bigint not null,
  actor text not null,
  role text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  correlation_id text not null,
  hash bytea not null,
  primary key (merchant, seq)
);

-- The end of each merchant's chain. Whoever adds an entry holds this row.
create table audit_heads (
  merchant text primary key references merchants (wallet),
  seq bigint not null,
  hash bytea not null
);
