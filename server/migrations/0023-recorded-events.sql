-- Events that are recorded and not yet published. Any feature adds a row within its own transaction. The publisher numbers
-- the oldest rows per merchant, plans their deliveries and deletes them, all in one transaction.
create table recorded_events (
  -- Events of one receipt have increasing numbers, because the recording transaction locks the receipt.
  seq bigint generated always as identity primary key,
  merchant text not null,
  id uuid not null,
  kind text not null,
  receipt_id text,
  -- The bytes that are signed and sent.
  body text not null,
  -- The receipt's own webhook address, and the developer key that signs for it.
  webhook_url text,
  key_id text,
  -- The time of the event, by the service's clock.
  created_at bigint not null,
  -- By the database's clock.
  recorded_at bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Status changes that the previous version left unpublished. SQL cannot write their bodies, so the first process of this
-- version records them before it serves any request. A later release drops this table.
create table unrecorded_status_changes (
  seq bigint generated always as identity primary key,
  merchant text not null,
  receipt_id text not null,
  event_id uuid not null,
  status text not null,
  previous_status text not null,
  at bigint not null,
  data jsonb not null
);

-- The previous version must not add a status change between the copy and the drop. Its processes fail afterwards.
lock table receipt_events in access exclusive mode;

insert into unrecorded_status_changes (merchant, receipt_id, event_id, status, previous_status, at, data)
select merchant, receipt_id, event_id, status, previous_status, at, news
from receipt_events where unpublished_at is not null
order by unpublished_at, merchant, receipt_id, seq;

alter table receipt_events
  drop column unpublished_at,
  drop column event_id,
  drop column news;
