create table merchants (
  wallet text primary key,
  created_at bigint not null
);

create table developer_keys (
  merchant text not null references merchants (wallet),
  id text not null,
  name text not null,
  scopes text[] not null,
  created_at bigint not null,
  revoked_at bigint,
  primary key (merchant, id)
);

-- From the keyed hash of a key to its row. Unique over all merchants, so it stands apart from the
-- table that is divided by merchant.
create table developer_key_hashes (
  hash bytea primary key,
  merchant text not null,
  key_id text not null
);
