-- The pieces that a receipt sold although they were not in stock. A refund or a reorg does not return them to stock.
create table oversold_items (
  merchant text not null,
  receipt_id text not null,
  item_id text not null,
  qty numeric(13, 3) not null check (qty > 0),
  primary key (merchant, receipt_id, item_id),
  foreign key (merchant, receipt_id) references receipts (merchant, id) on delete cascade
);
