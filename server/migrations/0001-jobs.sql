-- Work to be done once, not before run_at: written in the transaction that makes it necessary.
-- run_at follows the service's clock, leased_until the database's real one, so that a moved sandbox
-- clock never breaks a lease. A merchant of '' is the platform itself.
create table outbox (
  merchant text not null,
  id text not null,
  topic text not null,
  payload jsonb not null,
  run_at bigint not null,
  attempts int not null default 0,
  leased_by text,
  leased_until bigint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'dead')),
  last_error text,
  created_at bigint not null,
  primary key (merchant, id)
);

create index outbox_waiting on outbox (run_at) where state = 'waiting';
create index outbox_dead on outbox (created_at) where state = 'dead';

-- One row per recurring job: who runs it now, when it is next due, how it went last time.
create table job_leases (
  job text primary key,
  owner text,
  leased_until bigint not null default 0,
  run_at bigint not null,
  every_ms bigint not null,
  last_started_at bigint,
  last_finished_at bigint,
  last_error text
);
