import { unixMs } from '../../lib/time.js'
import type { AssetName } from '../../platform/chain/assets/asset-name.js'
import { toBaseUnits, toMicros } from '../../platform/db/columns.js'
import { type ReturnedCredit, refundKey } from './entry.js'

/** Returned credit as JSON. Amounts are text, because a JSON number cannot hold every value. */
export type ReturnedCreditRow = {
  at: number
  key: string
  asset: AssetName
  units: string
  usd_micros: string
}

/** SQL of the returned credit of a receipt as a JSON array, oldest first, or null. */
export const returnedCreditOf = (receipt: string) => `(
  select json_agg(json_build_object(
    'at', p.at, 'key', p.key, 'asset', e.asset, 'units', e.units::text, 'usd_micros', e.usd_micros::text
  ) order by p.at, p.key, e.seq)
  from ledger_postings p
    join ledger_entries e on e.merchant = p.merchant and e.posting_key = p.key
  where p.merchant = ${receipt}.merchant and p.receipt_id = ${receipt}.id and p.kind = 'refund'
    and e.account = 'customer_credit'
)`

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

export function toReturnedCredit(row: ReturnedCreditRow): ReturnedCredit {
  const { at, key, asset, units, usd_micros } = row
  const refundId = key.slice(refundKey('').length)
  return {
    at: unixMs(at),
    refundId,
    asset,
    units: toBaseUnits(units),
    usdMicros: toMicros(usd_micros),
  }
}
