import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** Lists the addresses of a merchant's current and former splits on a chain. */
export async function listAddresses(
  db: Queryable,
  { merchant, chainId }: { merchant: Address; chainId: number },
): Promise<Address[]> {
  const { rows } = await db.query<{ address: Address }>(
    'select distinct address from splits where merchant = $1 and chain_id = $2 order by address',
    [merchant, chainId],
  )
  return rows.map(({ address }) => address)
}
