-- A paused subscription also expires with its permission, so it has a time when that is due.
alter table subscriptions drop constraint subscriptions_due_status;
alter table subscriptions add constraint subscriptions_due_status
check (due_at is null or status in ('active', 'past_due', 'unpaid', 'paused'));

-- Later ends are beyond the times that the service can represent.
update subscriptions set due_at = end_seconds * 1000
where status = 'paused' and due_at is null and end_seconds <= 9007199254740;

-- Submitted charges are compared with the payments of settlement, page by page.
create index subscription_charges_waiting on subscription_charges (charge_key) where state = 'submitted';

-- Open charges end with their period or subscription.
create index subscription_charges_open on subscription_charges (merchant, subscription_id) where state = 'open';
