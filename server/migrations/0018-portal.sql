-- A payment page knows its receipt by the id alone.
create index receipts_id on receipts (id);

-- What buyers do on payment pages, as far as receipts are given up by it.
create table portal_sessions (
  merchant text not null,
  receipt_id text not null,
  opened_at bigint not null,
  last_seen_at bigint not null,
  -- Since when a checkout is under way there; null before it and after it was given up.
  started_at bigint,
  -- Why the last attempt to pay failed; null when there was none, or a new one since.
  attempt_code text,
  attempt_at bigint,
  -- How many the timeline tells of.
  attempts int not null default 0,
  primary key (merchant, receipt_id),
  check ((attempt_code is null) = (attempt_at is null))
);

create index portal_sessions_attempt on portal_sessions (attempt_at) where attempt_at is not null;
create index portal_sessions_idle on portal_sessions (last_seen_at) where started_at is not null;

-- For finding checkouts that were begun and left.
create index receipts_checkout on receipts (updated_at)
where status in ('checkout_initialized', 'checkout_success');
