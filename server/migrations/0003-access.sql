-- What a merchant has subscribed to as a developer: it decides scopes and limits of the keys under it.
-- calls_per_minute overrides the plan's own figure.
create table plan_subscriptions (
  merchant text not null references merchants (wallet),
  id text not null,
  plan text not null check (plan in ('starter', 'pro', 'enterprise')),
  calls_per_minute int,
  created_at bigint not null,
  primary key (merchant, id)
);

-- sealed: the key itself, encrypted under the merchant's own key, because webhooks are signed with it.
-- expires_at: a rotated key works until then.
alter table developer_keys
  add column subscription_id text,
  add column prefix text,
  add column sealed bytea,
  add column last_used_at bigint,
  add column expires_at bigint;

-- One encryption key for each merchant, itself encrypted under the master key that wrapped_by names; another one
-- under another master key.
create table merchant_secrets (
  merchant text not null references merchants (wallet),
  wrapped_by text not null,
  wrapped bytea not null,
  created_at bigint not null,
  primary key (merchant, wrapped_by)
);

-- Who may act for a merchant. Somebody invited joins by signing in.
create table members (
  merchant text not null references merchants (wallet),
  wallet text not null,
  role text not null check (role in ('owner', 'admin', 'cashier', 'viewer')),
  invited_by text,
  created_at bigint not null,
  joined_at bigint,
  primary key (merchant, wallet)
);

create index members_of_wallet on members (wallet);

-- Merchants from before: each is owned by the wallet it is known by, and on the plan everybody begins with.
insert into members (merchant, wallet, role, created_at, joined_at)
select wallet, wallet, 'owner', created_at, created_at from merchants;

insert into plan_subscriptions (merchant, id, plan, created_at)
select wallet, 'dsub_' || substr(md5(wallet), 1, 26), 'starter', created_at from merchants;

create table sessions (
  wallet text not null,
  id text not null,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  primary key (wallet, id)
);

create index sessions_by_expiry on sessions (expires_at);

-- Nonces that have served. Fresh ones are signed, not stored: asking for one writes nothing.
create table used_nonces (
  nonce text primary key,
  expires_at bigint not null
);

create index used_nonces_by_expiry on used_nonces (expires_at);
