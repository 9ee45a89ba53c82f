-- The last calls with developer keys. Bodies are only kept of rejected calls, without values that could be secret or
-- personal.
create table request_log (
  merchant text not null,
  id bigint generated always as identity,
  key_id text not null,
  at bigint not null,
  method text not null,
  route text not null,
  status int not null,
  duration_us bigint not null,
  correlation_id text not null,
  error text,
  sample jsonb,
  primary key (merchant, key_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- Rows are inserted in order of time, so a small index is enough to find the old ones.
create index request_log_at on request_log using brin (at) with (autosummarize = on);
