-- Prices that were offered to buyers who pay for a request (x402). The payment goes to the deposit address of a receipt.
create table x402_quotes (
  chain_id bigint not null,
  pay_to text not null,
  merchant text not null,
  receipt_id text not null,
  units numeric(78, 0) not null,
  -- Of the request that the quote prices.
  fingerprint bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (chain_id, pay_to)
);

create unique index x402_quotes_by_receipt on x402_quotes (merchant, receipt_id);
create index x402_quotes_by_end on x402_quotes (expires_at);

-- Signed payments that were presented. The key is that of the authorization on chain, so that each is settled once.
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
  units numeric(78, 0) not null,
  valid_before numeric(78, 0) not null,
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
  primary key (chain_id, asset, payer, nonce)
);

create index x402_claims_open on x402_claims (next_try_at) where state in ('claimed', 'settling');
create index x402_claims_by_receipt on x402_claims (merchant, receipt_id);
create index x402_claims_by_age on x402_claims (updated_at);

-- A receipt that is paid as soon as its payment is in a block, without waiting for confirmations.
alter table settlements add column on_inclusion boolean not null default false;
