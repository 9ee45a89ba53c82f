-- A change of status is news as well. The row says all of it, and where it is to go, because the receipt goes on
-- changing; only unpublished_at is ever taken away again, once the news is among the merchant's events. It follows the
-- database's real clock, and is never before that of an earlier change of the same receipt.
alter table receipt_events
  add column event_id uuid,
  add column news jsonb,
  add column unpublished_at bigint,
  add check (unpublished_at is null or (event_id is not null and news is not null));

create index receipt_events_unpublished on receipt_events (unpublished_at, merchant, receipt_id, seq)
where unpublished_at is not null;

-- Whoever publishes holds the one row of it, so that nothing is overtaken.
create table publishing (
  is_one boolean primary key check (is_one)
);

insert into publishing values (true);

-- What merchants are told, as the bytes that everybody gets.
create table events (
  merchant text not null,
  id uuid not null,
  -- Its place among the merchant's events, without gaps; null for trials, which are no news.
  no bigint,
  kind text not null,
  receipt_id text,
  body text not null,
  created_at bigint not null,
  primary key (merchant, id)
);

create unique index events_no on events (merchant, no) where no is not null;
create index events_created_at on events (created_at);

create table event_counters (
  merchant text primary key,
  last_no bigint not null default 0,
  last_delivery_no bigint not null default 0
);

-- Addresses that get every event of a merchant, beside those of single receipts.
create table webhook_endpoints (
  merchant text not null references merchants (wallet),
  id text not null,
  url text not null,
  events text[] not null,
  is_enabled boolean not null,
  extended_retries boolean not null,
  sealed_secret bytea not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (merchant, id)
);

-- One event on its way to one address, and every attempt so far.
create table webhook_deliveries (
  merchant text not null,
  id uuid not null,
  -- Its place among the merchant's deliveries, in the order they were made.
  no bigint not null,
  event_id uuid not null,
  kind text not null,
  receipt_id text,
  -- null for the receipt's own address.
  endpoint_id text,
  url text not null,
  -- Made once, like the bytes; null where there is nothing to sign with.
  signature text,
  standard_signature text,
  extended_retries boolean not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- [{at, httpStatus, error, durationMs}]
  attempts jsonb not null default '[]',
  -- Where it waits for its turn.
  lane text not null,
  created_at bigint not null,
  primary key (merchant, id),
  check (status <> 'pending' or signature is not null)
);

create unique index webhook_deliveries_newest on webhook_deliveries (merchant, no desc);
create index webhook_deliveries_receipt on webhook_deliveries (merchant, receipt_id, no desc)
where receipt_id is not null;
create index webhook_deliveries_endpoint on webhook_deliveries (merchant, endpoint_id, no desc)
where endpoint_id is not null;
create index webhook_deliveries_pending on webhook_deliveries (merchant, lane, no)
where status = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (merchant, no desc)
where status = 'failed';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- Deliveries that must not overtake each other stand in one lane, and whoever has the lane sends its first one. There is
-- one as long as a delivery in it is pending. Times follow the database's real clock. A lane that is taken is due again
-- when the lease is over.
create table webhook_lanes (
  merchant text not null,
  lane text not null,
  -- One merchant's way to one host. So many at a time go each of these ways.
  route text not null,
  run_at bigint not null,
  -- Whether its first one was tried before.
  is_retry boolean not null,
  leased_by text,
  primary key (merchant, lane)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create index webhook_lanes_firsts on webhook_lanes (route, run_at) where not is_retry;
create index webhook_lanes_retries on webhook_lanes (run_at) where is_retry;
