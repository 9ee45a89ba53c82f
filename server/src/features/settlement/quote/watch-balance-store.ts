import type { UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Has the balance of a deposit address looked at until then, or for longer if that was so already. */
export async function watchBalance(
  db: Queryable,
  { deposit, until }: { deposit: Deposit; until: UnixMs },
): Promise<void> {
  await db.query(
    `update deposits set native_until = greatest(native_until, $3)
     where chain_id = $1 and address = $2`,
    [deposit.chainId, deposit.address, until],
  )
}
