-- platform

create table chain_blocks (
  chain_id bigint not null,
  number bigint not null,
  hash text not null,
  primary key (chain_id, number)
);
comment on table chain_blocks is 'Recent block hashes, to detect reorganizations.';

create table chain_cursors (
  chain_id bigint primary key,
  block_number bigint not null,
  block_hash text not null,
  finalized_number bigint not null,
  -- The newest safe block. Large receipts are paid only by payments up to it.
  safe_number bigint not null default 0,
  -- Whether the chain ever reported a finalized block, so that a failed request is not taken for a
  -- chain without finality.
  reports_finality boolean not null default false
);
comment on table chain_cursors is 'The last block read.';

-- A chain without these blocks was rolled back, lost its file, or is another chain with the same
-- id.
create table chain_heads (
  chain_id bigint primary key,
  first_hash text not null,
  block_number bigint not null,
  block_hash text not null,
  seen_at bigint not null
);
comment on table chain_heads is 'The last block seen.';

-- The address derives from the receipt and its payout address, so a receipt whose payout address
-- changed has several.
create table deposits (
  chain_id bigint not null,
  address text not null,
  merchant text not null,
  receipt_id text not null,
  receipt_key text not null,
  payout_address text not null,
  -- Until when token transfers are indexed, and until when the native balance is read, because
  -- native transfers emit no log.
  watched_until bigint not null,
  native_until bigint not null default 0,
  -- The native balance that is not flushed yet, and when it was first seen.
  native_units numeric(78,0),
  native_since bigint,
  -- The outgoing transaction that flushes it.
  native_flush_key text,
  native_flush_alone boolean not null default false,
  -- The native balance at native_since. Later payments have the time of their flush.
  native_seen_units numeric(78,0),
  -- When the receipt was created, if the address was added later. Blocks since then may contain
  -- payments and are searched again. Null after the search.
  late_since bigint,
  -- The next block of that search. Null until the block of late_since is known.
  late_block bigint,
  primary key (chain_id, address),
  check ((native_units is null) = (native_since is null))
);
comment on table deposits is 'Deposit addresses and how long they are watched.';
create index deposits_key on deposits (chain_id, receipt_key);
create index deposits_late on deposits (chain_id, late_since) where late_since is not null;
create index deposits_moving on deposits (chain_id, native_flush_key)
  where native_flush_key is not null;
create index deposits_native on deposits (chain_id, native_until) where native_until > 0;
create index deposits_native_balance on deposits (chain_id) where native_units is not null;
create index deposits_receipt on deposits (merchant, receipt_id);
create index deposits_watched on deposits (chain_id, watched_until);

-- The status is null while a process handles the request. Generated ids derive from the seed, so
-- that a retry after a crash creates the same rows. leased_until follows the database's clock.
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

-- The id is part of the key of every receipt, so that two installations never share a deposit
-- address.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  id text not null,
  -- Signs payment links. It derives from no other secret, so that links survive their rotation.
  link_secret bytea not null
);
comment on table installation is
  'The id of the installation, and the secret that signs payment links.';
insert into installation (id, link_secret) values (
  gen_random_uuid(),
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);

-- One row per recurring job: the process that runs it, its next run, and its last result.
create table job_leases (
  job text primary key,
  owner text,
  leased_until bigint not null default 0,
  run_at bigint not null,
  every_ms bigint not null,
  last_finished_at bigint,
  last_duration_ms bigint,
  last_error text,
  last_failed_at bigint,
  -- Failed runs since the last good one.
  failures integer not null default 0
);
comment on table job_leases is 'Schedule, lease and last run of each job.';

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

-- A process that stopped between the replay and the removal of the file must not replay it again.
create table journal_segments (
  id text primary key,
  replayed_at bigint not null
);
comment on table journal_segments is 'Segments of the journal that were replayed.';
create index journal_segments_replayed_at on journal_segments (replayed_at);

-- Tells open screens what to load again. Rows are read by transaction: a reader knows the snapshot
-- of its last read, and reads the rows of transactions that were not visible then. This needs no
-- lock, and no counter that would make writers wait for each other.
create table live_changes (
  merchant text not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  kind text not null,
  -- Null for many objects of the kind.
  object_id text,
  change text not null check (change in ('created', 'updated', 'deleted')),
  -- The only person whom the change concerns, or null.
  person text,
  -- By the database's clock.
  recorded_at bigint not null,
  primary key (merchant, xid, seq)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table live_changes is 'Recent changes of objects, for open screens.';

-- Changes are recorded only for these merchants, so that without open screens they cost nothing.
create table live_followers (
  merchant text primary key,
  -- The transaction that began to follow. Positions that do not see it may miss changes.
  since_xid xid8 not null default pg_current_xact_id(),
  -- By the database's clock.
  followed_until bigint not null
);
comment on table live_followers is 'Merchants with open screens, whose changes are recorded.';

-- What staff are notified of. The kind decides severity and subject.
create table notifications (
  merchant text not null,
  id text not null,
  kind text not null,
  subject_id text not null,
  -- Ids, amounts and codes, without texts that a person wrote.
  params jsonb not null,
  -- The subject while the state lasts. Null once it is resolved, and for events.
  open_key text,
  created_at bigint not null,
  resolved_at bigint,
  primary key (merchant, id)
);
comment on table notifications is 'What needs the attention of staff, or did.';
create index notifications_created_at on notifications (created_at);
create index notifications_newest on notifications (merchant, created_at desc, id desc);
create unique index notifications_open on notifications (merchant, kind, open_key)
  where open_key is not null;
create index notifications_open_kind on notifications (kind, merchant, open_key)
  where open_key is not null;

create table notification_checks (
  seq bigint primary key generated always as identity,
  merchant text not null,
  receipt_id text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table notification_checks is 'Receipts that staff may have to be notified of.';

-- The process that assigns the nonces of a signer. The epoch grows whenever another process takes
-- the lease, and every write names its epoch.
create table outgoing_signers (
  chain_id bigint not null,
  signer text not null,
  owner text,
  epoch bigint not null,
  leased_until bigint not null,
  -- In wei, when last read.
  balance numeric(78,0),
  -- The first nonce without a known transaction, and since when.
  gap_nonce bigint,
  gap_since bigint,
  primary key (chain_id, signer),
  check ((gap_nonce is null) = (gap_since is null))
);
comment on table outgoing_signers is 'Lease and nonce of each signer.';

-- A row is planned in the database transaction that needs it, and is mined once, however often it
-- is signed. created_at follows the service's clock, all other times the database's, so that a
-- moved sandbox clock changes no deadline. The merchant is empty for the platform itself.
create table outgoing_transactions (
  id text primary key,
  chain_id bigint not null,
  -- Chosen by the caller. Planning the same key again has no effect.
  key text not null check (key <> ''),
  purpose text not null,
  merchant text not null,
  recipient text not null,
  data text not null,
  value numeric(78,0) not null check (value >= 0),
  created_at bigint not null,
  -- In microseconds, to keep the order within one database transaction.
  planned_us bigint not null default ((EXTRACT(epoch FROM clock_timestamp()) * 1000000))::bigint,
  state text not null default 'planned'
    check (state in ('planned', 'signed', 'sent', 'mined', 'reverted', 'final', 'failed')),
  state_since bigint not null default ((EXTRACT(epoch FROM clock_timestamp()) * 1000))::bigint,
  tried_at bigint,
  error text,
  error_since bigint,
  -- Of the attempt in a block, or else of the last one signed.
  signer text,
  nonce bigint,
  hash text,
  generation integer not null default 0,
  bumps integer not null default 0,
  -- Since when another transaction seems to use its nonce, and the newest block at that time.
  taken_since bigint,
  taken_at_block bigint,
  stuck_since bigint,
  block_number bigint,
  block_hash text,
  gas_used bigint,
  -- When it had enough confirmations.
  settled_at bigint,
  gas bigint not null check (gas > 0),
  -- Lowest first: payments signed by buyers, settlement, charges, deployments.
  priority smallint not null,
  payer text,
  -- The step that an operator requested last, and what became of it. Null while it waits.
  requested_step text check (requested_step in ('replace', 'cancel', 'resend')),
  requested_at bigint,
  request_result text,
  unique (chain_id, key),
  check ((requested_step is null) = (requested_at is null)),
  check (request_result is null or requested_step is not null),
  check ((nonce is null) = (signer is null)),
  check (nonce is not null or (state in ('planned', 'failed'))),
  check (nonce is null or state <> 'planned'),
  check ((block_hash is not null) = (state in ('mined', 'reverted', 'final'))),
  check ((error is null) = (error_since is null))
);
comment on table outgoing_transactions is 'Transactions that the service sends.';
-- Transactions that run code of recipients.
create index outgoing_transactions_coin on outgoing_transactions (chain_id, merchant, purpose, created_at)
  where purpose in ('deposit.flush_wallet', 'split.distribute_coin');
create index outgoing_transactions_merchant on outgoing_transactions (chain_id, merchant, state_since)
  where merchant <> '';
create index outgoing_transactions_newest on outgoing_transactions (created_at desc, id desc);
-- A nonce belongs to one transaction, and possibly to an empty one that fills it.
create unique index outgoing_transactions_nonce on outgoing_transactions (chain_id, signer, nonce, (purpose = 'nonce.fill'))
  where nonce is not null;
create index outgoing_transactions_open on outgoing_transactions (chain_id, signer, nonce)
  where (state in ('signed', 'sent')) or (state in ('mined', 'reverted')) and settled_at is null;
create index outgoing_transactions_payer on outgoing_transactions (chain_id, payer, state_since)
  where payer is not null;
create index outgoing_transactions_planned on outgoing_transactions (chain_id, priority, tried_at, planned_us)
  where state = 'planned';
-- Gas budgets count the gas used in a day, and the limits of unfinished transactions.
create index outgoing_transactions_spent on outgoing_transactions (chain_id, state_since)
  where gas_used is not null;
create index outgoing_transactions_state on outgoing_transactions (state, created_at desc, id desc);

create table sandbox_clock (
  is_only_row boolean primary key default true check (is_only_row),
  ahead_ms bigint not null check (ahead_ms >= 0),
  -- How often the clock returned to real time, so that processes recognize an older offset.
  resets integer not null default 0
);
comment on table sandbox_clock is 'How far the sandbox clock is ahead.';

-- Committed before it is broadcast, because any signed attempt may be mined.
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
  -- An empty transfer to the signer, which uses the nonce of a transaction that nodes refuse.
  is_empty boolean not null,
  -- When a node first responded, and its last response.
  broadcast_at bigint,
  outcome text,
  primary key (transaction_id, generation)
);
comment on table outgoing_attempts is 'Every signed attempt.';
create index outgoing_attempts_nonce on outgoing_attempts (chain_id, signer, nonce);

-- auth

-- Separate from developer_keys, because a hash is unique across merchants.
create table developer_key_hashes (
  hash bytea primary key,
  merchant text not null,
  key_id text not null
);
comment on table developer_key_hashes is 'Lookup of keys.';

-- A null value is a removed limit, so that other processes notice the removal.
create table merchant_limits (
  merchant text not null,
  name text not null,
  value double precision,
  -- Grows with every change, in commit order.
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
  -- Part of every signed message that changes the owner or the recovery wallet. Each change
  -- replaces it. The recovery wallet is valid until recovery_removed_at, if that is set.
  ownership_nonce text not null default (gen_random_uuid())::text,
  recovery_wallet text,
  recovery_removed_at bigint,
  -- A merchant whose key was issued without a wallet. No wallet has its address, so it cannot be
  -- paid until it is claimed.
  is_unclaimed boolean not null default false,
  -- A suspended merchant can read, but not write. Null unless suspended.
  suspended_at bigint,
  suspended_reason text
);
comment on table merchants is
  'Merchants, their recovery wallets, and whether they wait to be claimed or are suspended.';
create index merchants_by_recovery_wallet on merchants (recovery_wallet)
  where recovery_wallet is not null;
-- For the operator's list.
create index merchants_newest on merchants (created_at desc, wallet desc);
create index merchants_suspended on merchants (wallet) where suspended_at is not null;

-- A window begins with its first call. Times follow the database's clock. Unlogged: losing the rows
-- in a crash forgives at most a minute.
create unlogged table rate_windows (
  bucket text primary key,
  ends_at bigint not null,
  used integer not null,
  -- Granted to the latest statement, which reads it back.
  granted integer not null
);
comment on table rate_windows is 'Calls used per budget.';
create index rate_windows_by_end on rate_windows (ends_at);

-- person is a wallet, or the id of a person without one. verified_at is the last sign-in or step-up.
create table sessions (
  person text not null,
  id text not null,
  created_at bigint not null,
  verified_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  user_agent text not null default '',
  primary key (person, id)
);
comment on table sessions is 'Signed-in people.';
create index sessions_by_expiry on sessions (expires_at);

-- Unused nonces are signed, not stored, so that issuing one writes nothing.
create table used_nonces (
  nonce text primary key,
  expires_at bigint not null
);
comment on table used_nonces is 'Nonces used to sign in or to sign a request.';
create index used_nonces_by_expiry on used_nonces (expires_at);

-- A person with a PIN at registers. pin_hash is argon2id in its encoded form, null after the end.
-- wrong_pins counts those since the last lock, including attempts that are being checked. pin_locks
-- decides the length of the next lock; forgiven_at is the time up to which locks were forgiven.
create table cashiers (
  merchant text not null references merchants,
  id text not null,
  name text not null,
  rights text[] not null,
  pin_hash text,
  wrong_pins integer not null default 0,
  pin_locks integer not null default 0,
  locked_until bigint,
  forgiven_at bigint,
  created_at bigint not null,
  ended_at bigint,
  primary key (merchant, id)
);
comment on table cashiers is 'People with a PIN at registers.';

create table developer_keys (
  merchant text not null references merchants,
  id text not null,
  name text not null,
  scopes text[] not null,
  created_at bigint not null,
  revoked_at bigint,
  -- The developer plan of the key.
  subscription_id text,
  prefix text,
  sealed bytea,
  last_used_at bigint,
  expires_at bigint,
  primary key (merchant, id)
);
comment on table developer_keys is 'Keys, sealed.';

-- cashier_id is the last one who unlocked it, unlocked_at is null while it is locked.
-- unlock_recorded_at is the last unlock in the audit log, which does not have every one.
create table devices (
  merchant text not null references merchants,
  id text not null,
  register_id text not null,
  kind text not null check (kind in ('register', 'display')),
  name text not null,
  cashier_id text,
  unlocked_at bigint,
  unlock_recorded_at bigint,
  wrong_pins integer not null default 0,
  forgiven_at bigint,
  created_by text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  ended_at bigint,
  primary key (merchant, id)
);
comment on table devices is 'Paired registers and customer displays.';
create index devices_by_end on devices (ended_at) where ended_at is not null;

-- Only people without a wallet: a wallet identifies all others.
create table people (
  id text primary key check (id like 'psn\_%'),
  name text not null,
  created_at bigint not null
);
comment on table people is 'People who joined with a passkey and have no wallet.';

-- An invited member joins by accepting.
create table members (
  merchant text not null references merchants,
  person text not null,
  role text not null check (role in ('owner', 'admin', 'accountant', 'support', 'cashier', 'viewer')),
  invited_by text,
  created_at bigint not null,
  joined_at bigint,
  invitation_id text not null default ('inv_' || replace((gen_random_uuid())::text, '-', '')),
  primary key (merchant, person),
  -- Only a wallet can own a merchant: the owner signs for its money.
  check (role <> 'owner' or person like '0x%')
);
comment on table members is 'Owners, staff and open invitations.';
create index members_by_person on members (person);
-- A merchant has one owner, whose wallet may differ from the merchant's.
create unique index members_owner on members (merchant) where role = 'owner';

-- Each merchant has an encryption key for each master key, which wrapped_by names.
create table merchant_secrets (
  merchant text not null references merchants,
  wrapped_by text not null,
  wrapped bytea not null,
  created_at bigint not null,
  primary key (merchant, wrapped_by)
);
comment on table merchant_secrets is 'Each merchant''s wrapped key.';

-- The plan decides the scopes and limits of its keys. calls_per_minute overrides the plan.
create table plan_subscriptions (
  merchant text not null references merchants,
  id text not null,
  plan text not null check (plan in ('starter', 'pro', 'enterprise')),
  calls_per_minute integer,
  created_at bigint not null,
  -- Null for plans without an end: the starter plan, and plans granted by the operator.
  paid_until bigint,
  key_id text,
  -- Whether the merchant took the plan while it had no price. Its holder is not established then.
  is_free boolean not null default false,
  primary key (merchant, id)
);
comment on table plan_subscriptions is
  'The developer plans of each merchant, when a paid one ends, and the key that came with it.';

-- members

-- person is the id that a person without a wallet gets. used_by is the person who joined.
create table invitation_links (
  merchant text not null references merchants,
  id text not null,
  person text not null,
  -- SHA-256 of the token in the link, which is not stored.
  token_hash text not null,
  name text not null,
  role text not null check (role in ('admin', 'accountant', 'support', 'cashier', 'viewer')),
  invited_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  used_by text,
  primary key (merchant, id)
);
comment on table invitation_links is 'Links by which one person each joins a merchant.';
create unique index invitation_links_token on invitation_links (token_hash);
create index invitation_links_by_expiry on invitation_links (expires_at);

-- passkeys

-- id is the credential id, in base64url. public_key is a COSE key.
create table passkeys (
  person text not null,
  id text not null,
  public_key bytea not null,
  -- Uses of the key, as its authenticator counts them. 0 for one that does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint,
  primary key (person, id)
);
comment on table passkeys is 'Passkeys that people sign in with.';
create unique index passkeys_id on passkeys (id);

-- audit

-- Append-only. A keyed hash chains each entry to the previous one.
create table audit_entries (
  merchant text not null references merchants,
  seq bigint not null,
  at bigint not null,
  actor text not null,
  device text,
  cashier text,
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
create index audit_entries_target on audit_entries (merchant, target, seq desc);

-- Adding an entry locks this row.
create table audit_heads (
  merchant text primary key references merchants,
  seq bigint not null,
  hash bytea not null
);
comment on table audit_heads is 'The last hash of each chain.';

-- requests

-- Samples of rejected bodies contain no values that could be secret or personal.
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
-- Rows are inserted in order of time, so a small index finds the old ones.
create index request_log_at on request_log using brin (at) with (autosummarize='on');
-- Finds merchants whose calls reach a limit.
create index request_log_refused on request_log (at) where status = 429;

-- billing

-- Identified by the paying wallet, because a merchant can change its owner.
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
  -- When a reorganization removed the payment. The purchase then grants no time.
  revoked_at bigint,
  primary key (payer, id),
  foreign key (merchant, subscription_id) references plan_subscriptions(merchant, id)
);
comment on table plan_purchases is 'Payments for developer plans.';
create index plan_purchases_of_subscription on plan_purchases (merchant, subscription_id);

-- registers

-- The code is fixed: it is part of a printed address. items has SKUs, or is null for the whole
-- catalog. tip_presets has basis points. Deleted registers stay, because sales refer to them.
create table registers (
  merchant text not null references merchants,
  id text not null,
  name text not null,
  items text[],
  tip_presets jsonb not null,
  jurisdiction_code text,
  footer text not null,
  receipt_width integer not null check (receipt_width in (58, 80)),
  code text not null unique,
  revision integer not null,
  -- The sale on its customer display: {"cashier", "cart", "receiptId", "tip", "updatedAt"}.
  sale jsonb,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  primary key (merchant, id)
);
comment on table registers is 'Points of sale with their settings.';

-- One series of numbers for each register, without gaps. A close never changes.
create table day_closes (
  merchant text not null,
  register_id text not null,
  number integer not null check (number > 0),
  opened_at bigint not null,
  closed_at bigint not null,
  -- The cashier or person who closed it.
  closed_by text not null,
  -- The sums as the API returns them.
  report jsonb not null,
  primary key (merchant, register_id, number),
  foreign key (merchant, register_id) references registers
);
comment on table day_closes is 'Closed days of registers with their sums.';

-- A close counts postings, not a span of time: a transaction may be committed after a close that is
-- later than its time.
create table register_postings (
  merchant text not null,
  posting_key text not null,
  register_id text not null,
  at bigint not null,
  -- The close that counts it; null while its day is open.
  number integer,
  primary key (merchant, posting_key),
  foreign key (merchant, register_id, number) references day_closes
);
comment on table register_postings is 'Sales and refunds of registers in the ledger, and the close that counts them.';
-- An open day is read without the closed ones, and without the other sales of the merchant.
create index register_postings_open on register_postings (merchant, register_id, at, posting_key)
  where number is null;

-- Identified by the SHA-256 of its code, which has 128 random bits.
create table device_pairings (
  code_hash bytea primary key,
  merchant text not null,
  register_id text not null,
  kind text not null check (kind in ('register', 'display')),
  created_by text not null,
  expires_at bigint not null,
  used_at bigint,
  foreign key (merchant, register_id) references registers
);
comment on table device_pairings is 'Codes that pair a device with a register once.';
create index device_pairings_by_expiry on device_pairings (expires_at);

-- media

-- The hash is the SHA-256 of the uploaded file. The smallest size is in this table, because order
-- lines embed it.
create table media (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  -- The sum of all sizes.
  bytes integer not null,
  thumb bytea not null check (octet_length(thumb) <= 1134),
  -- Whether an order line shows it. Its thumbnail is then kept.
  is_sold boolean not null default false,
  -- When the larger sizes were deleted, because only order lines referred to the picture.
  collected_at bigint,
  created_at bigint not null,
  -- When it was last known to be used.
  used_at bigint not null,
  -- When the collector first found no reference. The picture is deleted if there is still none at a
  -- later time.
  unused_at bigint,
  -- Whether anyone can read the picture by its hash. Pictures of profiles are served only while the
  -- profile is public.
  is_public boolean not null default true
);
comment on table media is
  'Uploaded pictures: their size, whether they are public, when they were last used, and the picture at 48 pixels.';
create index media_unused_at on media (unused_at)
  where collected_at is null and unused_at is not null;
-- The pictures to examine, and those that wait to be deleted.
create index media_used_at on media (used_at) where collected_at is null and unused_at is null;

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

-- The last accepted rate of each unit, in millionths of a dollar, and its alarm. A unit without an
-- accepted rate has only the alarm. quoted_at is the time of the source, fetched_at the start of
-- the round that accepted it.
create table exchange_rates (
  unit text primary key,
  usd_ppm bigint check (usd_ppm > 0),
  provider text,
  quoted_at bigint,
  fetched_at bigint,
  -- The next quote is compared with it when only one source responds. It follows slowly, so that a
  -- source cannot drift in many small steps.
  anchor_ppm bigint check (anchor_ppm > 0),
  anchor_at bigint,
  alarm text,
  -- The quotes that agreed on the rate, for merchants who prefer one of the sources: [{"provider",
  -- "usdPpm" as text, "quotedAt"}].
  quotes jsonb,
  check (num_nulls(usd_ppm, provider, quoted_at, fetched_at, anchor_ppm, anchor_at) in (0, 6))
);
comment on table exchange_rates is 'The current rate and its sources.';

-- shop

-- One row. Changing a shop locks it and increments the version, so that versions become visible in
-- order and processes can load the changes since their last one.
create table directory (
  is_only_row boolean primary key check (is_only_row),
  version bigint not null,
  -- The version of the rules that made the hashes. 0 before the first listing.
  names_version integer not null default 0
);
comment on table directory is 'The version of the directory.';
insert into directory (is_only_row, version) values (true, 0);

-- Names that look alike share a hash.
create table listed_names (
  hash text not null,
  merchant text not null references merchants,
  -- Names under which a shop was listed for a day stay reserved for it. released_at is null for
  -- current names.
  listed_at bigint,
  released_at bigint,
  primary key (hash, merchant)
);
comment on table listed_names is
  'Hashes of the names and slugs of listed shops, including former ones.';
create index listed_names_merchant on listed_names (merchant);
create index listed_names_released_at on listed_names (released_at) where released_at is not null;

-- Separate from shops, because a slug is unique across merchants.
create table shop_slugs (
  slug text primary key,
  merchant text not null references merchants,
  -- A former slug stays reserved for its shop and redirects to the current one. Null for the
  -- current slug.
  released_at bigint,
  -- When the shop took the slug, and whether it stays reserved after a rename: the shop used it for
  -- a day, or was listed with it.
  taken_at bigint,
  lasting boolean not null default false
);
comment on table shop_slugs is 'Slugs of shops, including former ones.';
create unique index shop_slugs_current on shop_slugs (merchant) where released_at is null;
create index shop_slugs_merchant on shop_slugs (merchant);
create index shop_slugs_released_at on shop_slugs (released_at) where released_at is not null;

-- The configuration as the merchant set it. Missing fields have their defaults.
create table shops (
  merchant text primary key references merchants,
  config jsonb not null,
  updated_at bigint not null,
  -- Counts the changes of the configuration.
  revision integer not null default 0,
  -- The version of the directory at the last change of the shop.
  version bigint not null default 0,
  -- A listing that resembles another one waits for an operator. Null if no review was needed.
  review text check (review in ('pending', 'approved', 'rejected')),
  review_since bigint,
  check ((review is null) = (review_since is null))
);
comment on table shops is 'Shop configuration, and the review of the listing.';
create index shops_in_review on shops (review_since, merchant) where review = 'pending';
create index shops_version on shops (version);

-- inventory

-- Changing items locks the merchant's row and increments the version, so that versions become
-- visible in order. The sums are over the merchant's items.
create table catalogs (
  merchant text primary key references merchants,
  version bigint not null,
  items bigint not null,
  text_bytes bigint not null,
  image_bytes bigint not null
);
comment on table catalogs is 'The version of each catalog.';

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

-- The size of an item's texts in bytes. Pages of long items have fewer items.
create function item_bytes(
  name text, description text, category text, tags text[], attributes jsonb, images text[],
  options jsonb
) returns integer language sql immutable parallel safe
return (
  octet_length(name) + octet_length(description) + octet_length(category)
  + octet_length(array_to_string(tags, ',')) + octet_length(attributes::text)
  + octet_length(options::text)
  + (select coalesce(sum(octet_length(image)), 0) from unnest(images) as image)
)::integer;

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
  -- -1 for unlimited. Three decimals, because some items are sold by weight.
  stock_qty numeric(13,3) not null check (stock_qty >= 0 or stock_qty = -1::numeric),
  reserved_qty numeric(13,3) not null default 0 check (reserved_qty >= 0),
  images text[] not null,
  industry_pack text not null,
  attributes jsonb not null,
  active boolean not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The version of the catalog at the last change.
  version bigint not null,
  -- Counts the changes that people and programs make. Sales do not count.
  revision integer not null default 1,
  -- The stock is low at or below this quantity. Null for no warning.
  low_stock_qty numeric(13,3) check (low_stock_qty >= 0),
  -- Variants of one product share it. An item with this SKU may exist.
  parent_sku text,
  options jsonb not null default '{}',
  page_bytes integer generated always as (item_bytes(name, description, category, tags, attributes,
      images, options)) stored not null,
  primary key (merchant, id),
  constraint items_sku unique (merchant, sku),
  check ((price_cents is null) = (currency is null)),
  check (price_cents is not null or price_usd_cents is not null),
  check (currency <> 'USD' or price_usd_cents is null),
  check ((parent_sku is null) = (options = '{}'))
);
comment on table items is 'Catalog items with stock.';
create index items_low_stock on items (merchant, id)
  where stock_qty >= 0 and stock_qty <= low_stock_qty;
create index items_parent_sku on items (merchant, parent_sku) where parent_sku is not null;
create index items_page_bytes on items (merchant, page_bytes desc);
create index items_version on items (merchant, version, id);

-- The quantity is included in reserved_qty of the item.
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

-- A split contract belongs to one merchant, and to one or more versions of its split.
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

-- Rows never change. The highest version is in force; earlier ones stay, because their receipts
-- still pay there. recipients: [{"address", "sharesBps", "role", "label"}], including the platform.
-- created_by is null for splits of the sandbox.
create table splits (
  merchant text not null references merchants,
  version integer not null check (version > 0),
  address text not null,
  chain_id bigint not null,
  recipients jsonb not null,
  created_at bigint not null,
  created_by text,
  -- The contract was on chain when the split was set. Otherwise its deployment decides.
  is_registered boolean not null default true,
  -- The installation in the salt of the split's address. Null if the salt has none.
  installation_id text,
  -- The salt of a registered split that another party deployed. It proves the address together with
  -- the recipients.
  salt text,
  primary key (merchant, version),
  constraint splits_contract foreign key (chain_id, address, merchant)
    references split_contracts(chain_id, address, merchant) not VALID
);
comment on table splits is 'The versions of each merchant''s split.';
create index splits_address on splits (chain_id, address);

-- ledger

-- Written in the transaction of the change.
create table ledger_changes (
  seq bigint generated always as identity primary key,
  merchant text not null,
  receipt_id text not null
);
comment on table ledger_changes is
  'Receipts whose sale, refunds or payer changed, for the scores of users.';

-- A job adds postings to these sums. Until then a posting is in ledger_unsummed, and reports read
-- its entries, so that concurrent postings do not wait for a row of these sums.
create table ledger_days (
  merchant text not null,
  -- Days since 1 January 1970.
  day integer not null,
  kind text not null,
  account text not null,
  asset text not null,
  -- The tax jurisdiction of the receipt, for sales and refunds. Empty for none.
  jurisdiction text not null,
  -- The number of postings whose first entry is in this row, minus their reversals.
  postings bigint not null,
  units numeric(78,0) not null,
  usd_micros numeric(38,0) not null,
  -- The quarters of an hour of the day with postings, ascending, and the sums of the day up to the
  -- end of each. The days of every time zone begin with a quarter.
  quarters integer[] not null default '{}',
  postings_until bigint[] not null default '{}',
  units_until numeric[] not null default '{}',
  usd_micros_until numeric[] not null default '{}',
  primary key (merchant, day, kind, account, asset, jurisdiction)
) with (fillfactor = 70);
comment on table ledger_days is
  'Sums of the ledger by UTC day and quarter of an hour. Kind tip has the tips within the sales.';
-- For the merchants of a day.
create index ledger_days_of_day on ledger_days (day, merchant);

-- The ledger is append-only. Deleting a merchant's sales in a sandbox sets
-- `tallystick.deletes_sales` in its transaction.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tallystick.deletes_sales', true) = 'on' then
    return null;
  end if;
  raise exception 'Ledger rows cannot be changed or deleted. Post a reversal instead.'
    using errcode = 'restrict_violation';
end
$$;

-- Append-only: a correction is another posting. The key identifies the event, so that it is posted
-- once.
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
create index ledger_postings_newest on ledger_postings (merchant, kind, at desc, key desc)
  include (receipt_id);
create index ledger_postings_receipt on ledger_postings (merchant, receipt_id)
  where receipt_id is not null;
-- For receipts whose sale was reversed.
create index ledger_postings_undone_sales on ledger_postings (merchant, at)
  where kind = 'sale' and key like 'undo:%';
-- For the volume of the whole platform by day.
create index ledger_postings_volume on ledger_postings (at) where kind in ('sale', 'refund', 'plan');
create trigger ledger_postings_append_only before delete or update or truncate on ledger_postings
  for each statement execute function refuse_ledger_change();

-- Whatever posts a sale or refund of a register, the close of its day counts it.
create function record_register_posting() returns trigger language plpgsql as $$
begin
  insert into register_postings (merchant, posting_key, register_id, at)
    select new.merchant, new.key, register_id, new.at from receipts
    where merchant = new.merchant and id = new.receipt_id and register_id is not null;
  return null;
end $$;
create trigger ledger_postings_of_registers after insert on ledger_postings for each row
  when (new.kind in ('sale', 'refund') and new.receipt_id is not null)
  execute function record_register_posting();

-- Written by the statement that posts.
create table ledger_unsummed (
  merchant text not null,
  posting_key text not null,
  primary key (merchant, posting_key)
);
comment on table ledger_unsummed is 'Postings that are not part of the daily sums yet.';

-- Debits are positive, credits negative. Both columns of a posting sum to zero for each asset. The
-- asset is a token, or USD in cents for money off chain. usd_micros is its value when it arrived.
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

-- Append-only.
create table timeline_entries (
  merchant text not null,
  receipt_id text not null,
  seq bigint not null,
  status text not null,
  previous_status text,
  at bigint not null,
  -- A wallet, the id of a developer key, or a part of the service.
  made_by text not null,
  note text,
  transaction_hash text,
  detail jsonb,
  primary key (merchant, receipt_id, seq)
);
comment on table timeline_entries is 'The timeline of each receipt.';

-- The words in the labels of a receipt's lines, its merchant, and its merchant with the week of its
-- creation, so that a search reads only its own receipts, the newest first. A single expression of
-- immutable functions, which PostgreSQL inserts into the statement instead of calling the function
-- for each receipt. Without the cast to text it would not be one.
create function receipt_words(merchant text, lines jsonb, created_at bigint) returns text[]
language sql immutable parallel safe
return array_cat(
  tsvector_to_array(jsonb_to_tsvector(
    'pg_catalog.simple',
    jsonb_path_query_array(lines, '$[*] ? (!(@.kind == "tax" || @.kind == "fee")).label'),
    '["string"]'
  )),
  array[merchant, merchant || ':' || (created_at / 604800000)::text]
);

-- The customer of a receipt: the e-mail address that the buyer gave, or the wallet that paid.
create function receipt_customer(billing jsonb, onramp_email text, buyer_wallet text) returns text
language sql immutable parallel safe
return coalesce(
  lower(nullif(billing ->> 'email', '')), lower(nullif(onramp_email, '')), buyer_wallet
);

-- The id is unique per merchant, and chosen by the merchant or generated.
create table receipts (
  merchant text not null references merchants,
  id text not null,
  kind text not null check (kind in ('order', 'terminal', 'direct', 'subscription')),
  status text not null,
  currency text not null check (currency in ('USD', 'EUR')),
  total_usd_cents bigint not null check (total_usd_cents > 0),
  -- Null for receipts in dollars.
  total_cents bigint check (total_cents > 0),
  lines jsonb not null,
  valuation jsonb,
  jurisdiction_code text,
  tax_rate_ppm bigint not null,
  tax_components text[] not null,
  -- The caller's reference.
  reference text,
  metadata jsonb,
  -- Prefill and links of the payment page.
  billing jsonb,
  onramp_email text,
  redirect_url text,
  return_url text,
  webhook_url text,
  on_success text,
  brand_name text not null,
  -- The payout address at creation.
  payout_address text not null,
  -- The developer key that created it, if any.
  key_id text,
  transaction_hash text,
  transaction_at bigint,
  payment_token text,
  failure_code text,
  -- Whether the merchant recorded a manual payment.
  is_paid_manually boolean not null default false,
  refunded_usd_cents bigint not null default 0,
  expires_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  -- The components of the tax rate: [{"code", "name", "ratePpm"}].
  tax_parts jsonb not null default '[]',
  -- The amount paid in the token, as a decimal, for tokens without a fixed value.
  payment_amount text,
  -- How the payment differed from the amount due: late, overpaid.
  mismatch text,
  -- The payer on chain, if known.
  buyer_wallet text,
  -- The installation in the key of the deposit address.
  installation_id text,
  credit_returned_usd_cents bigint not null default 0 check (credit_returned_usd_cents >= 0),
  -- The items of an order without a key: [{"itemId": "itm_1", "qty": 2}]. Such an order holds no
  -- stock before its payment starts. Null for all other receipts.
  soft_hold jsonb,
  -- The end of its hold, set once when its payment starts.
  firm_until bigint,
  -- A keyed hash of the buyer's network address, for the first hour.
  order_network text,
  -- Whether the service generated the id, which then cannot be guessed. Callers choose the ids of
  -- direct receipts only.
  has_generated_id boolean not null default false,
  -- Orders without a key are reviewed once, 30 days after their creation. If they are unpaid, their
  -- lines and the buyer's data are erased.
  reviewed_at bigint,
  refund_due boolean not null default false,
  -- The latest card payment that was started: the session at the provider, whether no other receipt
  -- has it, and the amount that the provider charged.
  onramp_session_id text,
  is_onramp_session_unique boolean not null default false,
  onramp_source_usd_cents bigint,
  -- The register, and the cashier or person that sold it. Null for sales by keys and shop pages.
  register_id text,
  sold_by text,
  -- Archived receipts are left out of lists, and counted everywhere else.
  archived_at bigint,
  primary key (merchant, id),
  check ((total_cents is null) = (valuation is null)),
  check (refunded_usd_cents >= 0 and refunded_usd_cents <= total_usd_cents)
);
comment on table receipts is
  'Receipts; for orders without a key a keyed hash of the buyer''s network address.';
-- For lists with or without archived receipts, of which a merchant may have ten times as many. A
-- list of both merges two of them, because every further index costs each new receipt.
create index receipts_archived on receipts (merchant, created_at desc, id desc)
  where archived_at is not null;
create index receipts_archived_status on receipts (merchant, status, created_at desc, id desc)
  include (total_usd_cents) where archived_at is not null;
create index receipts_unarchived on receipts (merchant, created_at desc, id desc)
  where archived_at is null;
create index receipts_unarchived_status on receipts (merchant, status, created_at desc, id desc)
  include (total_usd_cents) where archived_at is null;
create index receipts_billing_email on receipts (merchant, lower(billing ->> 'email'))
  where billing is not null;
-- For finding a buyer's receipts, to export or erase personal data.
create index receipts_buyer_wallet on receipts (merchant, buyer_wallet)
  where buyer_wallet is not null;
-- For finding abandoned checkouts.
create index receipts_checkout on receipts (updated_at)
  where status in ('checkout_initialized', 'checkout_success');
create index receipts_customer on receipts (
  merchant, receipt_customer(billing, onramp_email, buyer_wallet), created_at desc, id desc
) where receipt_customer(billing, onramp_email, buyer_wallet) is not null;
-- For finding unpaid receipts that have expired.
create index receipts_expires_at on receipts (expires_at)
  where expires_at is not null and (status in ('generated', 'link_opened', 'buyer_logged_in',
      'checkout_initialized', 'pending', 'checkout_success'));
-- A payment page finds its receipt by id alone.
create index receipts_id on receipts (id);
-- For prefixes, which need byte order.
create index receipts_id_prefix on receipts (merchant, id collate "C");
create index receipts_onramp_email on receipts (merchant, lower(onramp_email))
  where onramp_email is not null;
create index receipts_order_network on receipts (order_network, merchant, created_at)
  where order_network is not null;
create index receipts_reference on receipts (merchant, reference collate "C")
  where reference is not null;
-- For the own sales of a cashier.
create index receipts_sold_by on receipts (merchant, sold_by, created_at desc, id desc)
  where sold_by is not null;
-- For the current sale of a register.
create index receipts_register on receipts (merchant, register_id, created_at desc, id desc)
  where register_id is not null;
create index receipts_transaction on receipts (merchant, transaction_hash)
  where transaction_hash is not null;
create index receipts_unreviewed on receipts (created_at)
  where kind = 'order' and key_id is null and reviewed_at is null;
create index receipts_words on receipts using gin (receipt_words(merchant, lines,
    created_at)) with (gin_pending_list_limit='256');
-- No query filters by these columns, and collecting their statistics took a tenth of a busy
-- database's time.
alter index receipts_words alter column 1 set statistics 0;
alter table receipts
  alter column lines set statistics 0,
  alter column valuation set statistics 0,
  alter column tax_parts set statistics 0,
  alter column metadata set statistics 0,
  alter column billing set statistics 0,
  alter column soft_hold set statistics 0;

-- made_by is a person, or the id of a developer key.
create table receipt_comments (
  merchant text not null,
  receipt_id text not null,
  id text not null,
  text text not null,
  made_by text not null,
  created_at bigint not null,
  primary key (merchant, receipt_id, id),
  foreign key (merchant, receipt_id) references receipts (merchant, id) on delete cascade
);

-- The words of a comment, and its merchant, like those of receipts.
create function comment_words(merchant text, text text) returns text[]
language sql immutable parallel safe
return array_append(tsvector_to_array(to_tsvector('pg_catalog.simple', text)), merchant);

create index comment_words on receipt_comments using gin (comment_words(merchant, text))
  with (fastupdate = off);
comment on table receipt_comments is 'Internal comments of the merchant''s team on receipts.';

create table sales_without_items (
  merchant text not null,
  receipt_id text not null,
  primary key (merchant, receipt_id),
  foreign key (merchant, receipt_id) references receipts (merchant, id) on delete cascade
);
comment on table sales_without_items is
  'Paid receipts of x402 orders whose items are not stored yet.';

-- Sums of the receipts created on a UTC day that has ended and that are open or failed now,
-- together with the changes of that day in unpaid_changes. The first report of a day stores its row.
create table unpaid_days (
  merchant text not null,
  -- Days since 1 January 1970.
  day integer not null,
  -- The quarters of an hour of the day with receipts, ascending, and the sums of the day up to the
  -- end of each. The days of every time zone begin with a quarter.
  quarters integer[] not null,
  open_until bigint[] not null,
  open_cents_until bigint[] not null,
  failed_until bigint[] not null,
  failed_cents_until bigint[] not null,
  primary key (merchant, day)
) with (fillfactor = 70);
comment on table unpaid_days is
  'Sums of open and failed receipts by UTC day and quarter of an hour of their creation.';
create index unpaid_days_day on unpaid_days (day, merchant);

-- A statement that changes a receipt of a day that has ended also adds a row. A job adds the
-- rows to unpaid_days, so that payments do not wait for a row of these sums.
create table unpaid_changes (
  merchant text not null,
  seq bigint generated always as identity,
  -- The creation of the receipt, in quarters of an hour since 1 January 1970.
  quarter integer not null,
  open integer not null,
  open_cents bigint not null,
  failed integer not null,
  failed_cents bigint not null,
  primary key (merchant, seq)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table unpaid_changes is
  'Changes of open and failed receipts that are not part of the daily sums yet.';

create table unpaid_lock (
  is_one boolean primary key check (is_one)
);
comment on table unpaid_lock is 'A lock: one writer of unpaid_days at a time.';
insert into unpaid_lock values (true);

-- customers

-- The key is an e-mail address in lower case, or a wallet. The figures are those of the receipts,
-- which a job follows.
create table customers (
  merchant text not null references merchants,
  id text not null,
  key text not null,
  wallet text,
  name text,
  -- The name, e-mail address or wallet in lower case, for sorting.
  name_key text collate "C" not null,
  receipt_count integer not null,
  spent_usd_cents bigint not null,
  refunded_usd_cents bigint not null,
  first_seen_at bigint not null,
  last_seen_at bigint not null,
  note text,
  -- Whether the customer agreed to be contacted, as the merchant recorded it.
  consent boolean,
  consent_at bigint,
  revision integer not null default 0,
  primary key (merchant, id),
  unique (merchant, key)
);
comment on table customers is 'The buyers of each merchant, with their spend, notes and consent.';
create index customers_last_seen on customers (merchant, last_seen_at, id);
create index customers_name on customers (merchant, name_key, id);
create index customers_receipts on customers (merchant, receipt_count, id);
create index customers_spent on customers (merchant, spent_usd_cents, id);

-- Customers whose receipts changed. A job brings their figures up to date.
create table customer_changes (
  seq bigint generated always as identity primary key,
  merchant text not null,
  key text not null
);
comment on table customer_changes is 'Customers whose receipts changed.';
create index customer_changes_merchant on customer_changes (merchant, seq);

-- The texts by whose beginnings a customer is found: each part of an e-mail address or name up to
-- its end, and the wallet.
create table customer_words (
  merchant text not null,
  word text collate "C" not null,
  customer_id text not null,
  primary key (merchant, word, customer_id),
  foreign key (merchant, customer_id) references customers (merchant, id) on delete cascade
);
comment on table customer_words is 'For finding customers by a part of their e-mail address or name.';
create index customer_words_customer on customer_words (merchant, customer_id, word);

-- Whatever changes a receipt, the figures of its customer follow.
create function record_customer_change() returns trigger language plpgsql as $$
begin
  insert into customer_changes (merchant, key)
    select new.merchant, key from (
      select receipt_customer(new.billing, new.onramp_email, new.buyer_wallet) as key
      union
      select receipt_customer(old.billing, old.onramp_email, old.buyer_wallet)
    ) as changed where key is not null;
  return null;
end $$;
-- PostgreSQL reads a condition again for each statement, so this one is short.
create trigger receipts_of_new_customer after insert on receipts for each row
  when (new.billing is not null or new.onramp_email is not null or new.buyer_wallet is not null)
  execute function record_customer_change();
create trigger receipts_of_customer after update on receipts for each row
  when (
    (old.billing, old.onramp_email, old.buyer_wallet, old.total_usd_cents, old.refunded_usd_cents,
      old.status in ('paid', 'completed', 'reconciled', 'refund_requested', 'refunded'))
    is distinct from
    (new.billing, new.onramp_email, new.buyer_wallet, new.total_usd_cents, new.refunded_usd_cents,
      new.status in ('paid', 'completed', 'reconciled', 'refund_requested', 'refunded'))
  )
  execute function record_customer_change();

-- holds

-- An order without a key holds stock from its signed payment or pending transaction on. A payment
-- in a block deletes the row. After a hold that ended unpaid it stays for an hour.
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

-- A refund or a reorganization does not return these pieces to stock.
create table oversold_items (
  merchant text not null,
  receipt_id text not null,
  item_id text not null,
  qty numeric(13,3) not null check (qty > 0),
  primary key (merchant, receipt_id, item_id),
  foreign key (merchant, receipt_id) references receipts(merchant, id) on delete cascade
);
comment on table oversold_items is 'Pieces that receipts sold although they were not in stock.';

-- refunds

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
  -- When its transfer was found on chain.
  confirmed_at bigint,
  -- Grows with every posting and reversal; odd while it is posted.
  ledger_revision integer not null default 0,
  -- Whether the items were restocked.
  restock boolean not null default false,
  -- The amount in the token of the payment, or in the largest of several. Null for payments off
  -- chain.
  units numeric(78,0),
  token text,
  -- When its transaction was last searched. The longest wait is next, so that invented hashes do
  -- not delay other refunds.
  sought_at bigint not null default 0,
  -- Whether it returned credit beyond the total.
  is_credit boolean not null default false,
  -- A refund without a transaction is searched among token transfers from this block on, at growing
  -- intervals.
  search_block bigint,
  searches integer not null default 0,
  next_search_at bigint not null default 0,
  -- The parts of the refund by line of the receipt. Null for returned credit.
  lines jsonb,
  primary key (merchant, receipt_id, id)
);
comment on table refunds is 'Refunds.';
create index refunds_buyer on refunds (merchant, buyer) where buyer is not null;
create index refunds_doubted on refunds (confirmed_at) where confirmed_at is not null;
-- One transaction may pay several buyers of a receipt, or a refund and a return of credit.
create unique index refunds_once on refunds (merchant, receipt_id, transaction_hash, coalesce(buyer, ''), is_credit)
  where transaction_hash is not null;
-- For finding refunds to search on chain.
create index refunds_sought on refunds (created_at)
  where transaction_hash is not null and confirmed_at is null;
-- For finding the refund of a transaction.
create index refunds_transaction on refunds (transaction_hash) where transaction_hash is not null;
create index refunds_unsent on refunds (created_at)
  where transaction_hash is null and confirmed_at is null and token is not null
    and buyer is not null;

-- Held while a person signs, so that two people do not pay a refund twice.
create table refund_reservations (
  merchant text not null,
  receipt_id text not null,
  key text not null,
  held_by text not null,
  -- When the person reserved it first. Later reservations of theirs count from then on.
  reserved_at bigint not null,
  expires_at bigint not null,
  primary key (merchant, receipt_id)
);
comment on table refund_reservations is 'Receipts whose refund a person is signing.';
create index refund_reservations_by_expiry on refund_reservations (expires_at);

-- events

create table event_counters (
  merchant text primary key,
  last_no bigint not null default 0,
  last_delivery_no bigint not null default 0
);
comment on table event_counters is 'The last event and delivery number.';

-- The body is stored as sent, because all deliveries sign the same bytes.
create table events (
  merchant text not null,
  id uuid not null,
  -- The sequence number among the merchant's events, without gaps. Null for test events.
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

-- Publishing locks the one row, so that events keep their order.
create table publishing (
  is_one boolean primary key check (is_one)
);
comment on table publishing is 'A lock: one publisher at a time.';
insert into publishing values (true);

-- Any feature adds a row in its own transaction. The publisher numbers the oldest rows per
-- merchant, plans their deliveries and deletes them in one transaction.
create table recorded_events (
  -- Increases per receipt, because the recording transaction locks the receipt.
  seq bigint generated always as identity primary key,
  merchant text not null,
  id uuid not null,
  kind text not null,
  receipt_id text,
  -- The bytes that are signed and sent.
  body text not null,
  -- The webhook URL of the receipt, and the developer key that signs for it.
  webhook_url text,
  key_id text,
  -- The time of the event, by the service's clock.
  created_at bigint not null,
  -- By the database's clock.
  recorded_at bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table recorded_events is 'Events that wait to be published.';

-- webhooks

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

-- One event for one URL.
create table webhook_deliveries (
  merchant text not null,
  id uuid not null,
  -- The sequence number among the merchant's deliveries.
  no bigint not null,
  event_id uuid not null,
  kind text not null,
  receipt_id text,
  -- Null for the webhook URL of the receipt.
  endpoint_id text,
  url text not null,
  -- Signed once. Null without a secret.
  signature text,
  standard_signature text,
  extended_retries boolean not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  -- [{at, httpStatus, error, durationMs, response?: {contentType, body, isTruncated}}]
  attempts jsonb not null default '[]',
  -- Its delivery queue.
  queue text not null,
  created_at bigint not null,
  -- The time in the webhook-timestamp header.
  signed_at bigint not null,
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
create index webhook_deliveries_pending on webhook_deliveries (merchant, queue, no)
  where status = 'pending';
create index webhook_deliveries_receipt on webhook_deliveries (merchant, receipt_id, no desc)
  where receipt_id is not null;

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
  -- A rotated secret signs beside its successor until this time. rotation_id identifies a repeated
  -- request.
  previous_sealed_secret bytea,
  previous_until bigint,
  rotation_id text,
  primary key (merchant, id)
);
comment on table webhook_endpoints is 'Endpoints with sealed secrets.';

-- Deliveries of one receipt to one URL keep their order in a queue. A process leases the queue and
-- sends its first delivery. A queue exists while it has pending deliveries. Times follow the
-- database's clock.
create table webhook_queues (
  merchant text not null,
  queue text not null,
  -- The merchant and host of the URL, which limit concurrent requests.
  route text not null,
  run_at bigint not null,
  -- Whether its first delivery was attempted before.
  is_retry boolean not null,
  leased_by text,
  primary key (merchant, queue)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table webhook_queues is 'Delivery queues with due time and lease.';
create index webhook_queues_firsts on webhook_queues (route, run_at) where not is_retry;
create index webhook_queues_retries on webhook_queues (run_at) where is_retry;

-- payments

-- An announcement is not proof of a payment, only a place to look.
create table announced_transactions (
  merchant text not null,
  receipt_id text not null,
  tx_hash text not null,
  created_at bigint not null,
  -- Open until the transaction is found in a block or abandoned.
  state text not null check (state in ('open', 'paying', 'reverted', 'unrelated', 'lost')),
  -- The sender, and the native units sent.
  payer text,
  units numeric(78,0),
  -- Transactions are looked up at growing intervals. The block is stored, because a transaction
  -- explains a native balance only within a range of blocks.
  tries integer not null default 0,
  next_try_at bigint not null default 0,
  -- A keyed hash of the announcer's network address. Null once it has an outcome.
  network text,
  block_number bigint,
  deposit_address text,
  -- Whether a checkout announced or signed it. Its failure is then a failed attempt.
  is_of_checkout boolean not null default false,
  -- Whether the service announced it. The service then keeps searching after a loss.
  is_own boolean not null default false,
  primary key (merchant, receipt_id, tx_hash)
);
comment on table announced_transactions is
  'Announced transactions; a keyed hash of the announcer''s network address until they are found or given up.';
create index announced_transactions_block on announced_transactions (block_number) where block_number is not null;
create index announced_transactions_due on announced_transactions (next_try_at) where state = 'open';
-- For deleting announced transactions that paid nothing, and quotes that were replaced.
create index announced_transactions_ended on announced_transactions (created_at)
  where state in ('reverted', 'unrelated', 'lost');
create index announced_transactions_network on announced_transactions (network) where network is not null;
create index announced_transactions_open on announced_transactions (created_at) where state = 'open';
create index announced_transactions_own on announced_transactions (next_try_at) where state = 'lost' and is_own;
create index announced_transactions_payer on announced_transactions (merchant, payer) where payer is not null;

-- The key derives from the signed permission and the period.
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

create table charge_spenders (
  chain_id bigint not null,
  spender text not null,
  merchant text not null,
  -- The first block with charges that the limit left out. They are read again later.
  unread_from bigint,
  primary key (chain_id, spender)
);
comment on table charge_spenders is
  'The spender contracts of plans. Their charges are recorded, including those that other parties send.';
create index charge_spenders_unread on charge_spenders (unread_from) where unread_from is not null;

-- Per transaction, split and token, the amount that no payment of a receipt explains. Rows are
-- never deleted: a reorganization orphans them, and they count again when their block returns.
create table direct_payments (
  chain_id bigint not null,
  tx_hash text not null,
  -- The first transfer.
  log_index integer not null,
  merchant text not null,
  split text not null,
  token text not null,
  units numeric(78,0) not null check (units > 0),
  -- Null for several senders.
  payer text,
  block_number bigint not null,
  block_hash text not null,
  paid_at bigint not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  -- Null until it is posted.
  usd_micros numeric(38,0),
  -- Grows with every posting and reversal; odd while it is posted.
  ledger_revision integer not null default 0,
  created_at bigint not null,
  -- The part that no payment of a receipt explains, while the ledger shows another amount. Zero if
  -- all of it is explained.
  rest_units numeric(78,0) check (rest_units >= 0),
  -- The block in which the split distributed it.
  released_block bigint,
  primary key (chain_id, tx_hash, log_index, block_hash)
);
comment on table direct_payments is 'Tokens sent directly to splits.';
create index direct_payments_block on direct_payments (chain_id, block_number);
create unique index direct_payments_once on direct_payments (chain_id, tx_hash, log_index)
  where state <> 'orphaned';
create index direct_payments_open on direct_payments (chain_id, block_number)
  where state = 'confirmed' and (ledger_revision % 2) = 0 or state = 'orphaned' and (ledger_revision % 2) = 1
    or state = 'seen' or rest_units is not null;
create index direct_payments_payer on direct_payments (merchant, payer) where payer is not null;
create index direct_payments_released on direct_payments (chain_id, released_block);
create index direct_payments_waiting on direct_payments (chain_id, split)
  where state = 'confirmed' and released_block is null;

create table observed_charges (
  chain_id bigint not null,
  charge_key text not null,
  spender text not null,
  payer text not null,
  payout_address text not null,
  tx_hash text not null,
  paid_at bigint not null,
  created_at bigint not null,
  -- The block of the charge.
  block_number bigint not null default 0,
  primary key (chain_id, charge_key)
);
comment on table observed_charges is
  'Charges of these spenders that the chain shows and that are not booked yet.';

-- Rows are never deleted: a reorganization orphans them, and they count again when their block
-- returns.
create table payments (
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  merchant text not null,
  receipt_id text not null,
  -- deposit: a transfer to the deposit address. gateway: through the gateway contract. native: a
  -- native balance of the deposit address, recorded when it is flushed.
  kind text not null check (kind in ('deposit', 'gateway', 'native', 'flush', 'charge')),
  token text not null,
  units numeric(78,0) not null check (units > 0),
  payer text,
  deposit_address text,
  payout_address text not null,
  block_number bigint not null,
  block_hash text not null,
  -- The block time.
  paid_at bigint not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  -- Why it does not count: wrong_token, wrong_payout. Null if it counts.
  mismatch text,
  -- The dollar price of one native token, for payments without a fixed value.
  usd_per_unit_ppm bigint,
  -- The value in millionths of a dollar. Null until it is valued.
  usd_micros numeric(38,0),
  -- Where it reached the payout address, and where the split distributed it.
  arrived_block bigint,
  arrived_log integer,
  released_block bigint,
  -- The outgoing transaction that flushes it.
  flush_key text,
  -- Grows with every posting and reversal; odd while it is posted.
  ledger_revision integer not null default 0,
  created_at bigint not null,
  -- Whether it is flushed in a transaction of its own, because one with others reverted.
  flush_alone boolean not null default false,
  -- A native balance that arrived at two times: the smaller part and its time. The rest has the
  -- time of the payment.
  smaller_part_units numeric(78,0),
  smaller_part_at bigint,
  -- The fee that the platform received in the same transaction, included in the units.
  fee_account text,
  fee_units numeric(78,0),
  -- How often its flush moved nothing, and the time of the next attempt.
  flush_failures integer not null default 0,
  flush_after bigint not null default 0,
  -- The part of the fee that its recipient could not receive. The spender contract holds it until
  -- it is claimed.
  fee_owed_units numeric(78,0) not null default 0 check (fee_owed_units >= 0),
  -- The block in which the fee was claimed.
  fee_claimed_block bigint,
  -- The share of the fee recipient in the payout of a charge.
  split_fee_bps integer not null default 0,
  primary key (chain_id, tx_hash, log_index, block_hash),
  check ((arrived_block is null) = (arrived_log is null)),
  constraint payments_fee
    check ((fee_account is null) = (fee_units is null) and (fee_units is null or kind = 'charge'
      and fee_units > 0 and fee_units < units)),
  constraint payments_smaller_part
    check ((smaller_part_units is null) = (smaller_part_at is null) and smaller_part_units > 0)
);
comment on table payments is 'Payments seen on chain.';
create index payments_arrived on payments (chain_id, arrived_block);
create index payments_block on payments (chain_id, block_number);
create index payments_deposit on payments (chain_id, deposit_address) where arrived_block is null;
-- The deposits to an address in chain order. Expressions, so that the planner cannot use another
-- index, which would read all rows of the address.
create index payments_deposited on payments ((deposit_address || token), ((block_number << 32) + log_index))
  where kind = 'deposit';
create index payments_flush on payments (chain_id, deposit_address) where kind = 'flush';
-- The flushes of a deposit address in chain order.
create index payments_flushed on payments (chain_id, deposit_address, token, arrived_block,
    arrived_log);
create index payments_moving on payments (chain_id, flush_key)
  where flush_key is not null and arrived_block is null;
create index payments_newest on payments (merchant, paid_at desc);
create unique index payments_once on payments (chain_id, tx_hash, log_index)
  where state <> 'orphaned';
create index payments_orphaned_charges on payments (chain_id, block_number)
  where kind = 'charge' and state = 'orphaned';
-- For finding the payments of a wallet, to export or erase personal data.
create index payments_payer on payments (merchant, payer) where payer is not null;
create index payments_receipt on payments (merchant, receipt_id);
create index payments_released on payments (chain_id, released_block);
create index payments_seen on payments (chain_id, block_number) where state = 'seen';
-- Payments that a release of the same split and token waits for.
create index payments_unbooked on payments (chain_id, payout_address, token)
  where state = 'confirmed' and (ledger_revision % 2) = 0 and mismatch is DISTINCT FROM 'wrong_payout'
    or state = 'orphaned' and (ledger_revision % 2) = 1;
-- Money at deposit addresses of a merchant.
create index payments_unflushed on payments (merchant)
  where arrived_block is null and state <> 'orphaned';
create index payments_waiting on payments (chain_id, payout_address)
  where state = 'confirmed' and released_block is null;

-- Append-only: a payment is valued by the quote of its time. Tokens pegged to the receipt's
-- currency need no quote.
create table quotes (
  merchant text not null,
  receipt_id text not null,
  symbol text not null,
  quoted_at bigint not null,
  usd_per_unit_ppm bigint not null check (usd_per_unit_ppm > 0),
  provider text not null,
  -- The amount quoted.
  units numeric(78,0) not null check (units > 0),
  expires_at bigint not null,
  primary key (merchant, receipt_id, symbol, quoted_at)
);
comment on table quotes is 'Prices in ETH.';
create index quotes_expires_at on quotes (expires_at);

-- Wallets that a buyer of the receipt controls, proven by a signature. Refunds to other payers need
-- the merchant's confirmation.
create table receipt_signers (
  merchant text not null,
  receipt_id text not null,
  wallet text not null,
  signed_at bigint not null,
  primary key (merchant, receipt_id, wallet)
);
comment on table receipt_signers is
  'Wallets that signed in on a payment page or signed an x402 payment.';

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

-- The version grows with every change on chain. A receipt with a lower settled_version is due for
-- settlement.
create table settlements (
  merchant text not null,
  receipt_id text not null,
  version bigint not null,
  settled_version bigint not null,
  -- The earliest time of the next settlement after a failure or missing data.
  due_after bigint not null default 0,
  -- The status before the first payment, restored when a reorganization removes all payments.
  status_before text,
  -- The amount paid when the timeline last reported an underpayment.
  noted_micros numeric(38,0) not null default 0,
  -- The completed receipt is final when this block is.
  final_at_block bigint,
  -- Grows with every posting and reversal of the sale; odd while it is posted.
  ledger_revision integer not null default 0,
  -- The confirmed receipt waits until this block is safe.
  safe_at_block bigint,
  -- Paid as soon as its payment is in a block, without confirmations.
  on_inclusion boolean not null default false,
  -- The earliest time of the next settlement, because a receipt with very many payments takes long.
  not_before bigint not null default 0,
  primary key (merchant, receipt_id)
);
comment on table settlements is 'Versions of facts and decisions.';
create index settlements_due on settlements (due_after) where version <> settled_version;
create index settlements_final on settlements (final_at_block) where final_at_block is not null;
create index settlements_safe on settlements (safe_at_block) where safe_at_block is not null;

-- payouts

-- The next attempt waits until retry_after and moves one payment, so that an address costs the same
-- gas for one payment as for a thousand.
create table payout_backoffs (
  chain_id bigint not null,
  payout_address text not null,
  token text not null,
  failures integer not null check (failures >= 0),
  retry_after bigint not null,
  primary key (chain_id, payout_address, token)
);
comment on table payout_backoffs is 'Payout addresses that did not accept money.';

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
  ledger_revision integer not null default 0,
  created_at bigint not null,
  -- The part of a release beyond the money in the ledger, which was posted as a direct payment and
  -- is reversed with it.
  topped_up numeric(78,0) not null default 0,
  primary key (chain_id, tx_hash, log_index, block_hash)
);
comment on table releases is 'Payouts of splits seen on chain.';
create index releases_block on releases (chain_id, block_number);
create unique index releases_once on releases (chain_id, tx_hash, log_index)
  where state <> 'orphaned';
create index releases_newest on releases (merchant, created_at desc);
create index releases_open on releases (chain_id, block_number)
  where state = 'confirmed' and (ledger_revision % 2) = 0 or state = 'orphaned' and (ledger_revision % 2) = 1
    or state = 'seen';
create index releases_split on releases (chain_id, split, token, block_number);
create index releases_topped_up on releases (chain_id, split, token) where topped_up > 0;

-- Amounts that are in the ledger.
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

-- The money received for receipts, from which shares are computed, and the distribution in flight.
create table split_totals (
  chain_id bigint not null,
  split text not null,
  token text not null,
  merchant text not null,
  received numeric(78,0) not null default 0,
  received_micros numeric(38,0) not null default 0,
  -- The part distributed, and its value when it arrived.
  released numeric(78,0) not null default 0,
  released_micros numeric(38,0) not null default 0,
  distribute_key text,
  distribute_after bigint not null default 0,
  distribute_failures integer not null default 0,
  topped_up numeric(78,0) not null default 0,
  -- After a distribution failed or paid no recipient, money that arrived before this block waits
  -- until distribute_after. Null if all money waits until then, for example for gas.
  distribute_failed_block bigint,
  -- Native token that no payment explains, found by reading the balance at a block, because its
  -- transfer emits no log. The value is null while there is no rate.
  found_units numeric(78,0) check (found_units > 0),
  found_micros numeric(38,0),
  found_at bigint,
  found_block bigint,
  primary key (chain_id, split, token)
);
comment on table split_totals is 'Money that passed through each split.';
create index split_totals_found on split_totals (chain_id, split) where found_units is not null;

-- portal

create table portal_sessions (
  merchant text not null,
  receipt_id text not null,
  opened_at bigint not null,
  last_seen_at bigint not null,
  -- When the checkout started. Null before it, and after it was abandoned.
  started_at bigint,
  -- Why the last attempt failed. Null without one, or after a new attempt.
  attempt_code text,
  attempt_at bigint,
  -- The number of attempts in the timeline.
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

-- The state is that of the outgoing transaction. The number per receipt is limited, including
-- failed ones.
create table portal_authorizations (
  merchant text not null,
  receipt_id text not null,
  -- The outgoing transaction.
  transaction_id text not null,
  created_at bigint not null,
  -- When its outcome was recorded.
  ended_at bigint,
  is_of_checkout boolean not null default false,
  primary key (merchant, receipt_id, transaction_id)
);
comment on table portal_authorizations is 'Signed payments.';
create index portal_authorizations_open on portal_authorizations (created_at) where ended_at is null;

-- onramp

create table onramp_sessions (
  merchant text not null,
  -- Our own id. The provider returns it with every callback.
  id text not null,
  receipt_id text not null,
  provider text not null check (provider in ('stripe', 'sandbox')),
  -- The id at the provider, and the URL of its page. Null until the provider has responded.
  session_id text,
  url text,
  state text not null
    check (state in ('requested', 'open', 'processing', 'complete', 'rejected', 'lost')),
  -- Whether a page started it whose link may have been guessed.
  is_limited boolean not null,
  -- The amount of USDC to deliver.
  units numeric(78,0) not null check (units > 0),
  -- The amount that the provider charged, and the transaction that delivered the USDC.
  source_usd_cents bigint,
  tx_hash text,
  -- Why the last attempt failed. Null without one, or after a new attempt.
  failure_code text,
  -- When the provider created the newest callback that was applied.
  event_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null,
  primary key (merchant, id)
);
comment on table onramp_sessions is 'Card payments at a provider.';
create index onramp_sessions_receipt on onramp_sessions (merchant, receipt_id, created_at);
-- For finding receipts that share a session.
create index onramp_sessions_session on onramp_sessions (provider, session_id)
  where session_id is not null;
-- For forgetting the pages of ended sessions.
create index onramp_sessions_expires on onramp_sessions (expires_at) where url is not null;
create index onramp_sessions_processing on onramp_sessions (updated_at) where state = 'processing';

create table onramp_callbacks (
  merchant text not null,
  -- The session of the card payment.
  session text not null,
  event_id text not null,
  received_at bigint not null,
  primary key (merchant, session, event_id)
);
comment on table onramp_callbacks is 'Callbacks of the provider of card payments, each of which counts once.';
create index onramp_callbacks_received on onramp_callbacks (received_at);

-- x402

-- The key is that of the authorization on chain, so that each is settled once.
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
  -- The block of a plan's payment, until that block is final. A reorganization may remove the
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
  -- The items of the order as [[id, qty], …], and its tax jurisdiction. Null for many items.
  items jsonb,
  jurisdiction_code text,
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
  -- Counts the changes of the plan.
  revision integer not null default 1,
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
  -- When a newer version replaced it.
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
  -- When the merchant paused it. Null once it is resumed.
  paused_at bigint,
  -- The last pause that has ended.
  paused_from bigint,
  paused_until bigint,
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

-- Anyone can make these charges, so each day books a limited number.
create table unregistered_charges (
  chain_id bigint not null,
  charge_key text not null,
  merchant text not null,
  receipt_id text not null,
  created_at bigint not null,
  primary key (chain_id, charge_key)
);
comment on table unregistered_charges is
  'Booked charges of permissions that no customer registered, and their receipts.';
create index unregistered_charges_created_at on unregistered_charges (created_at, merchant);

-- reserve

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

-- Unknown keys are kept.
create table reserve_settings (
  merchant text primary key references merchants,
  config jsonb not null,
  updated_at bigint not null
);
comment on table reserve_settings is 'Settings of the reserve.';

-- views

-- A personal view is seen by its person alone, a shared one by the whole team. The query has the
-- filters of the screen, by name.
create table saved_views (
  merchant text not null references merchants,
  id text not null,
  screen text not null,
  person text not null,
  name text not null,
  query jsonb not null,
  columns text[] not null,
  sort text,
  is_shared boolean not null,
  revision integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (merchant, id)
);
comment on table saved_views is 'Views of the console that people saved.';

-- notifications

-- A notification is unread for a person without a row.
create table notification_reads (
  merchant text not null,
  notification_id text not null,
  person text not null,
  primary key (merchant, notification_id, person),
  foreign key (merchant, notification_id) references notifications (merchant, id) on delete cascade
);
comment on table notification_reads is 'Who has read which notification.';

-- jobs

-- Long work that a person started. A worker leases a job; whoever ends it compares the lease, so a
-- worker that lost it changes nothing. Times without a note follow the service's clock, leases that
-- of the database.
create table jobs (
  merchant text not null references merchants,
  id text not null,
  kind text not null check (kind in ('import', 'export', 'deployment', 'rescan')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  person text not null,
  role text not null,
  correlation_id text not null,
  input jsonb not null,
  -- Where a restarted run continues.
  position jsonb,
  done bigint not null default 0,
  total bigint,
  result jsonb,
  error jsonb,
  attempts integer not null default 0,
  lease text,
  leased_until bigint not null default 0,
  run_at bigint not null,
  -- Of its file, as stored.
  file_bytes bigint not null default 0,
  created_at bigint not null,
  started_at bigint,
  ended_at bigint,
  primary key (merchant, id)
);
create index jobs_open on jobs (run_at) where state in ('waiting', 'running');
create unique index jobs_open_imports on jobs (merchant)
  where kind = 'import' and state in ('waiting', 'running');
create index jobs_ended on jobs (ended_at) where ended_at is not null;
create index jobs_files on jobs (merchant) where file_bytes > 0;
comment on table jobs is 'Long work that people started: its state, progress and result.';

-- Parts of the file that a job reads or has written, each compressed.
create table job_files (
  merchant text not null,
  job_id text not null,
  part integer not null,
  content bytea not null,
  primary key (merchant, job_id, part),
  foreign key (merchant, job_id) references jobs (merchant, id) on delete cascade
);
comment on table job_files is 'Files that jobs read or have written, in compressed parts.';

-- users

-- XP is capped by buyer, merchant and day.
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

-- Handles that look alike share a hash. A former handle stays reserved for its wallet until it is
-- pruned, and that of a deleted profile for no wallet.
create table user_handles (
  hash text primary key,
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

-- Includes wallets without a profile.
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
  display_name text not null,
  bio text not null,
  is_public boolean not null,
  -- The hash of the picture in media.
  avatar_hash text,
  created_at bigint not null,
  updated_at bigint not null
);
comment on table users is 'Profiles.';
-- Handles differ in more than case.
create unique index users_handle_key on users (lower(handle collate "C"));
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

-- Separate from public_users, because it changes every minute.
create table user_presence (
  wallet text primary key references public_users on delete cascade,
  seen_at bigint not null
);
comment on table user_presence is 'When each public user was last seen.';
create index user_presence_seen on user_presence (seen_at);

-- For searches by rare words. In byte order, so that a range finds prefixes.
create table user_words (
  word text collate "C" not null,
  wallet text not null references public_users on delete cascade,
  primary key (word, wallet)
);
comment on table user_words is 'The words that public users are found by.';
create index user_words_wallet on user_words (wallet);
