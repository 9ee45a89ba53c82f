-- Transactions the service sends itself. A row is an intent, written in the transaction that makes it necessary;
-- it reaches the chain exactly once, however often it is signed. created_at follows the service's clock, every
-- other time the database's real one, so that a moved sandbox clock hurries nothing. A merchant of '' is the
-- platform itself.
create table outgoing_transactions (
  id text primary key,
  chain_id bigint not null,
  -- The caller's own name for it: the same one twice is one intent.
  key text not null check (key <> ''),
  purpose text not null,
  merchant text not null,
  recipient text not null,
  data text not null,
  value numeric(78, 0) not null check (value >= 0),
  created_at bigint not null,
  -- Microseconds: what one transaction plans keeps its order.
  planned_us bigint not null default ((extract(epoch from clock_timestamp()) * 1000000)::bigint),
  state text not null default 'planned'
    check (state in ('planned', 'signed', 'sent', 'mined', 'reverted', 'final', 'failed')),
  state_since bigint not null default ((extract(epoch from clock_timestamp()) * 1000)::bigint),
  tried_at bigint,
  error text,
  error_since bigint,
  -- Of the attempt that counts: the one in a block, or else the one signed last.
  signer text,
  nonce bigint,
  hash text,
  generation int not null default 0,
  bumps int not null default 0,
  -- Since when its nonce seems to be used by somebody else, and the chain's head then.
  taken_since bigint,
  taken_at_block bigint,
  stuck_since bigint,
  block_number bigint,
  block_hash text,
  gas_used bigint,
  -- When enough blocks were on top of it.
  settled_at bigint,
  unique (chain_id, key),
  check ((nonce is null) = (signer is null)),
  check (nonce is not null or state in ('planned', 'failed')),
  check (nonce is null or state <> 'planned'),
  check ((block_hash is not null) = (state in ('mined', 'reverted', 'final'))),
  check ((error is null) = (error_since is null))
);

-- A nonce belongs to one intent. Beside it there may be an empty transaction that was to fill it.
create unique index outgoing_transactions_nonce
on outgoing_transactions (chain_id, signer, nonce, (purpose = 'nonce.fill'))
where nonce is not null;

create index outgoing_transactions_planned on outgoing_transactions (chain_id, tried_at, planned_us)
where state = 'planned';
create index outgoing_transactions_open on outgoing_transactions (chain_id, signer, nonce)
where state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null);
create index outgoing_transactions_newest on outgoing_transactions (created_at desc, id desc);
create index outgoing_transactions_state on outgoing_transactions (state, created_at desc, id desc);

-- Everything that was ever signed for an intent: any of it may turn up in a block. Written and committed before
-- the chain hears of it.
create table outgoing_attempts (
  transaction_id text not null references outgoing_transactions (id),
  generation int not null check (generation > 0),
  chain_id bigint not null,
  signer text not null,
  nonce bigint not null check (nonce >= 0),
  raw text not null,
  hash text not null unique,
  gas bigint not null,
  max_fee_per_gas numeric(78, 0) not null,
  max_priority_fee_per_gas numeric(78, 0) not null,
  -- An empty transfer to oneself, to use up the nonce of an intent that no node takes.
  is_empty boolean not null,
  signed_at bigint not null default ((extract(epoch from clock_timestamp()) * 1000)::bigint),
  -- When a node first had its say about it, and what it said last.
  broadcast_at bigint,
  outcome text,
  primary key (transaction_id, generation)
);

create index outgoing_attempts_nonce on outgoing_attempts (chain_id, signer, nonce);

-- Who gives out the nonces of a signer. The epoch rises with every change of hands, and whoever writes names
-- the one it was given.
create table outgoing_signers (
  chain_id bigint not null,
  signer text not null,
  owner text,
  epoch bigint not null,
  leased_until bigint not null,
  -- Last seen, in wei.
  balance numeric(78, 0),
  -- The first nonce that nobody seems to hold, and since when.
  gap_nonce bigint,
  gap_since bigint,
  primary key (chain_id, signer),
  check ((gap_nonce is null) = (gap_since is null))
);
