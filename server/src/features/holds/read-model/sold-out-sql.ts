/**
 * SQL of the items, as `item_id`, that the order `r` without a key wants and does not hold, and of
 * which too few are free. Deleted items are among them.
 */
export const soldOutItems = `select wanted."itemId" as item_id
  from jsonb_to_recordset(r.soft_hold) as wanted ("itemId" text, qty numeric)
    left join items i on i.merchant = r.merchant and i.id = wanted."itemId"
  where (i.id is null or i.stock_qty <> -1 and i.stock_qty - i.reserved_qty < wanted.qty)
    and not exists (
      select from stock_holds h
      where h.merchant = r.merchant and h.receipt_id = r.id and h.item_id = wanted."itemId"
    )`
