import type { Hash } from '../../../../lib/hex.js'
import type { TxContext } from '../../../../platform/context.js'
import { listOrphaned } from './charge-payment-store.js'

/** Lists charges whose payment a reorganization removed, in the order of their keys, after one of them. */
export function listLostCharges(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  page: { after: Hash | null; limit: number },
): Promise<Hash[]> {
  return listOrphaned(db, { chainId: config.chainId, ...page })
}
