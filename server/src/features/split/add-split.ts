import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { TxContext } from '../../platform/context.js'
import type { RequestedSplit } from './check-split.js'
import { predictSplit } from './predict-split.js'
import type { SplitHistory } from './read-history.js'
import type { Split } from './split.js'
import { findLastVersion, insertSplit } from './store.js'

type NewSplit = RequestedSplit & {
  merchant: Address
  createdBy: Address | null
  /** Of a given contract, if the service did not choose it. */
  salt?: Hex | null
  /** The payouts of a given contract before. */
  history?: SplitHistory | null
}

/**
 * Stores a split as the merchant's next version. A new contract takes the next version whose
 * address is free, because anyone can deploy a predicted contract, and one of its recipients can
 * register it. The caller must hold the merchant's lock.
 *
 * @throws {AppError} `invalid_input` when the given contract belongs to another merchant.
 */
export async function addSplit(
  ctx: Pick<TxContext, 'db' | 'now' | 'installationId'>,
  { address: contract, history = null, ...terms }: NewSplit,
): Promise<Split> {
  const splitTerms = { ...terms, installationId: await ctx.installationId() }
  const first = (await findLastVersion(ctx.db, terms.merchant)) + 1
  for (let version = first; ; version += 1) {
    const address = contract ?? predictSplit({ ...splitTerms, version }).address
    const isRegistered = contract !== null
    const split = { ...splitTerms, version, address, isRegistered, createdAt: ctx.now() }
    if (await insertSplit(ctx.db, { ...split, history })) return split
    if (contract) {
      throw invalidInput(
        'The contract at address is already in use. Omit address to deploy a new one.',
      )
    }
  }
}
