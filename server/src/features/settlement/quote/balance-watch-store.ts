import type { UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Extends the balance watch of a deposit address to `until`. Never shortens it. */
export async function extendBalanceWatch(
  db: Queryable,
  { deposit, until }: { deposit: Deposit; until: UnixMs },
): Promise<void> {
  await db.query(
    `update deposits set native_until = greatest(native_until, $3)
     where chain_id = $1 and address = $2`,
    [deposit.chainId, deposit.address, until],
  )
}
