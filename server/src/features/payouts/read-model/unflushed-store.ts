import type { Address } from '../../../lib/hex.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A deposit address, and a token or the native token that it holds. */
export type UnflushedDeposit = { address: Address; token: Address }

/** Lists the deposit addresses of a merchant that hold money, the most valuable first. */
export async function listUnflushed(
  db: Queryable,
  { merchant, chainId, limit }: { merchant: Address; chainId: number; limit: number },
): Promise<UnflushedDeposit[]> {
  const { rows } = await db.query<UnflushedDeposit>(
    `select address, token from (
       select deposit_address as address, token, sum(usd_micros) as worth from payments
       where merchant = $1 and chain_id = $2 and deposit_address is not null
         and arrived_block is null and state <> 'orphaned'
       group by deposit_address, token
       union all
       select address, $3, null from deposits
       where chain_id = $2 and merchant = $1 and native_units is not null
     ) as holding
     group by address, token order by max(worth) desc nulls first, address, token limit $4`,
    [merchant, chainId, nativeToken, limit],
  )
  return rows
}
