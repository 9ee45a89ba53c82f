import { findOwner } from '../../auth/merchants/member-store.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'

const warning =
  "Your wallet is a contract and you have no split. Payments in the chain's native coin may fail, because a contract can refuse them. Set up a split: POST /api/split/deploy."

/**
 * Returns a warning for a merchant without a split if its owner's wallet is a contract. Returns null otherwise, and
 * when the chain does not respond.
 */
export async function findWarning(
  { db, chain, log }: Pick<TxContext, 'db' | 'chain' | 'log'>,
  merchant: Address,
): Promise<string | null> {
  try {
    const owner = chain && (await findOwner(db, merchant))
    const code = owner && (await chain.findCode(owner))
    return code ? warning : null
  } catch (error) {
    log.warn({ err: error }, 'checking the code of a wallet failed')
    return null
  }
}
