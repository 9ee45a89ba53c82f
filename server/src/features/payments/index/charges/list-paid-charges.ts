import type { Hash } from '../../../../lib/hex.js'
import type { TxContext } from '../../../../platform/context.js'
import { listConfirmed } from './charge-payment-store.js'
import type { PaidCharge } from './charge-receipt.js'

/** Maps charges whose payment is confirmed to it. The others are absent. */
export function listPaidCharges(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  chargeKeys: readonly Hash[],
): Promise<Map<Hash, PaidCharge>> {
  return listConfirmed(db, { chainId: config.chainId, chargeKeys })
}
