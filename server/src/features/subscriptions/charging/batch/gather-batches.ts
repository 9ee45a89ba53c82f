import { mapConcurrent } from '../../../../lib/map-concurrent.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import type { BillingPlanVersion } from '../../plans/plan.js'
import type { Attempt } from '../attempt/attempt.js'
import { batchSize } from '../attempt/charge.js'
import type { Batch } from './plan-batch.js'

/** An attempt that would succeed now. `isApproved` when its permission is approved on chain. */
export type ReadyAttempt = { attempt: Attempt; isApproved: boolean }

const callsAtOnce = 8
/** `0x` and 65 bytes. */
const plainSignatureLength = 132
/** Fifty charges use most of a transaction's gas, so it can create few spenders. */
export const maxCreations = 2

/**
 * Gathers attempts into batches of one merchant. The first charge of a wallet that runs code of its
 * own gets its own batch, so that its gas budget applies and it cannot affect other charges.
 */
export async function gatherBatches(
  chain: Pick<Chain, 'findCode'>,
  {
    ready,
    missingVersions,
  }: { ready: readonly ReadyAttempt[]; missingVersions: readonly BillingPlanVersion[] },
): Promise<Batch[]> {
  const runsCode = await mapConcurrent(ready, callsAtOnce, (item) => doesRunCode(chain, item))
  const groups = new Map<string, ReadyAttempt[]>()
  const singles: ReadyAttempt[] = []
  for (const [index, item] of ready.entries()) {
    const { merchant, maxBatch } = item.attempt.charge
    const key = `${merchant} ${maxBatch}`
    if (runsCode[index]) singles.push(item)
    else groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [
    ...[...groups.values()].flatMap((group) => divideGroup(group, missingVersions)),
    ...singles.map((item) => ({
      ...batchOf([item], missingVersions),
      payer: item.attempt.subscription.permission.account,
    })),
  ]
}

/** Returns whether checking the signature runs code. A key's signature of 65 bytes does not. */
async function doesRunCode(
  chain: Pick<Chain, 'findCode'>,
  { attempt: { subscription }, isApproved }: ReadyAttempt,
): Promise<boolean> {
  if (isApproved) return false
  const { signature, permission } = subscription
  if (signature.length !== plainSignatureLength) return true
  return (await chain.findCode(permission.account)) !== null
}

/** Divides a group by its largest batch, and by the number of spenders to create. */
function divideGroup(
  group: readonly ReadyAttempt[],
  missingVersions: readonly BillingPlanVersion[],
): Batch[] {
  const maxSize = Math.min(group[0]?.attempt.charge.maxBatch ?? batchSize, batchSize)
  const batches: ReadyAttempt[][] = []
  let current: ReadyAttempt[] = []
  for (const item of group) {
    const next = [...current, item]
    const isTooLarge =
      next.length > maxSize || missingOf(next, missingVersions).length > maxCreations
    if (isTooLarge) batches.push(current)
    current = isTooLarge ? [item] : next
  }
  if (current.length > 0) batches.push(current)
  return batches.map((batch) => batchOf(batch, missingVersions))
}

function batchOf(
  ready: readonly ReadyAttempt[],
  missingVersions: readonly BillingPlanVersion[],
): Batch {
  const attempts = ready.map(({ attempt }) => attempt)
  const approved = ready
    .filter(({ isApproved }) => isApproved)
    .map(({ attempt }) => attempt.subscription.id)
  return {
    merchant: attempts[0]?.subscription.merchant as Batch['merchant'],
    payer: null,
    attempts,
    approved: new Set(approved),
    missingVersions: missingOf(ready, missingVersions),
  }
}

function missingOf(
  ready: readonly ReadyAttempt[],
  missingVersions: readonly BillingPlanVersion[],
): BillingPlanVersion[] {
  const spenders = new Set(ready.map(({ attempt }) => attempt.version.spender))
  return missingVersions.filter(({ spender }) => spenders.has(spender))
}
