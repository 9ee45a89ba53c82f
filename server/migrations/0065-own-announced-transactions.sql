-- Whether the service announced the transaction. The service keeps looking for one that is lost, although it is no longer
-- in flight.
alter table payment_hints add column is_own boolean not null default false;
create index payment_hints_own on payment_hints (next_try_at) where state = 'lost' and is_own;
