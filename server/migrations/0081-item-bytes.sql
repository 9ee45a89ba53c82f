-- The texts of an item, in bytes. Pages of long items have fewer of them. Embedded images have a limit of their own.
create function item_bytes(
  name text, description text, category text, tags text[], attributes jsonb, images text[]
) returns integer language sql immutable parallel safe
return (
  octet_length(name) + octet_length(description) + octet_length(category)
  + octet_length(array_to_string(tags, ',')) + octet_length(attributes::text)
  + (select coalesce(sum(octet_length(image)), 0) from unnest(images) as image where image not like 'data:%')
)::integer;

alter table items add column page_bytes integer not null
  generated always as (item_bytes(name, description, category, tags, attributes, images)) stored;

create index items_page_bytes on items (merchant, page_bytes desc);
