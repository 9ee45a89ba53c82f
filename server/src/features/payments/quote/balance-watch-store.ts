import type { UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { Queryable } from '../../../platform/db/db.js'

/**
 * Extends the balance watch of a receipt's deposit addresses to `until`. Never shortens it. A buyer may still have the
 * address of an earlier bill.
 */
export async function extendBalanceWatch(
  db: Queryable,
  { deposit, until }: { deposit: Deposit; until: UnixMs },
): Promise<void> {
  await db.query(
    `update deposits set native_until = greatest(deposits.native_until, $3) from deposits as shown
     where shown.chain_id = $1 and shown.address = $2 and deposits.chain_id = $1
       and deposits.merchant = shown.merchant and deposits.receipt_id = shown.receipt_id`,
    [deposit.chainId, deposit.address, until],
  )
}
