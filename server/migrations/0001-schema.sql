-- platform

-- The first block of each chain, and the last one that this database has seen. A chain that no
-- longer has them was rolled back, lost its file, or is another one under the same number.
create table chain_heads (
  chain_id bigint primary key,
  first_hash text not null,
  block_number bigint not null,
  block_hash text not null,
  seen_at bigint not null
);
comment on table chain_heads is 'The last block seen.';

-- The first answer to each idempotency key of an owner. While status is null the request is under
-- way, in the hands of the process whose lease has not run out (by the database's real clock). What
-- it makes takes its ids from seed: should that process die half-way, the next one makes the same
-- thing, not a second one.
create table idempotency_keys (
  owner text not null,
  key text not null,
  request_hash bytea not null,
  seed bytea not null,
  leased_by text not null,
  leased_until bigint not null,
  status integer,
  body text,
  created_at bigint not null,
  primary key (owner, key)
);
comment on table idempotency_keys is 'Stored responses.';
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Part of the key of every new receipt, so that two installations never share a deposit address.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  id text not null,
  -- Signs payment links. Random and on its own, so that links survive the rotation of every other
  -- secret. Three UUIDs have more than 256 random bits.
  link_secret bytea not null
);
comment on table installation is
  'The id of the installation, and the secret that signs payment links.';
insert into installation (id, link_secret) values (
  gen_random_uuid(),
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);

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
comment on table job_leases is 'Schedule and lease of each job.';

-- Records that conflict with the database, and damaged bytes of the journal. The content is sealed.
create table journal_quarantine (
  id text primary key,
  kind text not null,
  merchant text,
  keys text[] not null,
  reason text not null,
  accepted_at bigint,
  quarantined_at bigint not null,
  sealed bytea not null
);
comment on table journal_quarantine is
  'Sealed records of the journal that conflict with the database, and damaged bytes.';
create index journal_quarantine_page on journal_quarantine (quarantined_at, id);

-- Segments of the journal whose records are in the database. A process that stopped between the
-- replay and the removal of the file must not replay it again.
create table journal_segments (
  id text primary key,
  replayed_at bigint not null
);
comment on table journal_segments is 'Segments of the journal that were replayed.';
create index journal_segments_replayed_at on journal_segments (replayed_at);

-- Who gives out the nonces of a signer. The epoch rises with every change of hands, and whoever
-- writes names the one it was given.
create table outgoing_signers (
  chain_id bigint not null,
  signer text not null,
  owner text,
  epoch bigint not null,
  leased_until bigint not null,
  -- Last seen, in wei.
  balance numeric(78,0),
  -- The first nonce that nobody seems to hold, and since when.
  gap_nonce bigint,
  gap_since bigint,
  primary key (chain_id, signer),
  check ((gap_nonce is null) = (gap_since is null))
);
comment on table outgoing_signers is 'Lease and nonce of each signer.';

-- Transactions the service sends itself. A row is an intent, written in the transaction that makes
-- it necessary; it reaches the chain exactly once, however often it is signed. created_at follows
-- the service's clock, every other time the database's real one, so that a moved sandbox clock
-- hurries nothing. A merchant of '' is the platform itself.
create table outgoing_transactions (
  id text primary key,
  chain_id bigint not null,
  -- The caller's own name for it: the same one twice is one intent.
  key text not null check (key <> ''),
  purpose text not null,
  merchant text not null,
  recipient text not null,
  data text not null,
  value numeric(78,0) not null check (value >= 0),
  created_at bigint not null,
  -- Microseconds: what one transaction plans keeps its order.
  planned_us bigint not null default ((EXTRACT(epoch FROM clock_timestamp()) * 1000000))::bigint,
  state text not null default 'planned'
    check (state in ('planned', 'signed', 'sent', 'mined', 'reverted', 'final', 'failed')),
  state_since bigint not null default ((EXTRACT(epoch FROM clock_timestamp()) * 1000))::bigint,
  tried_at bigint,
  error text,
  error_since bigint,
  -- Of the attempt that counts: the one in a block, or else the one signed last.
  signer text,
  nonce bigint,
  hash text,
  generation integer not null default 0,
  bumps integer not null default 0,
  -- Since when its nonce seems to be used by somebody else, and the chain's head then.
  taken_since bigint,
  taken_at_block bigint,
  stuck_since bigint,
  block_number bigint,
  block_hash text,
  gas_used bigint,
  -- When enough blocks were on top of it.
  settled_at bigint,
  gas bigint not null check (gas > 0),
  -- Every outgoing transaction is signed with this gas limit, so that no contract can shape it.
  -- Replaces the upper bound for estimates. The priority orders planned transactions, lowest first:
  -- payments signed by buyers, settlement, charges, deployments. The payer signed the payment that
  -- a transaction submits, and has a gas budget.
  priority smallint not null,
  payer text,
  unique (chain_id, key),
  check ((nonce is null) = (signer is null)),
  check (nonce is not null or (state in ('planned', 'failed'))),
  check (nonce is null or state <> 'planned'),
  check ((block_hash is not null) = (state in ('mined', 'reverted', 'final'))),
  check ((error is null) = (error_since is null))
);
comment on table outgoing_transactions is 'Transactions that the service sends.';
-- Transactions in which code of recipients runs.
create index outgoing_transactions_coin on outgoing_transactions (chain_id, merchant, purpose, created_at)
  where purpose in ('deposit.flush_wallet', 'split.distribute_coin');
create index outgoing_transactions_merchant on outgoing_transactions (chain_id, merchant, state_since)
  where merchant <> '';
create index outgoing_transactions_newest on outgoing_transactions (created_at desc, id desc);
-- A nonce belongs to one intent. Beside it there may be an empty transaction that was to fill it.
create unique index outgoing_transactions_nonce on outgoing_transactions (chain_id, signer, nonce, (purpose = 'nonce.fill'))
  where nonce is not null;
create index outgoing_transactions_open on outgoing_transactions (chain_id, signer, nonce)
  where (state in ('signed', 'sent')) or (state in ('mined', 'reverted')) and settled_at is null;
create index outgoing_transactions_payer on outgoing_transactions (chain_id, payer, state_since)
  where payer is not null;
create index outgoing_transactions_planned on outgoing_transactions (chain_id, priority, tried_at, planned_us)
  where state = 'planned';
-- Budgets count the gas of a day, and the limits of unfinished transactions.
create index outgoing_transactions_spent on outgoing_transactions (chain_id, state_since)
  where gas_used is not null;
create index outgoing_transactions_state on outgoing_transactions (state, created_at desc, id desc);

-- How far the sandbox's clock is ahead of the real one. One row, none until somebody turns it.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null check (ahead_ms >= 0),
  -- How often the sandbox clock returned to real time, so that processes recognise an older offset.
  resets integer not null default 0
);
comment on table sandbox_clock is 'How far the sandbox clock is ahead.';

-- Everything that was ever signed for an intent: any of it may turn up in a block. Written and
-- committed before the chain hears of it.
create table outgoing_attempts (
  transaction_id text not null references outgoing_transactions(id),
  generation integer not null check (generation > 0),
  chain_id bigint not null,
  signer text not null,
  nonce bigint not null check (nonce >= 0),
  raw text not null,
  hash text not null unique,
  gas bigint not null,
  max_fee_per_gas numeric(78,0) not null,
  max_priority_fee_per_gas numeric(78,0) not null,
  -- An empty transfer to oneself, to use up the nonce of an intent that no node takes.
  is_empty boolean not null,
  signed_at bigint not null default ((EXTRACT(epoch FROM clock_timestamp()) * 1000))::bigint,
  -- When a node first had its say about it, and what it said last.
  broadcast_at bigint,
  outcome text,
  primary key (transaction_id, generation)
);
comment on table outgoing_attempts is 'Every signed attempt.';
create index outgoing_attempts_nonce on outgoing_attempts (chain_id, signer, nonce);

-- auth

-- From the keyed hash of a key to its row. Unique over all merchants, so it stands apart from the
-- table that is divided by merchant.
create table developer_key_hashes (
  hash bytea primary key,
  merchant text not null,
  key_id text not null
);
comment on table developer_key_hashes is 'Lookup of keys.';

-- Limits of single merchants that an operator changed. A null value is a removed limit, so that
-- other processes notice it.
create table merchant_limits (
  merchant text not null,
  name text not null,
  value double precision,
  -- Grows with every change, in the order of the commits.
  revision bigint not null,
  changed_at bigint not null,
  primary key (merchant, name)
);
comment on table merchant_limits is
  'Limits that an operator set for single merchants, and removed limits.';
create index merchant_limits_revision on merchant_limits (revision);

create table merchants (
  wallet text primary key,
  created_at bigint not null,
  -- ownership_nonce is part of every signed message that changes the owner or the recovery wallet,
  -- and each change replaces it. The recovery wallet counts until recovery_removed_at, or without
  -- end when that is null.
  ownership_nonce text not null default (gen_random_uuid())::text,
  recovery_wallet text,
  recovery_removed_at bigint,
  -- A merchant of a free key that was issued without a wallet. No wallet has its address, so it
  -- gets no money until it is claimed.
  is_unclaimed boolean not null default false,
  -- A suspended merchant can read, not write. Both are null while it is not suspended.
  suspended_at bigint,
  suspended_reason text
);
comment on table merchants is
  'Merchants, their recovery wallets, and whether they wait to be claimed or are suspended.';
create index merchants_by_recovery_wallet on merchants (recovery_wallet)
  where recovery_wallet is not null;
-- For the list of an operator.
create index merchants_newest on merchants (created_at desc, wallet desc);
create index merchants_suspended on merchants (wallet) where suspended_at is not null;

-- How much of a budget is given out in its current window, which begins with the first call. Times
-- follow the database's real clock. Losing the rows in a crash only forgives a minute, so no log.
create unlogged table rate_windows (
  bucket text primary key,
  ends_at bigint not null,
  used integer not null,
  -- What the latest statement was given, for it to read back.
  granted integer not null
);
comment on table rate_windows is 'Calls used per budget.';
create index rate_windows_by_end on rate_windows (ends_at);

create table sessions (
  wallet text not null,
  id text not null,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  primary key (wallet, id)
);
comment on table sessions is 'Signed-in people.';
create index sessions_by_expiry on sessions (expires_at);

-- Nonces that have served. Fresh ones are signed, not stored: asking for one writes nothing.
create table used_nonces (
  nonce text primary key,
  expires_at bigint not null
);
comment on table used_nonces is 'Nonces used to sign in or to sign a request.';
create index used_nonces_by_expiry on used_nonces (expires_at);

create table developer_keys (
  merchant text not null references merchants,
  id text not null,
  name text not null,
  scopes text[] not null,
  created_at bigint not null,
  revoked_at bigint,
  -- sealed: the key itself, encrypted under the merchant's own key, because webhooks are signed
  -- with it. expires_at: a rotated key works until then.
  subscription_id text,
  prefix text,
  sealed bytea,
  last_used_at bigint,
  expires_at bigint,
  primary key (merchant, id)
);
comment on table developer_keys is 'Keys, sealed.';

-- Who may act for a merchant. Somebody invited joins by signing in.
create table members (
  merchant text not null references merchants,
  wallet text not null,
  role text not null check (role in ('owner', 'admin', 'cashier', 'viewer')),
  invited_by text,
  created_at bigint not null,
  joined_at bigint,
  -- The id of an invitation. Rows from before get one, and so do rows that an older process
  -- inserts.
  invitation_id text not null default ('inv_' || replace((gen_random_uuid())::text, '-', '')),
  primary key (merchant, wallet)
);
comment on table members is 'Owners, staff and open invitations.';
create index members_of_wallet on members (wallet);
-- The owner may be another wallet than the merchant's, but there is only one.
create unique index members_owner on members (merchant) where role = 'owner';

-- One encryption key for each merchant, itself encrypted under the master key that wrapped_by
-- names; another one under another master key.
create table merchant_secrets (
  merchant text not null references merchants,
  wrapped_by text not null,
  wrapped bytea not null,
  created_at bigint not null,
  primary key (merchant, wrapped_by)
);
comment on table merchant_secrets is 'Each merchant''s wrapped key.';

-- What a merchant has subscribed to as a developer: it decides scopes and limits of the keys under
-- it. calls_per_minute overrides the plan's own figure.
create table plan_subscriptions (
  merchant text not null references merchants,
  id text not null,
  plan text not null check (plan in ('starter', 'pro', 'enterprise')),
  calls_per_minute integer,
  created_at bigint not null,
  -- paid_until: when a paid plan ends. Null for plans without an end: the starter plan, and terms
  -- agreed with the operator. key_id: the key that came with the plan, which the owner's wallet can
  -- replace.
  paid_until bigint,
  key_id text,
  primary key (merchant, id)
);
comment on table plan_subscriptions is
  'The developer plans of each merchant, when a paid one ends, and the key that came with it.';

-- audit

-- Everything people changed, each entry chained to the one before it by a keyed hash. Rows are only
-- ever added.
create table audit_entries (
  merchant text not null references merchants,
  seq bigint not null,
  at bigint not null,
  actor text not null,
  role text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  correlation_id text not null,
  hash bytea not null,
  primary key (merchant, seq)
);
comment on table audit_entries is 'Changes, in a hash chain.';

-- The end of each merchant's chain. Whoever adds an entry holds this row.
create table audit_heads (
  merchant text primary key references merchants,
  seq bigint not null,
  hash bytea not null
);
comment on table audit_heads is 'The last hash of each chain.';

-- requests

-- The last calls with developer keys. Bodies are only kept of rejected calls, without values that
-- could be secret or personal.
create table request_log (
  merchant text not null,
  id bigint generated always as identity,
  key_id text not null,
  at bigint not null,
  method text not null,
  route text not null,
  status integer not null,
  duration_us bigint not null,
  correlation_id text not null,
  error text,
  sample jsonb,
  primary key (merchant, key_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table request_log is
  'The last calls with developer keys; samples of rejected bodies without values.';
-- Rows are inserted in order of time, so a small index is enough to find the old ones.
create index request_log_at on request_log using brin (at) with (autosummarize='on');

-- billing

-- Purchases of developer plans. The wallet that paid names the purchase, because a merchant can
-- change its owner.
create table plan_purchases (
  payer text not null,
  id text not null,
  merchant text not null,
  subscription_id text not null,
  plan text not null check (plan in ('starter', 'pro', 'enterprise')),
  units numeric(78,0) not null,
  transaction_hash text not null,
  granted_seconds integer not null,
  -- When the plan ends after this purchase.
  paid_until bigint not null,
  created_at bigint not null,
  -- When the payment of a plan was found to be gone. The purchase then grants no time.
  revoked_at bigint,
  primary key (payer, id),
  foreign key (merchant, subscription_id) references plan_subscriptions(merchant, id)
);
comment on table plan_purchases is 'Payments for developer plans.';
create index plan_purchases_of_subscription on plan_purchases (merchant, subscription_id);

-- media

-- Pictures by the SHA-256 hash of the uploaded file. The smallest size is here, because order lines
-- embed it.
create table media (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  -- Of all sizes together.
  bytes integer not null,
  thumb bytea not null check (octet_length(thumb) <= 1134),
  -- Whether an order line shows it. Its thumbnail is then kept, whatever happens to the item.
  is_sold boolean not null default false,
  -- When the larger sizes were deleted, because nothing but order lines referred to the picture.
  collected_at bigint,
  created_at bigint not null,
  -- When it was last known to be used.
  used_at bigint not null,
  -- When the collector first found nothing that refers to a picture. It is deleted only if that
  -- still holds at a later time.
  unused_at bigint,
  -- Whether anyone may get the picture by its hash. Those of profiles are shown only while the
  -- profile is public.
  is_public boolean not null default true
);
comment on table media is
  'Uploaded pictures: their size, whether they are public, when they were last used, and the picture at 48 pixels.';
create index media_unused_at on media (unused_at)
  where collected_at is null and unused_at is not null;
-- The pictures to examine, and those that wait to be deleted.
create index media_used_at on media (used_at) where collected_at is null and unused_at is null;

-- The larger sizes, unless a directory or a bucket keeps them.
create table media_files (
  hash text not null references media(hash) on delete cascade,
  size integer not null,
  content bytea not null,
  primary key (hash, size)
);
comment on table media_files is
  'Uploaded pictures at 320 and 960 pixels, unless a directory or bucket keeps them.';
alter table media_files alter column content set storage external;

-- rates

-- The last rate each unit was believed to have, in millionths of a dollar, and what is odd about it
-- now. A unit that never had a believable rate has a row with nothing but its alarm. Times follow
-- the service's clock: quoted_at is the source's, fetched_at when the round that believed it began.
create table exchange_rates (
  unit text primary key,
  usd_ppm bigint check (usd_ppm > 0),
  provider text,
  quoted_at bigint,
  fetched_at bigint,
  -- What the next quote is held against when only one source gives one. It follows slowly, so that
  -- a source cannot walk away in many small steps.
  anchor_ppm bigint check (anchor_ppm > 0),
  anchor_at bigint,
  alarm text,
  -- The quotes that agreed on the rate, its own among them, for merchants who prefer one of the
  -- sources: [{"provider", "usdPpm" as text, "quotedAt"}]. Null in rows from before.
  quotes jsonb,
  check (num_nulls(usd_ppm, provider, quoted_at, fetched_at, anchor_ppm, anchor_at) in (0, 6))
);
comment on table exchange_rates is 'The current rate and its sources.';

-- shop

-- One row in all. Whoever changes a shop raises the version and holds the row until the change is
-- there, so that versions become visible in their order, and whoever knows the shops up to one of
-- them only has to ask for what is newer.
create table directory (
  is_only_row boolean primary key check (is_only_row),
  version bigint not null,
  -- The version of the rules that made the hashes. 0 until the first listing after the upgrade
  -- computes them.
  names_version integer not null default 0
);
comment on table directory is 'The version of the directory.';
insert into directory (is_only_row, version) values (true, 0);

-- Hashes of the names and slugs of listed shops. Texts that look alike share a hash.
create table listed_names (
  name_hash text not null,
  merchant text not null references merchants,
  -- Names under which a shop was listed for a day stay reserved for it. released_at is null for the
  -- current names, and listed_at for names from before this migration.
  listed_at bigint,
  released_at bigint,
  primary key (name_hash, merchant)
);
comment on table listed_names is
  'Hashes of the names and slugs of listed shops, including former ones.';
create index listed_names_merchant on listed_names (merchant);
create index listed_names_released_at on listed_names (released_at) where released_at is not null;

-- Unique over all merchants, so it stands apart from the table that is divided by merchant.
create table shop_slugs (
  slug text primary key,
  merchant text not null references merchants,
  -- A slug that a shop gave up stays reserved for it, and leads to its current one. Null for the
  -- current slug.
  released_at bigint,
  -- When the shop took the slug, and whether renames leave it reserved: the shop used it for a day,
  -- or was listed with it. Unknown for earlier slugs, which count as used for a day.
  taken_at bigint,
  lasting boolean not null default false
);
comment on table shop_slugs is 'Slugs of shops, including former ones.';
create unique index shop_slugs_current on shop_slugs (merchant) where released_at is null;
create index shop_slugs_merchant on shop_slugs (merchant);
create index shop_slugs_released_at on shop_slugs (released_at) where released_at is not null;

-- A shop's configuration as the merchant has set it; what is missing has its default.
create table shops (
  merchant text primary key references merchants,
  config jsonb not null,
  updated_at bigint not null,
  -- The version of the directory that a shop's last change made; 0 for what is older than versions.
  version bigint not null default 0,
  -- A listing that resembles another one waits for an operator. Null when there was nothing to
  -- decide.
  review text check (review in ('pending', 'approved', 'rejected')),
  review_since bigint,
  check ((review is null) = (review_since is null))
);
comment on table shops is 'Shop configuration, and the review of the listing.';
create index shops_in_review on shops (review_since, merchant) where review = 'pending';
create index shops_version on shops (version);

-- inventory

-- One row a merchant. Whoever changes items holds it and raises the version, so that versions
-- become visible in their order; the sums are those over the merchant's items.
create table catalogues (
  merchant text primary key references merchants,
  version bigint not null,
  items bigint not null,
  text_bytes bigint not null,
  image_bytes bigint not null
);
comment on table catalogues is 'The version of each catalogue.';

-- Items that are gone, for a day: whoever knew the catalogue before learns of it here.
create table deleted_items (
  merchant text not null references merchants,
  id text not null,
  version bigint not null,
  deleted_at bigint not null,
  primary key (merchant, id)
);
comment on table deleted_items is 'Items deleted recently, for other processes.';
create index deleted_items_deleted_at on deleted_items (deleted_at);
create index deleted_items_version on deleted_items (merchant, version);

-- The texts of an item, in bytes. Pages of long items have fewer of them. Embedded images have a limit of their own.
create function item_bytes(
  name text, description text, category text, tags text[], attributes jsonb, images text[]
) returns integer language sql immutable parallel safe
return (
  octet_length(name) + octet_length(description) + octet_length(category)
  + octet_length(array_to_string(tags, ',')) + octet_length(attributes::text)
  + (select coalesce(sum(octet_length(image)), 0) from unnest(images) as image where image not like 'data:%')
)::integer;

-- What each merchant sells.
create table items (
  merchant text not null references merchants,
  id text not null,
  sku text not null,
  name text not null,
  description text not null,
  category text not null,
  tags text[] not null,
  price_usd_cents bigint check (price_usd_cents >= 0),
  price_cents bigint check (price_cents >= 0),
  currency text check (currency in ('USD', 'EUR')),
  price_includes_tax boolean not null,
  taxable boolean not null,
  -- -1 for unlimited. Thousandths, because some things are sold by weight.
  stock_qty numeric(13,3) not null check (stock_qty >= 0 or stock_qty = -1::numeric),
  reserved_qty numeric(13,3) not null default 0 check (reserved_qty >= 0),
  images text[] not null,
  image_bytes bigint not null,
  industry_pack text not null,
  attributes jsonb not null,
  active boolean not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The version of the catalogue that the last change made.
  version bigint not null,
  page_bytes integer generated always as (item_bytes(name, description, category, tags, attributes,
      images)) stored not null,
  primary key (merchant, id),
  constraint items_sku unique (merchant, sku),
  check ((price_cents is null) = (currency is null)),
  check (price_cents is not null or price_usd_cents is not null),
  check (currency <> 'USD' or price_usd_cents is null)
);
comment on table items is 'Catalogue items with stock.';
-- Items whose pictures have not been moved into the media store yet. An item has at most eight.
create index items_embedded on items (merchant, id)
  where images[1] ~~ 'data:%' or images[2] ~~ 'data:%' or images[3] ~~ 'data:%'
    or images[4] ~~ 'data:%' or images[5] ~~ 'data:%' or images[6] ~~ 'data:%'
      or images[7] ~~ 'data:%' or images[8] ~~ 'data:%';
create index items_page_bytes on items (merchant, page_bytes desc);
create index items_version on items (merchant, version, id);

-- Stock that is set aside for receipts nobody has paid yet. What a row says is part of its item's
-- reserved_qty; a row that goes takes its part with it.
create table stock_holds (
  merchant text not null,
  receipt_id text not null,
  item_id text not null,
  qty numeric(13,3) not null check (qty > 0),
  expires_at bigint not null,
  primary key (merchant, receipt_id, item_id)
);
comment on table stock_holds is 'Stock held for unpaid receipts.';
create index stock_holds_expires_at on stock_holds (expires_at);

-- split

-- Each split contract belongs to one merchant, who may refer to it in several versions of its
-- split.
create table split_contracts (
  chain_id bigint not null,
  address text not null,
  merchant text not null references merchants,
  -- The payouts of a contract up to the block at which it was registered: {"block": 12, "released":
  -- [{"token": "0x…", "account": "0x…", "units": "1"}]}. Null if there were none.
  history jsonb,
  primary key (chain_id, address),
  unique (chain_id, address, merchant)
);
comment on table split_contracts is 'The merchant of each split contract.';

-- Where a merchant's money goes: a split contract and who gets how much of what it receives. A row
-- is never changed. The highest version is the current one; the others stay, because receipts from
-- their time pay there. recipients: [{"address", "sharesBps", "role", "label"}], all of them, the
-- platform too. created_by: null for what nobody did, as in the sandbox.
create table splits (
  merchant text not null references merchants,
  version integer not null check (version > 0),
  address text not null,
  chain_id bigint not null,
  recipients jsonb not null,
  created_at bigint not null,
  created_by text,
  -- The contract was on chain when the split was set. Otherwise its deployment decides, as for
  -- every split of earlier versions that has one.
  is_registered boolean not null default true,
  -- The installation in the salt of the split's address. Null for splits from before, whose salt
  -- has none.
  installation_id text,
  -- The salt of a registered split that the service did not choose. With the recipients it proves
  -- the address.
  salt text,
  primary key (merchant, version),
  constraint splits_contract foreign key (chain_id, address, merchant)
    references split_contracts(chain_id, address, merchant) not VALID
);
comment on table splits is 'The versions of each merchant''s split.';
create index splits_address on splits (chain_id, address);

-- ledger

-- Receipts whose sale, refunds or payer changed, for those that follow the ledger. Written with the
-- change itself.
create table ledger_changes (
  seq bigint generated always as identity primary key,
  merchant text not null,
  receipt_id text not null
);
comment on table ledger_changes is
  'Receipts whose sale, refunds or payer changed, for the scores of users.';

-- Sums of the ledger by UTC day, so that reports do not read every entry. A job adds postings to
-- them. Until then a posting waits in ledger_unsummed, and reports read its entries: so postings at
-- the same time never wait for a row of these sums.
create table ledger_days (
  merchant text not null,
  -- Days since 1 January 1970.
  day integer not null,
  kind text not null,
  account text not null,
  asset text not null,
  -- The tax jurisdiction of the receipt, for sales and refunds. Empty for none.
  jurisdiction text not null,
  -- The number of postings whose first entry is part of this row, minus that of their reversals.
  postings bigint not null,
  units numeric(78,0) not null,
  usd_micros numeric(38,0) not null,
  primary key (merchant, day, kind, account, asset, jurisdiction)
) with (fillfactor = 70);
comment on table ledger_days is 'Sums of the ledger by UTC day.';
-- The merchants of a day.
create index ledger_days_of_day on ledger_days (day, merchant);

-- The ledger is append-only. Deleting a merchant's sales in a sandbox sets `tallystick.deletes_sales` in its transaction.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tallystick.deletes_sales', true) = 'on' then
    return null;
  end if;
  raise exception 'Ledger rows cannot be changed or deleted. Post a reversal instead.'
    using errcode = 'restrict_violation';
end
$$;

-- What happened to money, in double entry. Rows are only ever added: what was wrong is taken back
-- by a posting of its own. The key says what it is about, so that the same thing is never entered
-- twice.
create table ledger_postings (
  merchant text not null references merchants,
  key text not null check (key <> ''),
  kind text not null check (kind in ('payment', 'charge', 'sale', 'release', 'mark', 'refund',
      'refund_paid', 'plan')),
  at bigint not null,
  receipt_id text,
  transaction_hash text,
  primary key (merchant, key)
);
comment on table ledger_postings is 'Postings, each of which sums to zero; append-only.';
-- The latest postings of all merchants, to compare with the sums.
create index ledger_postings_at on ledger_postings using brin (at);
create index ledger_postings_newest on ledger_postings (merchant, kind, at desc, key desc);
create index ledger_postings_receipt on ledger_postings (merchant, receipt_id)
  where receipt_id is not null;
-- For the volume of the whole platform by day.
create index ledger_postings_volume on ledger_postings (at) where kind in ('sale', 'refund', 'plan');
create trigger ledger_postings_append_only before delete or update or truncate on ledger_postings
  for each statement execute function refuse_ledger_change();

-- Postings that are not part of the daily sums yet. A row is written by the statement that posts.
create table ledger_unsummed (
  merchant text not null,
  posting_key text not null,
  primary key (merchant, posting_key)
);
comment on table ledger_unsummed is 'Postings that are not part of the daily sums yet.';

-- A debit is above zero, a credit below. Of every posting both columns add up to zero for each
-- asset. The asset is a token, or USD in cents for what never was on a chain; the dollars are what
-- it was worth when it came.
create table ledger_entries (
  merchant text not null,
  posting_key text not null,
  seq integer not null,
  account text not null check (account <> ''),
  asset text not null check (asset <> ''),
  units numeric(78,0) not null,
  usd_micros numeric(38,0) not null,
  primary key (merchant, posting_key, seq),
  foreign key (merchant, posting_key) references ledger_postings(merchant, key),
  check (units <> 0 or usd_micros <> 0)
);
comment on table ledger_entries is 'Ledger entries; append-only.';
create index ledger_entries_account on ledger_entries (merchant, account, asset) include (units,
    usd_micros);
create trigger ledger_entries_append_only before delete or update or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

-- receipts

-- Everything that happened to a receipt, in its order. Rows are only ever added.
create table receipt_events (
  merchant text not null,
  receipt_id text not null,
  seq bigint not null,
  status text not null,
  previous_status text,
  at bigint not null,
  -- A wallet, the id of a developer key, or the part of the service that did it.
  made_by text not null,
  note text,
  transaction_hash text,
  detail jsonb,
  primary key (merchant, receipt_id, seq)
);
comment on table receipt_events is 'The timeline of each receipt.';

-- The words in the labels of a receipt's own lines, and its merchant, so that a search reads no other merchant's. A single
-- expression of built-in functions, which costs every sale a third of what a query inside the function did.
create function receipt_words(merchant text, lines jsonb) returns text[]
language sql immutable parallel safe
return array_append(
  tsvector_to_array(jsonb_to_tsvector(
    'pg_catalog.simple',
    jsonb_path_query_array(lines, '$[*] ? (!(@.kind == "tax" || @.kind == "fee")).label'),
    '["string"]'
  )),
  merchant
);

-- What buyers owe and pay. A receipt's id is the merchant's own choice or ours; it is unique per
-- merchant.
create table receipts (
  merchant text not null references merchants,
  id text not null,
  kind text not null check (kind in ('order', 'terminal', 'direct', 'subscription')),
  status text not null,
  currency text not null check (currency in ('USD', 'EUR')),
  total_usd_cents bigint not null check (total_usd_cents > 0),
  -- Of native receipts only, like the amounts of their lines and what they were valued with.
  total_cents bigint check (total_cents > 0),
  lines jsonb not null,
  pricing jsonb,
  jurisdiction_code text,
  tax_rate_ppm bigint not null,
  tax_components text[] not null,
  -- The caller's own name for it.
  reference text,
  metadata jsonb,
  -- What a payment page is filled in with, and where it leads.
  billing jsonb,
  onramp_email text,
  redirect_url text,
  return_url text,
  webhook_url text,
  on_success text,
  brand_name text not null,
  -- Where the money goes, whatever the merchant changes later.
  payout_address text not null,
  -- The developer key it was made with, if any.
  key_id text,
  transaction_hash text,
  transaction_at bigint,
  payment_token text,
  failure_code text,
  -- Marked as paid by hand.
  is_marked boolean not null default false,
  refunded_usd_cents bigint not null default 0,
  expires_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  -- What the rate of a receipt's tax is made of: [{"code", "name", "ratePpm"}].
  tax_parts jsonb not null default '[]',
  -- How much was paid in that token, as a decimal, where it is not worth a fixed amount.
  payment_amount text,
  -- How the money differed from what was asked for: late, over.
  mismatch text,
  -- Who paid it, as far as the chain says.
  buyer_wallet text,
  -- The installation in the key of the receipt's deposit address. Null for receipts from before,
  -- whose key has none.
  installation_id text,
  credit_returned_usd_cents bigint not null default 0 check (credit_returned_usd_cents >= 0),
  -- The items that an order without a key wants: [{"itemId": "itm_1", "qty": 2}]. Such an order
  -- holds no stock before its payment starts. Null for all other receipts.
  soft_hold jsonb,
  -- The end of its hold, set when its payment first starts and never moved.
  firm_until bigint,
  -- A keyed hash of the network address that placed it, for the first hour.
  order_network text,
  -- Whether the service generated the id, which then cannot be guessed. Callers choose the ids of
  -- direct receipts only.
  has_generated_id boolean not null default false,
  -- Orders that no key made are reviewed once, 30 days after their creation. Those that a stranger
  -- made and no money came for lose their lines and the buyer's data.
  reviewed_at bigint,
  refund_due boolean not null default false,
  primary key (merchant, id),
  check ((total_cents is null) = (pricing is null)),
  check (refunded_usd_cents >= 0 and refunded_usd_cents <= total_usd_cents)
);
comment on table receipts is
  'Receipts; for orders without a key a keyed hash of the buyer''s network address.';
create index receipts_billing_email on receipts (merchant, lower(billing ->> 'email'))
  where billing is not null;
-- For finding a buyer's receipts, to export or erase personal data.
create index receipts_buyer_wallet on receipts (merchant, buyer_wallet)
  where buyer_wallet is not null;
-- For finding checkouts that were begun and left.
create index receipts_checkout on receipts (updated_at)
  where status in ('checkout_initialized', 'checkout_success');
-- For finding those whose time is over and that nobody has paid or given up.
create index receipts_expires_at on receipts (expires_at)
  where expires_at is not null and (status in ('generated', 'link_opened', 'buyer_logged_in',
      'checkout_initialized', 'pending', 'checkout_success'));
-- A payment page knows its receipt by the id alone.
create index receipts_id on receipts (id);
-- For prefixes, which need the order of bytes, whatever the collation of the database.
create index receipts_id_prefix on receipts (merchant, id collate "C");
create index receipts_newest on receipts (merchant, created_at desc, id desc);
create index receipts_onramp_email on receipts (merchant, lower(onramp_email))
  where onramp_email is not null;
create index receipts_order_network on receipts (order_network, merchant, created_at)
  where order_network is not null;
create index receipts_reference on receipts (merchant, reference collate "C")
  where reference is not null;
create index receipts_status on receipts (merchant, status, created_at desc, id desc);
create index receipts_transaction on receipts (merchant, transaction_hash)
  where transaction_hash is not null;
create index receipts_unreviewed on receipts (created_at)
  where kind = 'order' and key_id is null and reviewed_at is null;
create index receipts_words on receipts using gin (receipt_words(merchant,
    lines)) with (gin_pending_list_limit='256');
-- No query chooses receipts by the content of these, and collecting statistics about them took a busy database a tenth of
-- its time.
alter index receipts_words alter column 1 set statistics 0;
alter table receipts
  alter column lines set statistics 0,
  alter column pricing set statistics 0,
  alter column tax_parts set statistics 0,
  alter column metadata set statistics 0,
  alter column billing set statistics 0,
  alter column soft_hold set statistics 0;

-- Money given back, as the merchant's staff has recorded it.
create table refunds (
  merchant text not null,
  receipt_id text not null,
  id text not null,
  usd_cents bigint not null check (usd_cents > 0),
  buyer text,
  items jsonb not null,
  transaction_hash text,
  reason text,
  made_by text not null,
  created_at bigint not null,
  -- When the chain was seen to have given the money back; null before.
  confirmed_at bigint,
  -- How often it was entered into the ledger as paid and taken out again; odd while it is in.
  posted integer not null default 0,
  -- Whether what had been sold went back on the shelf.
  restock boolean not null default false,
  -- What the buyer gets: of the token that was paid with, or, of several, the one that most of it
  -- is in. Null for what was not paid on a chain.
  units numeric(78,0),
  token text,
  -- When the chain was last looked at for its transaction. Whatever waits the longest is next, so
  -- that hashes somebody invented do not hide the refunds of others.
  sought_at bigint not null default 0,
  -- It returned money beyond the total, which the receipt counts apart.
  is_credit boolean not null default false,
  -- A refund without a transaction is looked for among token transfers, from this block on and at
  -- growing intervals.
  search_block bigint,
  searches integer not null default 0,
  next_search_at bigint not null default 0,
  -- The parts of a refund by line of its receipt. Null for returned credit and for refunds recorded
  -- before this version, which count as refunds by amount.
  lines jsonb,
  primary key (merchant, receipt_id, id)
);
comment on table refunds is 'Refunds.';
create index refunds_buyer on refunds (merchant, buyer) where buyer is not null;
create index refunds_doubted on refunds (confirmed_at) where confirmed_at is not null;
-- One transaction may pay several buyers of a receipt, or a refund and a return of credit.
create unique index refunds_once on refunds (merchant, receipt_id, transaction_hash, coalesce(buyer, ''), is_credit)
  where transaction_hash is not null;
-- For finding those that the chain has to be asked about.
create index refunds_sought on refunds (created_at)
  where transaction_hash is not null and confirmed_at is null;
-- For finding the refund that a transaction of the chain is about.
create index refunds_transaction on refunds (transaction_hash) where transaction_hash is not null;
create index refunds_unsent on refunds (created_at)
  where transaction_hash is null and confirmed_at is null and token is not null
    and buyer is not null;

-- The stock that an order without a key holds because of a signed payment or a pending transaction,
-- before money arrives. A payment in a block deletes the row. It stays for an hour after a hold
-- that ended unpaid.
create table firm_holds (
  merchant text not null,
  receipt_id text not null,
  payer text not null,
  -- The pending transaction; null for a signed payment.
  tx_hash text,
  -- Keyed hashes of the network addresses that placed the order and announced the transaction.
  networks text[] not null,
  until bigint not null,
  primary key (merchant, receipt_id),
  foreign key (merchant, receipt_id) references receipts(merchant, id) on delete cascade
);
comment on table firm_holds is
  'Orders without a key whose stock is held before their money arrives: the payer, and keyed hashes of network addresses.';
create index firm_holds_until on firm_holds (until);

-- The pieces that a receipt sold although they were not in stock. A refund or a reorg does not
-- return them to stock.
create table oversold_items (
  merchant text not null,
  receipt_id text not null,
  item_id text not null,
  qty numeric(13,3) not null check (qty > 0),
  primary key (merchant, receipt_id, item_id),
  foreign key (merchant, receipt_id) references receipts(merchant, id) on delete cascade
);
comment on table oversold_items is 'Pieces that receipts sold although they were not in stock.';

-- events

create table event_counters (
  merchant text primary key,
  last_no bigint not null default 0,
  last_delivery_no bigint not null default 0
);
comment on table event_counters is 'The last event and delivery number.';

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
comment on table events is 'Published events with their bodies.';
create index events_created_at on events (created_at);
create unique index events_no on events (merchant, no) where no is not null;

-- Whoever publishes holds the one row of it, so that nothing is overtaken.
create table publishing (
  is_one boolean primary key check (is_one)
);
comment on table publishing is 'A lock: one publisher at a time.';
insert into publishing values (true);

-- Events that are recorded and not yet published. Any feature adds a row within its own
-- transaction. The publisher numbers the oldest rows per merchant, plans their deliveries and
-- deletes them, all in one transaction.
create table recorded_events (
  -- Events of one receipt have increasing numbers, because the recording transaction locks the
  -- receipt.
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
comment on table recorded_events is 'Events that wait to be published.';

-- webhooks

-- The secret of a shop, which signs for receipts that were created without a key.
create table shop_webhook_secrets (
  merchant text primary key references merchants,
  sealed_secret bytea not null,
  previous_sealed_secret bytea,
  previous_until bigint,
  rotation_id text not null,
  created_at bigint not null,
  updated_at bigint not null
);
comment on table shop_webhook_secrets is
  'The sealed secret that signs for receipts created without a key.';

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
  -- The real time in webhook-timestamp. Null for deliveries from before, which carry the time of
  -- their event.
  signed_at bigint,
  primary key (merchant, id),
  check (status <> 'pending' or signature is not null)
);
comment on table webhook_deliveries is 'Deliveries and their attempts.';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
create index webhook_deliveries_endpoint on webhook_deliveries (merchant, endpoint_id, no desc)
  where endpoint_id is not null;
create index webhook_deliveries_failed on webhook_deliveries (merchant, no desc)
  where status = 'failed';
create index webhook_deliveries_failed_newest on webhook_deliveries (created_at desc, id desc)
  where status = 'failed';
create unique index webhook_deliveries_newest on webhook_deliveries (merchant, no desc);
create index webhook_deliveries_pending on webhook_deliveries (merchant, lane, no)
  where status = 'pending';
create index webhook_deliveries_receipt on webhook_deliveries (merchant, receipt_id, no desc)
  where receipt_id is not null;

-- Addresses that get every event of a merchant, beside those of single receipts.
create table webhook_endpoints (
  merchant text not null references merchants,
  id text not null,
  url text not null,
  events text[] not null,
  is_enabled boolean not null,
  extended_retries boolean not null,
  sealed_secret bytea not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- A secret that was replaced signs beside its successor until this time. rotation_id recognises a
  -- repeated request.
  previous_sealed_secret bytea,
  previous_until bigint,
  rotation_id text,
  primary key (merchant, id)
);
comment on table webhook_endpoints is 'Endpoints with sealed secrets.';

-- Deliveries that must not overtake each other stand in one lane, and whoever has the lane sends
-- its first one. There is one as long as a delivery in it is pending. Times follow the database's
-- real clock. A lane that is taken is due again when the lease is over.
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
comment on table webhook_lanes is 'Delivery queues with due time and lease.';
create index webhook_lanes_firsts on webhook_lanes (route, run_at) where not is_retry;
create index webhook_lanes_retries on webhook_lanes (run_at) where is_retry;

-- settlement

create table chain_blocks (
  chain_id bigint not null,
  number bigint not null,
  hash text not null,
  primary key (chain_id, number)
);
comment on table chain_blocks is 'Recent block hashes, to detect reorganisations.';

-- How far each chain has been read, and the blocks behind that, to find where a reorganisation
-- began.
create table chain_cursors (
  chain_id bigint primary key,
  block_number bigint not null,
  block_hash text not null,
  finalized_number bigint not null,
  moved_at bigint not null,
  -- The newest block that the chain reports as safe. Large receipts are paid only by payments up to
  -- it.
  safe_number bigint not null default 0,
  -- Whether the chain ever reported a finalized block. A failed request then does not count as
  -- none.
  reports_finality boolean not null default false
);
comment on table chain_cursors is 'The last block read.';

-- The receipt that each charge of a subscription pays. The key follows from the signed permission
-- and the period.
create table charge_receipts (
  chain_id bigint not null,
  charge_key text not null,
  merchant text not null,
  receipt_id text not null,
  -- The wallet that gets the platform's fee, if the charge pays one.
  fee_account text not null,
  spender text,
  primary key (chain_id, charge_key),
  unique (merchant, receipt_id)
);
comment on table charge_receipts is 'The receipt that each charge of a subscription pays.';

-- The spenders of plans. Their charges are recorded, including those that other parties send.
create table charge_spenders (
  chain_id bigint not null,
  spender text not null,
  merchant text not null,
  primary key (chain_id, spender)
);
comment on table charge_spenders is
  'The spender contracts of plans. Their charges are recorded, including those that other parties send.';

-- Where receipts can be paid by a plain transfer. The address follows from the receipt and where
-- its money goes, so a receipt whose payout address changed has several. Looked for by address, of
-- all merchants at once.
create table deposits (
  chain_id bigint not null,
  address text not null,
  merchant text not null,
  receipt_id text not null,
  receipt_key text not null,
  payout_address text not null,
  -- Until when transfers to it are looked for, and until when its balance is: native coin leaves no
  -- log.
  watched_until bigint not null,
  native_until bigint not null default 0,
  -- Native coin that was seen lying there and is not on its way yet: how much, and when it was
  -- first seen.
  native_units numeric(78,0),
  native_since bigint,
  -- The intent that is to move it on.
  native_flush_key text,
  native_flush_alone boolean not null default false,
  -- Coin that was at the deposit address at `native_since`. Coin that came later has the time of
  -- its flush.
  native_seen_units numeric(78,0),
  -- When the receipt of a deposit address was created, if that was before the address was in this
  -- table: payments may be in blocks that were read without it. Null once these blocks are read
  -- again.
  late_since bigint,
  -- The first block that is not searched yet for payments to a deposit address that became known
  -- late. Null until the block of late_since is known.
  late_block bigint,
  primary key (chain_id, address),
  check ((native_units is null) = (native_since is null))
);
comment on table deposits is 'Deposit addresses and how long they are watched.';
create index deposits_coin on deposits (chain_id) where native_units is not null;
create index deposits_key on deposits (chain_id, receipt_key);
create index deposits_late on deposits (chain_id, late_since) where late_since is not null;
create index deposits_moving on deposits (chain_id, native_flush_key)
  where native_flush_key is not null;
create index deposits_native on deposits (chain_id, native_until) where native_until > 0;
create index deposits_receipt on deposits (merchant, receipt_id);
create index deposits_watched on deposits (chain_id, watched_until);

-- Tokens that arrived at a split outside of receipts: per transaction, split and token, the amount
-- that no payment of a receipt explains. A row is never deleted: a reorg orphans it, and it counts
-- again when its block is back.
create table direct_payments (
  chain_id bigint not null,
  tx_hash text not null,
  -- Of the first transfer.
  log_index integer not null,
  merchant text not null,
  split text not null,
  token text not null,
  units numeric(78,0) not null check (units > 0),
  -- Null if there were several senders.
  payer text,
  block_number bigint not null,
  block_hash text not null,
  paid_at bigint not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  -- In millionths of a dollar; null until it is posted.
  usd_micros numeric(38,0),
  -- How often it was posted to the ledger or reversed; odd while it is posted.
  posted integer not null default 0,
  created_at bigint not null,
  -- The part of a direct payment in the ledger that no payment of a receipt explains, when it is
  -- not all of it. The difference leaves the ledger with the payments that explain it.
  rest_units numeric(78,0) check (rest_units >= 0),
  -- The block in which the split paid it out.
  released_block bigint,
  primary key (chain_id, tx_hash, log_index, block_hash)
);
comment on table direct_payments is 'Tokens sent straight to splits.';
create index direct_payments_block on direct_payments (chain_id, block_number);
create unique index direct_payments_once on direct_payments (chain_id, tx_hash, log_index)
  where state <> 'orphaned';
create index direct_payments_open on direct_payments (chain_id, block_number)
  where state = 'confirmed' and (posted % 2) = 0 or state = 'orphaned' and (posted % 2) = 1
    or state = 'seen' or rest_units is not null;
create index direct_payments_payer on direct_payments (merchant, payer) where payer is not null;
create index direct_payments_released on direct_payments (chain_id, released_block);
create index direct_payments_waiting on direct_payments (chain_id, split)
  where state = 'confirmed' and released_block is null;

-- Transactions a buyer says are about a receipt. Never proof: only where to look.
create table payment_hints (
  merchant text not null,
  receipt_id text not null,
  tx_hash text not null,
  created_at bigint not null,
  -- open until the transaction was found in a block, or for too long was not.
  state text not null check (state in ('open', 'paying', 'reverted', 'unrelated', 'lost')),
  -- Who sent it, and how much native coin with it.
  payer text,
  units numeric(78,0),
  -- Announced transactions are looked up at growing intervals. Each remembers where it was found,
  -- because it explains native coin at a deposit address only within a range of blocks.
  tries integer not null default 0,
  next_try_at bigint not null default 0,
  -- A keyed hash of the network address that announced it; null once it has an outcome.
  network text,
  block_number bigint,
  deposit_address text,
  -- Whether a checkout announced or signed it. If so, its failure is a failed attempt. Before
  -- checkouts had ids, all were.
  is_of_checkout boolean not null default false,
  -- Whether the service announced the transaction. The service keeps looking for one that is lost,
  -- although it is no longer in flight.
  is_own boolean not null default false,
  primary key (merchant, receipt_id, tx_hash)
);
comment on table payment_hints is
  'Announced transactions; a keyed hash of the announcer''s network address until they are found or given up.';
create index payment_hints_block on payment_hints (block_number) where block_number is not null;
create index payment_hints_due on payment_hints (next_try_at) where state = 'open';
-- For deleting announced transactions that paid nothing, and quotes that were replaced.
create index payment_hints_ended on payment_hints (created_at)
  where state in ('reverted', 'unrelated', 'lost');
create index payment_hints_network on payment_hints (network) where network is not null;
create index payment_hints_open on payment_hints (created_at) where state = 'open';
create index payment_hints_own on payment_hints (next_try_at) where state = 'lost' and is_own;
create index payment_hints_payer on payment_hints (merchant, payer) where payer is not null;

-- Money that came in for a receipt, as the chain tells it. A row is never deleted: what a
-- reorganisation took away is orphaned, and counts again when it is back.
create table payments (
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  merchant text not null,
  receipt_id text not null,
  -- deposit: a transfer to the deposit address. gateway: by the gateway, so it arrived at once.
  -- native: coin that lay at the deposit address, known by the flush that moved it on.
  kind text not null check (kind in ('deposit', 'gateway', 'native', 'flush', 'charge')),
  token text not null,
  units numeric(78,0) not null check (units > 0),
  payer text,
  deposit_address text,
  payout_address text not null,
  block_number bigint not null,
  block_hash text not null,
  -- When the money came, by the chain's clock.
  paid_at bigint not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  -- Why it does not count: wrong_token, wrong_payout. Null when it does.
  mismatch text,
  -- Dollars per coin that it counts by, for what is not worth a fixed amount.
  usd_per_unit_ppm bigint,
  -- What it is worth in millionths of a dollar; null until it has been looked at.
  usd_micros numeric(38,0),
  -- Where it reached its payout address, and where the split paid it out.
  arrived_block bigint,
  arrived_log integer,
  released_block bigint,
  -- The intent that is to move it on.
  flush_key text,
  -- How often it was entered into the ledger and taken out again; odd while it is in.
  posted integer not null default 0,
  created_at bigint not null,
  -- It went in a transaction of its own, or will, because a transaction with others reverted.
  flush_alone boolean not null default false,
  -- Native coin of one flush that came at two times: the smaller part and its time. The rest has
  -- the time of the payment.
  lesser_units numeric(78,0),
  lesser_at bigint,
  -- The part of a charge that the platform got in the same transaction. It is included in the
  -- units.
  fee_account text,
  fee_units numeric(78,0),
  -- How often a flush of this payment moved nothing, and the time of the next attempt.
  flush_failures integer not null default 0,
  flush_after bigint not null default 0,
  -- The part of the fee that its recipient could not receive. The spender keeps it until it is
  -- claimed.
  fee_owed_units numeric(78,0) not null default 0 check (fee_owed_units >= 0),
  -- The block in which it was claimed.
  fee_claimed_block bigint,
  -- The share of the fee recipient in the payout of a charge.
  split_fee_bps integer not null default 0,
  primary key (chain_id, tx_hash, log_index, block_hash),
  check ((arrived_block is null) = (arrived_log is null)),
  constraint payments_fee
    check ((fee_account is null) = (fee_units is null) and (fee_units is null or kind = 'charge'
      and fee_units > 0 and fee_units < units)),
  constraint payments_lesser
    check ((lesser_units is null) = (lesser_at is null) and lesser_units > 0)
);
comment on table payments is 'Payments seen on chain.';
create index payments_arrived on payments (chain_id, arrived_block);
create index payments_block on payments (chain_id, block_number);
create index payments_deposit on payments (chain_id, deposit_address) where arrived_block is null;
-- The deposits to an address in chain order. A flush moves those since the flush before it.
-- Expressions, so that no other index serves the same query: of one with only the address in
-- common, all rows would be read.
create index payments_deposited on payments ((deposit_address || token), ((block_number << 32) + log_index))
  where kind = 'deposit';
create index payments_flush on payments (chain_id, deposit_address) where kind = 'flush';
-- The flushes of a deposit address in chain order. Anyone can send any number of payments to an
-- address.
create index payments_flushed on payments (chain_id, deposit_address, token, arrived_block,
    arrived_log);
create index payments_moving on payments (chain_id, flush_key)
  where flush_key is not null and arrived_block is null;
create index payments_newest on payments (merchant, paid_at desc);
create unique index payments_once on payments (chain_id, tx_hash, log_index)
  where state <> 'orphaned';
create index payments_orphaned_charges on payments (chain_id, block_number)
  where kind = 'charge' and state = 'orphaned';
-- For finding what a wallet paid, to export or erase personal data.
create index payments_payer on payments (merchant, payer) where payer is not null;
create index payments_receipt on payments (merchant, receipt_id);
create index payments_released on payments (chain_id, released_block);
create index payments_seen on payments (chain_id, block_number) where state = 'seen';
-- Payments that a release of the same split and token waits for.
create index payments_unbooked on payments (chain_id, payout_address, token)
  where state = 'confirmed' and (posted % 2) = 0 and mismatch is DISTINCT FROM 'wrong_payout'
    or state = 'orphaned' and (posted % 2) = 1;
-- Money at deposit addresses of a merchant.
create index payments_unflushed on payments (merchant)
  where arrived_block is null and state <> 'orphaned';
create index payments_waiting on payments (chain_id, payout_address)
  where state = 'confirmed' and released_block is null;

-- Payout addresses that did not accept a token or coin. The next attempt waits until retry_after,
-- and only one payment is tried at a time, so that an address costs the same gas whether one
-- payment or a thousand wait for it.
create table payout_backoffs (
  chain_id bigint not null,
  payout_address text not null,
  token text not null,
  failures integer not null check (failures >= 0),
  retry_after bigint not null,
  primary key (chain_id, payout_address, token)
);
comment on table payout_backoffs is 'Payout addresses that did not accept money.';

-- What one coin cost when a buyer was told how much of it to pay. Tokens that follow the receipt's
-- own currency need no quote. Rows are only ever added: a payment counts by the quote of its time.
create table quotes (
  merchant text not null,
  receipt_id text not null,
  symbol text not null,
  quoted_at bigint not null,
  usd_per_unit_ppm bigint not null check (usd_per_unit_ppm > 0),
  provider text not null,
  -- What was asked for then.
  units numeric(78,0) not null check (units > 0),
  expires_at bigint not null,
  primary key (merchant, receipt_id, symbol, quoted_at)
);
comment on table quotes is 'Prices in ETH.';
create index quotes_expires_at on quotes (expires_at);

-- Wallets that proved to be controlled by a buyer of a receipt: they signed in on its payment page,
-- or signed a payment that a transfer to its deposit address carried out. Refunds to other payers
-- wait for the merchant.
create table receipt_signers (
  merchant text not null,
  receipt_id text not null,
  wallet text not null,
  signed_at bigint not null,
  primary key (merchant, receipt_id, wallet)
);
comment on table receipt_signers is
  'Wallets that signed in on a payment page or signed an x402 payment.';

-- What splits paid to their recipients.
create table releases (
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  merchant text not null,
  split text not null,
  token text not null,
  account text not null,
  units numeric(78,0) not null,
  block_number bigint not null,
  block_hash text not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  posted integer not null default 0,
  created_at bigint not null,
  -- A release of more than the ledger knew: the difference was posted as a direct payment, and is
  -- reversed with it.
  topped_up numeric(78,0) not null default 0,
  primary key (chain_id, tx_hash, log_index, block_hash)
);
comment on table releases is 'Payouts of splits seen on chain.';
create index releases_block on releases (chain_id, block_number);
create unique index releases_once on releases (chain_id, tx_hash, log_index)
  where state <> 'orphaned';
create index releases_open on releases (chain_id, block_number)
  where state = 'confirmed' and (posted % 2) = 0 or state = 'orphaned' and (posted % 2) = 1
    or state = 'seen';
create index releases_split on releases (chain_id, split, token, block_number);
create index releases_topped_up on releases (chain_id, split, token) where topped_up > 0;

-- The payments that returned credit was taken from. Returns from before this table have no rows.
create table returned_payments (
  merchant text not null,
  receipt_id text not null,
  refund_id text not null,
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  units numeric(78,0) not null check (units >= 0),
  usd_micros bigint not null,
  primary key (merchant, receipt_id, refund_id, chain_id, tx_hash, log_index)
);
comment on table returned_payments is 'The payments that returned credit was taken from.';

-- How far a receipt is with what the chain says of it. The version rises with every word of the
-- chain; a receipt whose settled version is lower has to be looked at.
create table settlements (
  merchant text not null,
  receipt_id text not null,
  version bigint not null,
  settled_version bigint not null,
  -- Not to be looked at before: something is missing, or went wrong.
  due_after bigint not null default 0,
  -- What the receipt was before money came: where it goes back to when the chain takes it away.
  status_before text,
  -- What had been paid when the timeline last said that it is too little.
  noted_micros numeric(38,0) not null default 0,
  -- Once it is completed: when this block is final, so is the receipt.
  final_at_block bigint,
  -- How often it was entered into the ledger as sold and taken out again; odd while it is in.
  posted integer not null default 0,
  -- The receipt is confirmed and waits until this block is safe.
  safe_at_block bigint,
  -- A receipt that is paid as soon as its payment is in a block, without waiting for confirmations.
  on_inclusion boolean not null default false,
  -- The earliest time of the next settlement, whatever happens on chain: a receipt with very many
  -- payments takes long.
  not_before bigint not null default 0,
  primary key (merchant, receipt_id)
);
comment on table settlements is 'Versions of facts and decisions.';
create index settlements_due on settlements (due_after) where version <> settled_version;
create index settlements_final on settlements (final_at_block) where final_at_block is not null;
create index settlements_safe on settlements (safe_at_block) where safe_at_block is not null;

-- The amount that each recipient of a split was paid, as far as it is in the ledger.
create table split_payouts (
  chain_id bigint not null,
  split text not null,
  token text not null,
  account text not null,
  merchant text not null,
  released numeric(78,0) not null,
  primary key (chain_id, split, token, account)
);
comment on table split_payouts is 'Money that each recipient was paid.';

-- What a split has received of each token by way of receipts, which is what its shares are counted
-- from, and the distribution that is under way.
create table split_totals (
  chain_id bigint not null,
  split text not null,
  token text not null,
  merchant text not null,
  received numeric(78,0) not null default 0,
  received_micros numeric(38,0) not null default 0,
  -- What of that it has paid out, and what that was worth when it came.
  released numeric(78,0) not null default 0,
  released_micros numeric(38,0) not null default 0,
  distribute_key text,
  distribute_after bigint not null default 0,
  distribute_failures integer not null default 0,
  topped_up numeric(78,0) not null default 0,
  -- After a distribution failed or paid no recipient, money that arrived before this block waits
  -- until distribute_after. Null if all money waits until then, for example for gas.
  distribute_failed_block bigint,
  primary key (chain_id, split, token)
);
comment on table split_totals is 'Money that passed through each split.';

-- Charges of these spenders that the service did not send, until they have a receipt.
create table unexpected_charges (
  chain_id bigint not null,
  charge_key text not null,
  spender text not null,
  payer text not null,
  payout_address text not null,
  tx_hash text not null,
  paid_at bigint not null,
  created_at bigint not null,
  primary key (chain_id, charge_key)
);
comment on table unexpected_charges is 'Charges of these spenders that another party sent.';

-- portal

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
  attempts integer not null default 0,
  -- Hashes of the checkout ids that payment pages hold, the newest last.
  checkout_hashes text[] not null default '{}',
  primary key (merchant, receipt_id),
  check ((attempt_code is null) = (attempt_at is null))
);
comment on table portal_sessions is
  'Progress of each checkout, and hashes of the ids of the ten newest.';
create index portal_sessions_attempt on portal_sessions (attempt_at) where attempt_at is not null;
create index portal_sessions_idle on portal_sessions (last_seen_at) where started_at is not null;

-- authorizations

-- Payments that buyers have signed and the service submits for them. How far one is, its outgoing
-- transaction says; a receipt takes only a few of them, those that failed among them.
create table portal_authorizations (
  merchant text not null,
  receipt_id text not null,
  -- Of the outgoing transaction.
  transaction_id text not null,
  created_at bigint not null,
  -- When its end was noted, good or bad; null before.
  ended_at bigint,
  is_of_checkout boolean not null default false,
  primary key (merchant, receipt_id, transaction_id)
);
comment on table portal_authorizations is 'Signed payments.';
create index portal_authorizations_open on portal_authorizations (created_at) where ended_at is null;

-- x402

-- Signed payments that were presented. The key is that of the authorization on chain, so that each
-- is settled once.
create table x402_claims (
  chain_id bigint not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  -- Differs for each request that claims the authorization.
  holder text not null,
  state text not null check (state in ('claimed', 'settling', 'settled', 'failed')),
  route text not null,
  fingerprint bytea not null,
  -- SHA-256 of the Idempotency-Key, without which no response is repeated.
  idempotency_hash bytea,
  pay_to text not null,
  units numeric(78,0) not null,
  valid_before numeric(78,0) not null,
  -- The order, or the plan that is bought.
  merchant text,
  receipt_id text,
  plan text,
  -- The newest block when it was claimed.
  claimed_at_block bigint not null,
  -- The outgoing transaction that settles it; null when a remote facilitator does.
  transaction_id text,
  transaction_hash text,
  -- Why it failed.
  error text,
  -- Of a settled plan.
  subscription_id text,
  created_at bigint not null,
  updated_at bigint not null,
  next_try_at bigint not null,
  -- The block of a plan's payment, until that block is final. A reorganisation may remove the
  -- payment before.
  unconfirmed_block bigint,
  primary key (chain_id, asset, payer, nonce)
);
comment on table x402_claims is 'Signed payments for requests, with their state and transaction.';
create index x402_claims_by_age on x402_claims (updated_at);
create index x402_claims_by_receipt on x402_claims (merchant, receipt_id);
create index x402_claims_open on x402_claims (next_try_at) where state in ('claimed', 'settling');
create index x402_claims_unconfirmed on x402_claims (unconfirmed_block)
  where unconfirmed_block is not null;

-- Prices that were offered to buyers who pay for a request (x402). The payment goes to the deposit
-- address of a receipt.
create table x402_quotes (
  chain_id bigint not null,
  pay_to text not null,
  merchant text not null,
  receipt_id text not null,
  units numeric(78,0) not null,
  -- Of the request that the quote prices.
  fingerprint bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (chain_id, pay_to)
);
comment on table x402_quotes is 'Prices of orders that were offered for a payment.';
create index x402_quotes_by_end on x402_quotes (expires_at);
create unique index x402_quotes_by_receipt on x402_quotes (merchant, receipt_id);

-- subscriptions

-- One row per attempt to charge a subscription.
create table billing_events (
  merchant text not null,
  id text not null,
  subscription_id text not null,
  plan_id text not null,
  customer text not null,
  period_index bigint not null,
  attempt integer not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_cents bigint not null,
  token text not null,
  amount_units numeric(78,0) not null,
  fee_units numeric(78,0) not null,
  tx_hash text,
  failure_code text,
  created_at bigint not null,
  refund_due boolean not null default false,
  primary key (merchant, id),
  unique (merchant, subscription_id, period_index, attempt)
);
comment on table billing_events is 'Every attempt to charge a subscription.';
-- Merchants list the attempts to charge their customers.
create index billing_events_by_time on billing_events (merchant, created_at, id);

-- Plans that customers subscribe to. Developer plans are in plan_subscriptions.
create table billing_plans (
  merchant text not null references merchants,
  id text not null unique,
  name text not null,
  description text not null,
  trial_days integer not null check (trial_days >= 0),
  grace_days integer not null check (grace_days >= 0),
  is_active boolean not null,
  -- The version for new subscriptions.
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (merchant, id)
);
comment on table billing_plans is 'Plans that customers subscribe to.';

-- One row per subscription and period that a charge was attempted for. A period is charged at most
-- once.
create table subscription_charges (
  merchant text not null,
  subscription_id text not null,
  period_index bigint not null check (period_index >= 0),
  charge_key text not null unique,
  -- open: no attempt is under way. submitted: a transaction is planned or on chain, and its result
  -- is not known.
  state text not null check (state in ('open', 'submitted', 'succeeded', 'failed')),
  -- The number of the last attempt, counted from one.
  attempt integer not null,
  -- At most this many charges share the next transaction. Halved when a whole transaction failed.
  max_batch integer not null check (max_batch > 0),
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
comment on table subscription_charges is
  'The charge of each period: state, attempt, receipt and transaction.';
-- Open charges end with their period or subscription.
create index subscription_charges_open on subscription_charges (merchant, subscription_id)
  where state = 'open';
create index subscription_charges_submitted on subscription_charges (transaction_id)
  where state = 'submitted';
-- Submitted charges are compared with the payments of settlement, page by page.
create index subscription_charges_waiting on subscription_charges (charge_key)
  where state = 'submitted';

-- The terms that a spender contract has in its code. Rows are never changed, except that a newer
-- version replaces them.
create table billing_plan_versions (
  merchant text not null,
  plan_id text not null,
  version integer not null check (version > 0),
  price_cents bigint not null check (price_cents > 0),
  period text not null,
  chain_id bigint not null,
  manager text not null,
  token text not null,
  -- The wallet that may redirect the payout on chain.
  owner text not null,
  payout text not null,
  price_units numeric(78,0) not null check (price_units > 0),
  period_seconds bigint not null check (period_seconds > 0),
  fee_recipient text not null,
  fee_bps integer not null check (fee_bps >= 0 and fee_bps <= 10000),
  plan_key text not null,
  spender text not null,
  created_at bigint not null,
  -- When a newer version took its place.
  replaced_at bigint,
  -- The share of the fee recipient in the payout, a split, which covers that part of the fee.
  split_fee_bps integer not null default 0 check (split_fee_bps >= 0 and split_fee_bps <= 10000),
  -- The arguments of that split for the factory, which prove the share.
  split_recipients text,
  split_salt text,
  -- May cancel subscriptions on chain, and nothing else.
  canceler text not null default '0x0000000000000000000000000000000000000000',
  primary key (merchant, plan_id, version),
  unique (chain_id, spender),
  foreign key (merchant, plan_id) references billing_plans(merchant, id)
);
comment on table billing_plan_versions is
  'The terms of each plan: price, period, payout and spender contract.';

-- One customer's signed spend permission for one version of a plan.
create table subscriptions (
  merchant text not null,
  id text not null unique,
  plan_id text not null,
  version integer not null,
  customer text not null,
  permission_hash text not null unique,
  spender text not null,
  token text not null,
  allowance numeric(78,0) not null,
  period_seconds bigint not null,
  start_seconds bigint not null,
  end_seconds bigint not null,
  salt numeric(78,0) not null,
  extra_data text not null,
  signature text not null,
  status text not null
    check (status in ('active', 'past_due', 'unpaid', 'paused', 'canceled', 'revoked', 'expired')),
  -- When the next period to charge begins; null when none will be charged.
  next_charge_at bigint,
  -- When the next attempt is due: next_charge_at, or the time of a retry.
  due_at bigint,
  -- The number of the last period that was charged, counted from zero at the start of the
  -- permission.
  charged_period bigint,
  last_charge_at bigint,
  last_charge_status text check (last_charge_status in ('pending', 'succeeded', 'failed')),
  failed_attempts integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  canceled_at bigint,
  -- The charge that the reminder before it was recorded for.
  reminded_for bigint,
  -- Whether the cancellation is on chain. Null unless canceled.
  on_chain text check (on_chain in ('pending', 'confirmed')),
  -- When the cancellation is sent next. Null while it is under way, and once it is confirmed.
  revoke_at bigint,
  -- How often its transaction had no effect.
  revoke_attempts integer not null default 0,
  -- The outgoing transaction that cancels it on chain. Kept for a while after it is confirmed.
  revoke_transaction_id text,
  primary key (merchant, id),
  foreign key (merchant, plan_id, version)
    references billing_plan_versions(merchant, plan_id, version),
  check (start_seconds < end_seconds),
  constraint subscriptions_due_status
    check (due_at is null or (status in ('active', 'past_due', 'unpaid', 'paused')))
);
comment on table subscriptions is
  'Customers'' signed spend permissions, their status and next charge.';
create index subscriptions_by_customer on subscriptions (customer, created_at, id);
create index subscriptions_by_merchant on subscriptions (merchant, created_at, id);
create index subscriptions_by_next_charge on subscriptions (merchant, next_charge_at)
  where next_charge_at is not null;
-- A forecast reads a merchant's subscriptions customer by customer, because all charges of a
-- customer share one balance.
create index subscriptions_by_payer on subscriptions (merchant, customer, id)
  where status in ('active', 'past_due', 'unpaid');
create index subscriptions_by_plan on subscriptions (merchant, plan_id, version);
-- Merchants list subscriptions by status and by the time of the next charge.
create index subscriptions_by_status on subscriptions (merchant, status, created_at, id);
create index subscriptions_due on subscriptions (due_at, id) where due_at is not null;
create index subscriptions_revoke_at on subscriptions (revoke_at) where revoke_at is not null;
create index subscriptions_revoking on subscriptions (revoke_transaction_id)
  where revoke_transaction_id is not null;
create index subscriptions_spender on subscriptions (spender, customer);
create index subscriptions_unreminded on subscriptions (next_charge_at)
  where next_charge_at is not null and reminded_for is DISTINCT FROM next_charge_at;

-- reserve

-- A merchant's reserve in each currency, as the chain had it once on each UTC day.
create table reserve_days (
  merchant text not null,
  -- Days since 1 January 1970.
  day integer not null,
  currency text not null,
  -- In base units of the currency.
  reserved numeric(78,0) not null,
  target numeric(78,0) not null,
  read_at bigint not null,
  primary key (merchant, day, currency)
);
comment on table reserve_days is 'Balances on chain, once a day.';
create index reserve_days_day on reserve_days (day);

-- What a merchant has set for its reserve. Keys that the service does not know are kept.
create table reserve_settings (
  merchant text primary key references merchants,
  config jsonb not null,
  updated_at bigint not null
);
comment on table reserve_settings is 'Settings of the reserve.';

-- users

-- The same by buyer, merchant and day, for which XP is capped.
create table scored_pairs (
  merchant text not null,
  buyer text not null,
  day integer not null,
  receipts integer not null check (receipts > 0),
  net_cents bigint not null check (net_cents > 0),
  xp integer not null,
  primary key (merchant, buyer, day)
);
comment on table scored_pairs is 'Trade on chain of each buyer and merchant, for XP.';
create index scored_pairs_day on scored_pairs (day);

-- The part of each receipt that earns XP: net cents that were paid on chain, by the UTC day of the
-- sale.
create table scored_receipts (
  merchant text not null,
  receipt_id text not null,
  -- Empty when the payer is unknown.
  buyer text not null,
  day integer not null,
  net_cents bigint not null check (net_cents > 0),
  primary key (merchant, receipt_id)
);
comment on table scored_receipts is 'The part of each receipt that earns XP.';

-- Hashes of handles, so that no two look alike. Given-up handles stay reserved for their wallet
-- until they are pruned; those of a deleted profile for none.
create table user_handles (
  name_hash text primary key,
  wallet text,
  released_at bigint
);
comment on table user_handles is 'Hashes of handles, including former ones.';
create index user_handles_released on user_handles (released_at) where released_at is not null;
create index user_handles_wallet on user_handles (wallet);

-- The day for which the periods of user_scores were computed. Locked by everything that changes
-- scores or visibility.
create table user_score_state (
  is_only_row boolean primary key default true check (is_only_row),
  day integer not null
);
comment on table user_score_state is 'The day that scores were computed for; a lock.';
insert into user_score_state (day) values (0);

-- The sums of each wallet, also of those without a profile.
create table user_scores (
  wallet text not null,
  period text not null check (period in ('all', '30d', '7d')),
  xp bigint not null check (xp >= 0),
  sales integer not null check (sales >= 0),
  purchases integer not null check (purchases >= 0),
  -- Whether the wallet's profile is public.
  is_public boolean not null,
  primary key (wallet, period)
);
comment on table user_scores is
  'XP, sales and purchases of each wallet over all time, 30 and 7 days.';
create index user_scores_purchases on user_scores (period, purchases, wallet) where is_public;
create index user_scores_sales on user_scores (period, sales, wallet) where is_public;
create index user_scores_xp on user_scores (period, xp, wallet) where is_public;

-- Profiles of wallets. Most columns are as the user wrote them.
create table users (
  wallet text primary key,
  id text not null unique,
  handle text not null,
  -- The handle in lower case.
  handle_key text not null unique,
  display_name text not null,
  bio text not null,
  is_public boolean not null,
  -- The hash of the picture in user_avatars.
  avatar_hash text,
  created_at bigint not null,
  updated_at bigint not null
);
comment on table users is 'Profiles.';
-- The collector looks for the profiles of pictures.
create index users_avatar_hash on users (avatar_hash) where avatar_hash is not null;

-- One row per public user: all that others can find. Narrow, because broad searches read many rows.
create table public_users (
  wallet text primary key references users,
  -- The folded display name, for sorting, and the words of name, handle and wallet.
  name_key text collate "C" not null,
  words tsvector not null,
  xp bigint not null,
  sales integer not null,
  purchases integer not null,
  followers integer not null,
  following integer not null,
  created_at bigint not null
);
comment on table public_users is 'How others find each public user, with scores and counts.';
create index public_users_created on public_users (created_at, wallet);
create index public_users_followers on public_users (followers, wallet);
create index public_users_following on public_users (following, wallet);
create index public_users_name on public_users (name_key, wallet);
create index public_users_purchases on public_users (purchases, wallet);
create index public_users_sales on public_users (sales, wallet);
create index public_users_xp on public_users (xp, wallet);

create table user_follows (
  follower text not null references users,
  followed text not null references users,
  created_at bigint not null,
  primary key (follower, followed),
  check (follower <> followed)
);
comment on table user_follows is 'Follows.';
create index user_follows_followers on user_follows (followed, created_at desc, follower);
create index user_follows_following on user_follows (follower, created_at desc, followed);

-- When each public user was last seen. A table of its own, because it changes every minute.
create table user_presence (
  wallet text primary key references public_users on delete cascade,
  seen_at bigint not null
);
comment on table user_presence is 'When each public user was last seen.';
create index user_presence_seen on user_presence (seen_at);

-- The same words, to find users by rare ones. In byte order, so that a range finds the beginnings
-- of words.
create table user_words (
  word text collate "C" not null,
  wallet text not null references public_users on delete cascade,
  primary key (word, wallet)
);
comment on table user_words is 'The words that public users are found by.';
create index user_words_wallet on user_words (wallet);
