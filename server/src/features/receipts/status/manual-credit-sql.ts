import { type Micros, micros } from '../../../lib/money.js'
import { toMicros } from '../../../platform/db/columns.js'
import { manualUsd } from '../../ledger/asset-name.js'
import { creditOf } from '../../ledger/credit-sql.js'

/**
 * SQL of the manual payments of a receipt that no sale has used, in millionths of a dollar as text. Null without manual
 * payments. A reorg leaves such credit when it removes the part of a sale that was paid on chain.
 */
export const manualCreditOf = (receipt: string) =>
  `case when ${receipt}.is_marked then ${creditOf(receipt, { asset: manualUsd })}::text end`

export function toManualCredit(text: string | null): Micros {
  const credit = toMicros(text ?? '0')
  return credit > 0n ? credit : micros(0n)
}
