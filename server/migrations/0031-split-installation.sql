-- The installation in the salt of the split's address. Null for splits from before, whose salt has none.
alter table splits add column installation_id text;
