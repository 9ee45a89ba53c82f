import type { Address, Hash } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { toBaseUnits, toMicrosOrNull, toPpmOrNull } from '../../platform/db/columns.js'
import type { Payment } from './payment.js'

/** The fields of a payment that show what a receipt holds. */
export type SeenPayment = Pick<
  Payment,
  | 'chainId'
  | 'transactionHash'
  | 'logIndex'
  | 'token'
  | 'units'
  | 'payer'
  | 'usdPerUnit'
  | 'usdMicros'
  | 'state'
  | 'mismatch'
  | 'blockNumber'
  | 'paidAt'
>

/** A payment as JSON. Amounts and block numbers are text, because JSON numbers lose precision. */
export type SeenPaymentRow = {
  chain_id: number
  tx_hash: Hash
  log_index: number
  token: Address
  units: string
  payer: Address | null
  usd_per_unit_ppm: string | null
  usd_micros: string | null
  state: Payment['state']
  mismatch: Payment['mismatch']
  block_number: string
  paid_at: number
}

/**
 * SQL of the payments of a receipt as a JSON array, in chain order, or null. Sums like
 * payments of a transaction, because third parties can make any number of them.
 */
export const seenPaymentsOf = (receipt: string) => `(
  select json_agg(json_build_object(
    'chain_id', chain_id, 'tx_hash', tx_hash, 'log_index', log_index, 'token', token,
    'units', units::text, 'payer', payer, 'usd_per_unit_ppm', usd_per_unit_ppm::text,
    'usd_micros', usd_micros::text, 'state', state, 'mismatch', mismatch,
    'block_number', block_number::text, 'paid_at', paid_at
  ) order by block_number, log_index)
  from (
    select chain_id, tx_hash, token, sum(units) as units, usd_per_unit_ppm,
      sum(usd_micros) as usd_micros, state, mismatch, block_number, paid_at,
      min(log_index) as log_index,
      case when count(*) = count(payer) and min(payer) = max(payer) then min(payer) end as payer
    from payments where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
    group by chain_id, tx_hash, token, usd_per_unit_ppm, usd_micros is null, state, mismatch,
      block_number, paid_at
  ) as summed
)`

export function toSeenPayment(row: SeenPaymentRow): SeenPayment {
  return {
    chainId: row.chain_id,
    transactionHash: row.tx_hash,
    logIndex: row.log_index,
    token: row.token,
    units: toBaseUnits(row.units),
    payer: row.payer,
    usdPerUnit: toPpmOrNull(row.usd_per_unit_ppm),
    usdMicros: toMicrosOrNull(row.usd_micros),
    state: row.state,
    mismatch: row.mismatch,
    blockNumber: BigInt(row.block_number),
    paidAt: unixMs(row.paid_at),
  }
}
