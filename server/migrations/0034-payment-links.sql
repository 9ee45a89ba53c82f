-- Signs payment links. Random and on its own, so that links survive the rotation of every other secret. Three UUIDs have
-- more than 256 random bits.
alter table installation add column link_secret bytea;

update installation set link_secret = sha256(
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

alter table installation alter column link_secret set not null;

-- Whether the service generated the id, which then cannot be guessed. Callers choose the ids of direct receipts only.
alter table receipts add column has_generated_id boolean not null default false;

update receipts set has_generated_id = true where kind in ('order', 'terminal');

-- Hashes of the checkout ids that payment pages hold, the newest last.
alter table portal_sessions add column checkout_hashes text[] not null default '{}';

-- Whether a checkout announced or signed it. If so, its failure is a failed attempt. Before checkouts had ids, all were.
alter table payment_hints add column is_of_checkout boolean not null default true;
alter table payment_hints alter column is_of_checkout set default false;
alter table portal_authorizations add column is_of_checkout boolean not null default true;
alter table portal_authorizations alter column is_of_checkout set default false;
