import type { AssetName } from '../../platform/chain/assets/asset-name.js'

/**
 * SQL of the buyer's credit on a receipt in millionths of a dollar: money received that no sale or
 * return has used. `asset` counts only this asset.
 */
export const creditOf = (receipt: string, { asset }: { asset?: AssetName } = {}) => `(
  select -coalesce(sum(e.usd_micros), 0)
  from ledger_postings p
    join ledger_entries e on e.merchant = p.merchant and e.posting_key = p.key
  where p.merchant = ${receipt}.merchant and p.receipt_id = ${receipt}.id
    and e.account = 'customer_credit'${asset === undefined ? '' : ` and e.asset = '${asset}'`}
)`
