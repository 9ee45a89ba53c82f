-- Payments that buyers have signed and the service submits for them. How far one is, its outgoing transaction says; a
-- receipt takes only a few of them, those that failed among them.
create table portal_authorizations (
  merchant text not null,
  receipt_id text not null,
  -- Of the outgoing transaction.
  transaction_id text not null,
  created_at bigint not null,
  -- When its end was noted, good or bad; null before.
  ended_at bigint,
  primary key (merchant, receipt_id, transaction_id)
);

create index portal_authorizations_open on portal_authorizations (created_at) where ended_at is null;
