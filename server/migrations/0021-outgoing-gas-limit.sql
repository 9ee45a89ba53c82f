-- The most gas that an intent may be signed with; null where any will do. Intents that run a stranger's code have one:
-- what that code takes may have grown since somebody looked.
alter table outgoing_transactions add column most_gas bigint check (most_gas > 0);
