-- The payouts of a contract up to the block at which it was registered:
-- {"block": 12, "released": [{"token": "0x…", "account": "0x…", "units": "1"}]}. Null if there were none.
alter table split_contracts add column history jsonb;
