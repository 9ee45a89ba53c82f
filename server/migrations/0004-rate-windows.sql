-- How much of a budget is given out in its current window, which begins with the first call. Times
-- follow the database's real clock. Losing the rows in a crash only forgives a minute, so no log.
create unlogged table rate_windows (
  bucket text primary key,
  ends_at bigint not null,
  used int not null,
  -- What the latest statement was given, for it to read back.
  granted int not null
);

create index rate_windows_by_end on rate_windows (ends_at);
