-- paid_until: when a paid plan ends. Null for plans without an end: the starter plan, and terms agreed with the operator.
-- key_id: the key that came with the plan, which the owner's wallet can replace.
alter table plan_subscriptions add column paid_until bigint, add column key_id text;

-- A merchant of a free key that was issued without a wallet. No wallet has its address, so it gets no money until it is
-- claimed.
alter table merchants add column is_unclaimed boolean not null default false;

-- Purchases of developer plans. The wallet that paid names the purchase, because a merchant can change its owner.
create table plan_purchases (
  payer text not null,
  id text not null,
  merchant text not null,
  subscription_id text not null,
  plan text not null check (plan in ('pro', 'enterprise')),
  units numeric(78, 0) not null,
  transaction_hash text not null,
  granted_seconds int not null,
  -- When the plan ends after this purchase.
  paid_until bigint not null,
  created_at bigint not null,
  primary key (payer, id),
  foreign key (merchant, subscription_id) references plan_subscriptions (merchant, id)
);

create index plan_purchases_of_subscription on plan_purchases (merchant, subscription_id);

alter table ledger_postings drop constraint ledger_postings_kind_check;
alter table ledger_postings add constraint ledger_postings_kind_check
check (kind in ('payment', 'charge', 'sale', 'release', 'mark', 'refund', 'refund_paid', 'plan'));
