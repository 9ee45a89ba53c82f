-- A suspended merchant can read, not write. Both are null while it is not suspended.
alter table merchants add column suspended_at bigint, add column suspended_reason text;

create index merchants_suspended on merchants (wallet) where suspended_at is not null;
-- For the list of an operator.
create index merchants_newest on merchants (created_at desc, wallet desc);
create index webhook_deliveries_failed_newest on webhook_deliveries (created_at desc, id desc)
where status = 'failed';
