-- Orders that no key made are reviewed once, 30 days after their creation. Those that a stranger made and no money came
-- for lose their lines and the buyer's data.
alter table receipts add column reviewed_at bigint;

create index receipts_unreviewed on receipts (created_at)
where kind = 'order' and key_id is null and reviewed_at is null;

-- For deleting announced transactions that paid nothing, and quotes that were replaced.
create index payment_hints_ended on payment_hints (created_at)
where state in ('reverted', 'unrelated', 'lost');
create index quotes_expires_at on quotes (expires_at);
