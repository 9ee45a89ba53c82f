-- Where receipts can be paid by a plain transfer. The address follows from the receipt and where its money goes, so
-- a receipt whose payout address changed has several. Looked for by address, of all merchants at once.
create table deposits (
  chain_id bigint not null,
  address text not null,
  merchant text not null,
  receipt_id text not null,
  receipt_key text not null,
  payout_address text not null,
  -- Until when transfers to it are looked for, and until when its balance is: native coin leaves no log.
  watched_until bigint not null,
  native_until bigint not null default 0,
  -- Native coin that was seen lying there and is not on its way yet: how much, and when it was first seen.
  native_units numeric(78, 0),
  native_since bigint,
  -- The intent that is to move it on.
  native_flush_key text,
  primary key (chain_id, address),
  check ((native_units is null) = (native_since is null))
);

create index deposits_receipt on deposits (merchant, receipt_id);
create index deposits_key on deposits (chain_id, receipt_key);
create index deposits_watched on deposits (chain_id, watched_until);
create index deposits_coin on deposits (chain_id) where native_units is not null;
create index deposits_native on deposits (chain_id, native_until) where native_until > 0;

-- What one coin cost when a buyer was told how much of it to pay. Tokens that follow the receipt's own currency need
-- no quote. Rows are only ever added: a payment counts by the quote of its time.
create table quotes (
  merchant text not null,
  receipt_id text not null,
  symbol text not null,
  quoted_at bigint not null,
  usd_per_unit_ppm bigint not null check (usd_per_unit_ppm > 0),
  provider text not null,
  -- What was asked for then.
  units numeric(78, 0) not null check (units > 0),
  expires_at bigint not null,
  primary key (merchant, receipt_id, symbol, quoted_at)
);

-- How far each chain has been read, and the blocks behind that, to find where a reorganisation began.
create table chain_cursors (
  chain_id bigint primary key,
  block_number bigint not null,
  block_hash text not null,
  finalized_number bigint not null,
  moved_at bigint not null
);

create table chain_blocks (
  chain_id bigint not null,
  number bigint not null,
  hash text not null,
  primary key (chain_id, number)
);

-- Money that came in for a receipt, as the chain tells it. A row is never deleted: what a reorganisation took away is
-- orphaned, and counts again when it is back.
create table payments (
  chain_id bigint not null,
  tx_hash text not null,
  log_index int not null,
  merchant text not null,
  receipt_id text not null,
  -- deposit: a transfer to the deposit address. gateway: by the gateway, so it arrived at once. native: coin that lay
  -- at the deposit address, known by the flush that moved it on.
  kind text not null check (kind in ('deposit', 'gateway', 'native')),
  token text not null,
  units numeric(78, 0) not null check (units > 0),
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
  usd_micros numeric(38, 0),
  -- Where it reached its payout address, and where the split paid it out.
  arrived_block bigint,
  arrived_log int,
  released_block bigint,
  -- The intent that is to move it on.
  flush_key text,
  -- How often that came to nothing, and when it may be tried again.
  flush_failures int not null default 0,
  flush_after bigint not null default 0,
  -- How often it was entered into the ledger and taken out again; odd while it is in.
  posted int not null default 0,
  created_at bigint not null,
  -- With the block: in another one the same transaction may stand elsewhere, and come to something else.
  primary key (chain_id, tx_hash, log_index, block_hash),
  check ((arrived_block is null) = (arrived_log is null))
);

create unique index payments_once on payments (chain_id, tx_hash, log_index) where state <> 'orphaned';

create index payments_receipt on payments (merchant, receipt_id);
create index payments_newest on payments (merchant, paid_at desc);
create index payments_block on payments (chain_id, block_number);
create index payments_arrived on payments (chain_id, arrived_block);
create index payments_released on payments (chain_id, released_block);
create index payments_deposit on payments (chain_id, deposit_address) where arrived_block is null;
create index payments_seen on payments (chain_id, block_number) where state = 'seen';
create index payments_waiting on payments (chain_id, payout_address)
where state = 'confirmed' and released_block is null;

-- What splits paid to their recipients.
create table releases (
  chain_id bigint not null,
  tx_hash text not null,
  log_index int not null,
  merchant text not null,
  split text not null,
  token text not null,
  account text not null,
  units numeric(78, 0) not null,
  block_number bigint not null,
  block_hash text not null,
  state text not null check (state in ('seen', 'confirmed', 'orphaned')),
  posted int not null default 0,
  created_at bigint not null,
  primary key (chain_id, tx_hash, log_index, block_hash)
);

create unique index releases_once on releases (chain_id, tx_hash, log_index) where state <> 'orphaned';
create index releases_split on releases (chain_id, split, token, block_number);
create index releases_block on releases (chain_id, block_number);
create index releases_open on releases (chain_id, block_number)
where (state = 'confirmed' and posted % 2 = 0) or (state = 'orphaned' and posted % 2 = 1) or state = 'seen';

-- How far a receipt is with what the chain says of it. The version rises with every word of the chain; a receipt whose
-- settled version is lower has to be looked at.
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
  noted_micros numeric(38, 0) not null default 0,
  -- Once it is completed: when this block is final, so is the receipt.
  final_at_block bigint,
  -- How often it was entered into the ledger as sold and taken out again; odd while it is in.
  posted int not null default 0,
  primary key (merchant, receipt_id)
);

create index settlements_due on settlements (due_after) where version <> settled_version;
create index settlements_final on settlements (final_at_block) where final_at_block is not null;

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
  units numeric(78, 0),
  primary key (merchant, receipt_id, tx_hash)
);

create index payment_hints_open on payment_hints (created_at) where state = 'open';

-- What a split has received of each token by way of receipts, which is what its shares are counted from, and the
-- distribution that is under way.
create table split_totals (
  chain_id bigint not null,
  split text not null,
  token text not null,
  merchant text not null,
  received numeric(78, 0) not null default 0,
  received_micros numeric(38, 0) not null default 0,
  -- What of that it has paid out, and what that was worth when it came.
  released numeric(78, 0) not null default 0,
  released_micros numeric(38, 0) not null default 0,
  distribute_key text,
  distribute_after bigint not null default 0,
  primary key (chain_id, split, token)
);

-- What the rate of a receipt's tax is made of: [{"code", "name", "ratePpm"}].
alter table receipts add column tax_parts jsonb not null default '[]';
-- How much was paid in that token, as a decimal, where it is not worth a fixed amount.
alter table receipts add column payment_amount text;
-- How the money differed from what was asked for: late, over.
alter table receipts add column mismatch text;
-- Who paid it, as far as the chain says.
alter table receipts add column buyer_wallet text;

create index splits_address on splits (chain_id, address);
