-- What a merchant has set for its reserve. Keys that the service does not know are kept.
create table reserve_settings (
  merchant text primary key references merchants (wallet),
  config jsonb not null,
  updated_at bigint not null
);

-- A merchant's reserve in each currency, as the chain had it once on each UTC day.
create table reserve_days (
  merchant text not null,
  -- Days since 1 January 1970.
  day int not null,
  currency text not null,
  -- In base units of the currency.
  reserved numeric(78, 0) not null,
  target numeric(78, 0) not null,
  read_at bigint not null,
  primary key (merchant, day, currency)
);

create index reserve_days_day on reserve_days (day);

-- Money at deposit addresses of a merchant.
create index payments_unflushed on payments (merchant) where arrived_block is null and state <> 'orphaned';
