-- Sums of the ledger by UTC day, so that reports do not read every entry. A job adds postings to them. Until then a posting
-- waits in ledger_unsummed, and reports read its entries: so postings at the same time never wait for a row of these sums.
create table ledger_days (
  merchant text not null,
  -- Days since 1 January 1970.
  day int not null,
  kind text not null,
  account text not null,
  asset text not null,
  -- The tax jurisdiction of the receipt, for sales and refunds. Empty for none.
  jurisdiction text not null,
  -- The number of postings whose first entry is part of this row, minus that of their reversals.
  postings bigint not null,
  units numeric(78, 0) not null,
  usd_micros numeric(38, 0) not null,
  primary key (merchant, day, kind, account, asset, jurisdiction)
)
-- Leaves room for new versions of rows, which the job changes often.
with (fillfactor = 70);

-- The merchants of a day.
create index ledger_days_of_day on ledger_days (day, merchant);

-- Postings that are not part of the daily sums yet. A row is written by the statement that posts.
create table ledger_unsummed (
  merchant text not null,
  posting_key text not null,
  primary key (merchant, posting_key)
);

-- A process of the previous version may still post without such a row. check-ledger-days finds that.
insert into ledger_unsummed (merchant, posting_key) select merchant, key from ledger_postings;

-- The latest postings of all merchants, to compare with the sums.
create index ledger_postings_at on ledger_postings using brin (at);
