-- Merchants list subscriptions by status and by the time of the next charge.
create index subscriptions_by_status on subscriptions (merchant, status, created_at, id);
create index subscriptions_by_next_charge on subscriptions (merchant, next_charge_at)
where next_charge_at is not null;

-- Merchants list the attempts to charge their customers.
create index billing_events_by_time on billing_events (merchant, created_at, id);
