-- Plans that customers subscribe to. Developer plans are in plan_subscriptions.
create table billing_plans (
  merchant text not null references merchants (wallet),
  id text not null unique,
  name text not null,
  description text not null,
  trial_days int not null check (trial_days >= 0),
  grace_days int not null check (grace_days >= 0),
  is_active boolean not null,
  -- The version for new subscriptions.
  version int not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (merchant, id)
);

-- The terms that a spender contract has in its code. Rows are never changed, except that a newer version replaces them.
create table billing_plan_versions (
  merchant text not null,
  plan_id text not null,
  version int not null check (version > 0),
  price_cents bigint not null check (price_cents > 0),
  period text not null,
  chain_id bigint not null,
  manager text not null,
  token text not null,
  -- The wallet that may redirect the payout on chain.
  owner text not null,
  payout text not null,
  price_units numeric(78, 0) not null check (price_units > 0),
  period_seconds bigint not null check (period_seconds > 0),
  fee_recipient text not null,
  fee_bps int not null check (fee_bps between 0 and 10000),
  plan_key text not null,
  spender text not null,
  created_at bigint not null,
  -- When a newer version took its place.
  replaced_at bigint,
  primary key (merchant, plan_id, version),
  unique (chain_id, spender),
  foreign key (merchant, plan_id) references billing_plans (merchant, id)
);

-- One customer's signed spend permission for one version of a plan.
create table subscriptions (
  merchant text not null,
  id text not null unique,
  plan_id text not null,
  version int not null,
  customer text not null,
  permission_hash text not null unique,
  spender text not null,
  token text not null,
  allowance numeric(78, 0) not null,
  period_seconds bigint not null,
  start_seconds bigint not null,
  end_seconds bigint not null,
  salt numeric(78, 0) not null,
  extra_data text not null,
  signature text not null,
  status text not null check (
    status in ('active', 'past_due', 'unpaid', 'paused', 'canceled', 'revoked', 'expired')
  ),
  -- When the next period to charge begins; null when none will be charged.
  next_charge_at bigint,
  -- When the next attempt is due: next_charge_at, or the time of a retry.
  due_at bigint,
  -- The number of the last period that was charged, counted from zero at the start of the permission.
  charged_period bigint,
  last_charge_at bigint,
  last_charge_status text check (last_charge_status in ('pending', 'succeeded', 'failed')),
  failed_attempts int not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  canceled_at bigint,
  primary key (merchant, id),
  foreign key (merchant, plan_id, version) references billing_plan_versions (merchant, plan_id, version),
  check (start_seconds < end_seconds),
  check (due_at is null or status in ('active', 'past_due'))
);

create index subscriptions_due on subscriptions (due_at, id) where due_at is not null;
create index subscriptions_by_merchant on subscriptions (merchant, created_at, id);
create index subscriptions_by_customer on subscriptions (customer, created_at, id);
create index subscriptions_by_plan on subscriptions (merchant, plan_id, version);

-- Keys with every scope of the starter plan were not restricted, so they also get its new scopes.
update developer_keys set scopes = scopes || '{subscriptions:read,subscriptions:write}'::text[]
where scopes @> '{inventory:read,inventory:write,orders:create,receipts:read,receipts:write,shop:read,split:read}'::text[];
