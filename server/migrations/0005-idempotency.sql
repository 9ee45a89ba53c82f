-- The first answer to each idempotency key of an owner. While status is null the request is under way, in
-- the hands of the process whose lease has not run out (by the database's real clock). What it makes takes its
-- ids from seed: should that process die half-way, the next one makes the same thing, not a second one.
create table idempotency_keys (
  owner text not null,
  key text not null,
  request_hash bytea not null,
  seed bytea not null,
  leased_by text not null,
  leased_until bigint not null,
  status int,
  body text,
  created_at bigint not null,
  primary key (owner, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
