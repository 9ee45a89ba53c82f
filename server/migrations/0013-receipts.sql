-- What buyers owe and pay. A receipt's id is the merchant's own choice or ours; it is unique per merchant.
create table receipts (
  merchant text not null references merchants (wallet),
  id text not null,
  kind text not null check (kind in ('order', 'terminal', 'direct')),
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
  primary key (merchant, id),
  check ((total_cents is null) = (pricing is null)),
  check (refunded_usd_cents between 0 and total_usd_cents)
);

create index receipts_newest on receipts (merchant, created_at desc, id desc);
create index receipts_status on receipts (merchant, status, created_at desc, id desc);
create index receipts_reference on receipts (merchant, reference, created_at desc, id desc)
where reference is not null;
create index receipts_transaction on receipts (merchant, transaction_hash)
where transaction_hash is not null;

-- For finding those whose time is over and that nobody has paid or given up.
create index receipts_expires_at on receipts (expires_at)
where expires_at is not null and status in (
  'generated', 'link_opened', 'buyer_logged_in', 'checkout_initialized', 'pending', 'checkout_success'
);

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

-- Money given back, as the merchant's staff has recorded it.
create table refunds (
  merchant text not null,
  receipt_id text not null,
  id text not null,
  usd_cents bigint not null check (usd_cents > 0),
  buyer text not null,
  items jsonb not null,
  transaction_hash text,
  reason text,
  made_by text not null,
  created_at bigint not null,
  primary key (merchant, receipt_id, id),
  unique (merchant, receipt_id, transaction_hash)
);

-- Stock that is set aside for receipts nobody has paid yet. What a row says is part of its item's
-- reserved_qty; a row that goes takes its part with it.
create table stock_holds (
  merchant text not null,
  receipt_id text not null,
  item_id text not null,
  qty numeric(13, 3) not null check (qty > 0),
  expires_at bigint not null,
  primary key (merchant, receipt_id, item_id)
);

create index stock_holds_expires_at on stock_holds (expires_at);
