-- What happened to money, in double entry. Rows are only ever added: what was wrong is taken back by a posting of its
-- own. The key says what it is about, so that the same thing is never entered twice.
create table ledger_postings (
  merchant text not null references merchants (wallet),
  key text not null check (key <> ''),
  kind text not null check (kind in ('payment', 'sale', 'release', 'mark', 'refund', 'refund_paid')),
  at bigint not null,
  receipt_id text,
  transaction_hash text,
  primary key (merchant, key)
);

create index ledger_postings_receipt on ledger_postings (merchant, receipt_id) where receipt_id is not null;
create index ledger_postings_newest on ledger_postings (merchant, kind, at desc, key desc);

-- A debit is above zero, a credit below. Of every posting both columns add up to zero for each asset. The asset is a
-- token, or USD in cents for what never was on a chain; the dollars are what it was worth when it came.
create table ledger_entries (
  merchant text not null,
  posting_key text not null,
  seq int not null,
  account text not null check (account <> ''),
  asset text not null check (asset <> ''),
  units numeric(78, 0) not null,
  usd_micros numeric(38, 0) not null,
  primary key (merchant, posting_key, seq),
  foreign key (merchant, posting_key) references ledger_postings (merchant, key),
  check (units <> 0 or usd_micros <> 0)
);

create index ledger_entries_account on ledger_entries (merchant, account, asset) include (units, usd_micros);

-- When the chain was seen to have given the money back; null before.
alter table refunds add column confirmed_at bigint;
-- How often it was entered into the ledger as paid and taken out again; odd while it is in.
alter table refunds add column posted int not null default 0;
-- Whether what had been sold went back on the shelf.
alter table refunds add column restock boolean not null default false;
-- What the buyer gets: of the token that was paid with, or, of several, the one that most of it is in. Null for what
-- was not paid on a chain.
alter table refunds add column units numeric(78, 0);
alter table refunds add column token text;

-- When the chain was last looked at for its transaction. Whatever waits the longest is next, so that hashes somebody
-- invented do not hide the refunds of others.
alter table refunds add column sought_at bigint not null default 0;

-- For finding the refund that a transaction of the chain is about.
create index refunds_transaction on refunds (transaction_hash) where transaction_hash is not null;
-- For finding those that the chain has to be asked about.
create index refunds_sought on refunds (created_at) where transaction_hash is not null and confirmed_at is null;
create index refunds_doubted on refunds (confirmed_at) where confirmed_at is not null;
