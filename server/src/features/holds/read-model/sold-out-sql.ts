/**
 * SQL that selects the sold-out items of the order `r` as `item_id`: items that it does not hold and
 * that have too little free stock. Includes deleted items. For orders without a key.
 */
export const soldOutItems = `select line."itemId" as item_id
  from jsonb_to_recordset(r.soft_hold) as line ("itemId" text, qty numeric)
    left join items i on i.merchant = r.merchant and i.id = line."itemId"
  where (i.id is null or i.stock_qty <> -1 and i.stock_qty - i.reserved_qty < line.qty)
    and not exists (
      select from stock_holds h
      where h.merchant = r.merchant and h.receipt_id = r.id and h.item_id = line."itemId"
    )`
