-- The items that an order without a key wants: [{"itemId": "itm_1", "qty": 2}]. Such an order holds no stock before its
-- payment starts. Null for all other receipts.
alter table receipts add column soft_hold jsonb;
-- The end of its hold, set when its payment first starts and never moved.
alter table receipts add column firm_until bigint;
-- A keyed hash of the network address that placed it, for the first hour.
alter table receipts add column order_network text;

create index receipts_order_network on receipts (order_network, merchant, created_at)
where order_network is not null;

-- Unpaid orders without a key from before. Stock that they hold already stays held for its 15 minutes.
update receipts as r set soft_hold = (
  select coalesce(jsonb_agg(jsonb_build_object('itemId', item_id, 'qty', qty)), '[]') from (
    select line ->> 'itemId' as item_id, sum((line ->> 'qty')::numeric) as qty
    from jsonb_array_elements(r.lines) as line
    where line ? 'itemId' and line ? 'qty' group by line ->> 'itemId'
  ) as wanted
)
from receipt_events as e
where r.kind = 'order' and r.key_id is null and r.status in (
    'generated', 'link_opened', 'buyer_logged_in', 'checkout_initialized', 'pending', 'checkout_success', 'failed'
  )
  and e.merchant = r.merchant and e.receipt_id = r.id and e.seq = 1 and e.made_by = 'shop page';
