-- Whether a merchant took this plan itself while it had no price. It costs nothing, so its holder is not established.
alter table plan_subscriptions add column is_free boolean not null default false;

-- The items of an order and their number, as [[id, qty], …], and the place whose tax it has. Null for an order with many items.
alter table x402_quotes add column items jsonb, add column jurisdiction_code text;

create table sales_without_items (
  merchant text not null,
  receipt_id text not null,
  primary key (merchant, receipt_id),
  foreign key (merchant, receipt_id) references receipts (merchant, id) on delete cascade
);
comment on table sales_without_items is 'Paid receipts of orders whose items are not stored, until a job has added them.';
