-- An unpaid subscription is charged again when its next period begins.
alter table subscriptions drop constraint subscriptions_check1;
alter table subscriptions add constraint subscriptions_due_status
check (due_at is null or status in ('active', 'past_due', 'unpaid'));

-- The charge that the reminder before it was recorded for.
alter table subscriptions add column reminded_for bigint;

create index subscriptions_unreminded on subscriptions (next_charge_at)
where next_charge_at is not null and reminded_for is distinct from next_charge_at;

-- One row per subscription and period that a charge was attempted for. A period is charged at most once.
create table subscription_charges (
  merchant text not null,
  subscription_id text not null,
  period_index bigint not null check (period_index >= 0),
  charge_key text not null unique,
  -- open: no attempt is under way. submitted: a transaction is planned or on chain, and its result is not known.
  state text not null check (state in ('open', 'submitted', 'succeeded', 'failed')),
  -- The number of the last attempt, counted from one.
  attempt int not null,
  -- At most this many charges share the next transaction. Halved when a whole transaction failed.
  max_batch int not null check (max_batch > 0),
  -- The outgoing transaction of the attempt. Null when another party charged.
  transaction_id text,
  receipt_id text,
  first_failed_at bigint,
  failure_code text check (failure_code in ('balance', 'allowance', 'revoked', 'expired', 'chain')),
  -- Whether subscription.charged was recorded.
  is_announced boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (merchant, subscription_id, period_index)
);

create index subscription_charges_submitted on subscription_charges (transaction_id)
where state = 'submitted';

-- One row per attempt to charge a subscription.
create table billing_events (
  merchant text not null,
  id text not null,
  subscription_id text not null,
  plan_id text not null,
  customer text not null,
  period_index bigint not null,
  attempt int not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents bigint not null,
  token text not null,
  amount_units numeric(78, 0) not null,
  fee_units numeric(78, 0) not null,
  tx_hash text,
  failure_code text,
  created_at bigint not null,
  primary key (merchant, id),
  unique (merchant, subscription_id, period_index, attempt)
);
