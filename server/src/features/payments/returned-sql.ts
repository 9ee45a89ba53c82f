import type { Hash } from '../../lib/hex.js'
import type { BaseUnits, Micros } from '../../lib/money.js'
import { toBaseUnits, toMicros } from '../../platform/db/columns.js'
import { type ReturnedCreditRow, returnedCreditOf, toReturnedCredit } from '../ledger/credit-sql.js'
import type { ReturnedCredit } from '../ledger/entry.js'
import type { LogRef } from './payment.js'

/** The part of a payment that was returned. */
export type ReturnedPayment = LogRef & { units: BaseUnits; usdMicros: Micros }

/**
 * Credit that was returned, and the payments that it was taken from. They are unknown for returns
 * of earlier versions.
 */
export type CreditReturn = Omit<ReturnedCredit, 'refundId'> & { from: readonly ReturnedPayment[] }

type ReturnedPaymentRow = {
  refund_id: string
  chain_id: number
  tx_hash: Hash
  log_index: number
  units: string
  usd_micros: string
}

/** Returned credit as JSON. */
export type ReturnedRow = {
  credits: ReturnedCreditRow[] | null
  payments: ReturnedPaymentRow[] | null
}

/** SQL of the returned credit of a receipt, as JSON. */
export const returnedOf = (receipt: string) => `json_build_object(
  'credits', ${returnedCreditOf(receipt)},
  'payments', (
    select json_agg(json_build_object(
      'refund_id', refund_id, 'chain_id', chain_id, 'tx_hash', tx_hash, 'log_index', log_index,
      'units', units::text, 'usd_micros', usd_micros::text
    ))
    from returned_payments where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
  )
)`

/** Returns the credit that was returned, oldest first. */
export function toReturned(row: ReturnedRow | null): CreditReturn[] {
  return (row?.credits ?? []).map(toReturnedCredit).map(({ refundId, ...credit }) => ({
    ...credit,
    from: (row?.payments ?? [])
      .filter(({ refund_id }) => refund_id === refundId)
      .map(toReturnedPayment),
  }))
}

function toReturnedPayment(row: ReturnedPaymentRow): ReturnedPayment {
  return {
    chainId: row.chain_id,
    transactionHash: row.tx_hash,
    logIndex: row.log_index,
    units: toBaseUnits(row.units),
    usdMicros: toMicros(row.usd_micros),
  }
}
