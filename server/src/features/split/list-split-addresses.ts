import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { listAddresses } from './split-address-store.js'

/** Lists the addresses of a merchant's current and former splits. */
export function listSplitAddresses(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<Address[]> {
  return listAddresses(db, { merchant, chainId: config.chainId })
}
