import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { toBaseUnits, toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Recipient } from '../../split/split.js'
import type { PaymentState } from '../payment.js'

export type SplitPayment = {
  chainId: number
  transactionHash: Hash
  logIndex: number
  receiptId: string
  token: Address
  units: BaseUnits
  paidAt: UnixMs
  state: PaymentState
  isReleased: boolean
  recipients: readonly Recipient[]
}

/** Lists a merchant's payments through splits, newest first. `address` is a split or recipient. */
export async function listSplitPayments(
  db: Queryable,
  input: { merchant: Address; address: Address | null; limit: number },
): Promise<SplitPayment[]> {
  const { rows } = await db.query<{
    chain_id: string
    tx_hash: Hash
    log_index: number
    receipt_id: string
    token: Address
    units: string
    paid_at: string
    state: PaymentState
    is_released: boolean
    recipients: Recipient[]
  }>(
    `select payments.chain_id, tx_hash, log_index, receipt_id, token,
       -- The fee of a charge does not go through the split.
       units - coalesce(fee_units, 0) as units, paid_at, state, released_block is not null as is_released, split.recipients
     from payments
       cross join lateral (
         select recipients from splits
         where splits.merchant = $1 and splits.address = payments.payout_address
         order by version desc limit 1
       ) as split
     where payments.merchant = $1 and mismatch is distinct from 'wrong_payout'
       and ($2::text is null or payout_address = $2 or exists (
         select from jsonb_array_elements(split.recipients) as one where one ->> 'address' = $2
       ))
     order by paid_at desc, tx_hash, log_index limit $3`,
    [input.merchant, input.address, input.limit],
  )
  return rows.map((row) => ({
    chainId: Number(row.chain_id),
    transactionHash: row.tx_hash,
    logIndex: row.log_index,
    receiptId: row.receipt_id,
    token: row.token,
    units: toBaseUnits(row.units),
    paidAt: toTime(row.paid_at),
    state: row.state,
    isReleased: row.is_released,
    recipients: row.recipients,
  }))
}
