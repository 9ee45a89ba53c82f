-- A forecast reads a merchant's subscriptions customer by customer, because all charges of a customer share one balance.
create index subscriptions_by_payer on subscriptions (merchant, customer, id)
where status in ('active', 'past_due', 'unpaid');
