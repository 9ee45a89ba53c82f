-- The last rate each unit was believed to have, in millionths of a dollar, and what is odd about it
-- now. A unit that never had a believable rate has a row with nothing but its alarm. Times follow the
-- service's clock: quoted_at is the source's, fetched_at when the round that believed it began.
create table exchange_rates (
  unit text primary key,
  usd_ppm bigint check (usd_ppm > 0),
  provider text,
  quoted_at bigint,
  fetched_at bigint,
  -- What the next quote is held against when only one source gives one. It follows slowly, so that a
  -- source cannot walk away in many small steps.
  anchor_ppm bigint check (anchor_ppm > 0),
  anchor_at bigint,
  alarm text,
  check (num_nulls(usd_ppm, provider, quoted_at, fetched_at, anchor_ppm, anchor_at) in (0, 6))
);
