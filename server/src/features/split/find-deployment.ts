import type { Hash } from '../../lib/hex.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import { canceledByPerson, type Outgoing } from '../../platform/chain/outgoing/outgoing.js'
import type { TxContext } from '../../platform/context.js'
import { predictSplit } from './predict-split.js'
import type { Split, SplitStatus } from './split.js'

export type Deployment = {
  status: SplitStatus
  /** The transaction that deployed it, if it was ours. */
  deployedTx: Hash | null
  /** The number of attempts so far. */
  attempts: number
}

/**
 * Returns the deployment of a split. A contract that a third party deployed at its address is
 * unknown here, which is harmless: the factory does not deploy it again.
 */
export async function getDeployment(ctx: Pick<TxContext, 'db'>, split: Split): Promise<Deployment> {
  const last = await findDeployment(ctx, split)
  const attempts = last?.attempt ?? 0
  // A canceled attempt leaves the split to its first distribution.
  const status = last && !isCanceled(last.outgoing) ? statusOf(last.outgoing) : null
  const deployedTx = status === 'deployed' ? (last?.outgoing.hash ?? null) : null
  // Attempts at a registered address can belong to another split, because a contract can be
  // registered again.
  const isOwn = predictSplit(split).address === split.address
  if (split.isRegistered && (!status || !isOwn)) return { status: 'deployed', deployedTx, attempts }
  return { status: status ?? 'planned', deployedTx, attempts }
}

/** Finds the last attempt to deploy a split. */
export async function findDeployment(
  { db }: Pick<TxContext, 'db'>,
  split: Pick<Split, 'chainId' | 'address'>,
): Promise<{ outgoing: Outgoing; attempt: number } | null> {
  let last: { outgoing: Outgoing; attempt: number } | null = null
  for (let attempt = 1; !last || statusOf(last.outgoing) === 'failed'; attempt += 1) {
    const ref = { chainId: split.chainId, key: deploymentKey(split, attempt) }
    const outgoing = await findOutgoing(db, ref)
    if (!outgoing) return last
    last = { outgoing, attempt }
  }
  return last
}

/** How many attempts of a split people may cancel: whoever reads it reads each of them. */
const maxCanceled = 10

/**
 * Finds the transaction of a split that people of its merchant may cancel. Null for a contract that
 * was registered, whose transaction can be that of another merchant.
 */
export async function findCancelable(
  ctx: Pick<TxContext, 'db'>,
  split: Split,
): Promise<string | null> {
  if (predictSplit(split).address !== split.address) return null
  const last = await findDeployment(ctx, split)
  return last && last.attempt <= maxCanceled ? last.outgoing.id : null
}

/** Returns the idempotency key of an attempt to deploy a split. */
export function deploymentKey({ address }: Pick<Split, 'address'>, attempt = 1): string {
  return attempt === 1 ? `split.create:${address}` : `split.create:${address}:${attempt}`
}

function isCanceled({ state, error }: Outgoing): boolean {
  return state === 'failed' && error === canceledByPerson
}

function statusOf({ state }: Outgoing): 'pending' | 'deployed' | 'failed' {
  switch (state) {
    case 'mined':
    case 'final':
      return 'deployed'
    case 'reverted':
    case 'failed':
      return 'failed'
    default:
      return 'pending'
  }
}
