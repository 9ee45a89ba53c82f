-- The words in the labels of a receipt's own lines, each after its merchant, so that a search reads no other merchant's.
create function receipt_words(merchant text, lines jsonb) returns text[]
language sql immutable parallel safe as $$
  select array(
    select distinct merchant || ' ' || lexeme
    from unnest(jsonb_to_tsvector(
      'pg_catalog.simple',
      jsonb_path_query_array(lines, '$[*] ? (!(@.kind == "tax" || @.kind == "fee")).label'),
      '["string"]'
    ))
  )
$$;

-- New words wait in a list. A short one keeps the order that has to sort it in from waiting long.
create index receipts_words on receipts using gin (receipt_words(merchant, lines))
with (gin_pending_list_limit = 256);

-- For prefixes, which need the order of bytes, whatever the collation of the database.
create index receipts_id_prefix on receipts (merchant, id collate "C");
drop index receipts_reference;
create index receipts_reference on receipts (merchant, reference collate "C") where reference is not null;

-- A secret that was replaced signs beside its successor until this time. rotation_id recognises a repeated request.
alter table webhook_endpoints
  add column previous_sealed_secret bytea,
  add column previous_until bigint,
  add column rotation_id text;

-- The secret of a shop, which signs for receipts that were created without a key.
create table shop_webhook_secrets (
  merchant text primary key references merchants (wallet),
  sealed_secret bytea not null,
  previous_sealed_secret bytea,
  previous_until bigint,
  rotation_id text not null,
  created_at bigint not null,
  updated_at bigint not null
);

-- The real time in webhook-timestamp. Null for deliveries from before, which carry the time of their event.
alter table webhook_deliveries add column signed_at bigint;

-- How often the sandbox clock returned to real time, so that processes recognise an older offset.
alter table sandbox_clock add column resets int not null default 0;
