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
/** Fifty charges take most of the gas that a transaction can have, so it can create few spenders. */
export const maxCreations = 2

/**
 * Gathers attempts into batches of one merchant. The first charge of a wallet whose own code runs is alone, so that its gas
 * budget applies and it cannot affect others.
 */
export async function gatherBatches(
  chain: Pick<Chain, 'findCode'>,
  { ready, missing }: { ready: readonly ReadyAttempt[]; missing: readonly BillingPlanVersion[] },
): Promise<Batch[]> {
  const runsCode = await mapConcurrent(ready, callsAtOnce, (one) => doesRunCode(chain, one))
  const groups = new Map<string, ReadyAttempt[]>()
  const alone: ReadyAttempt[] = []
  for (const [index, one] of ready.entries()) {
    const { merchant, maxBatch } = one.attempt.charge
    const key = `${merchant} ${maxBatch}`
    if (runsCode[index]) alone.push(one)
    else groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [
    ...[...groups.values()].flatMap((group) => divideGroup(group, missing)),
    ...alone.map((one) => ({
      ...batchOf([one], missing),
      payer: one.attempt.subscription.permission.account,
    })),
  ]
}

/** Returns whether checking the signature runs code. It does not for 65 bytes by an account without code. */
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
  missing: readonly BillingPlanVersion[],
): Batch[] {
  const most = Math.min(group[0]?.attempt.charge.maxBatch ?? batchSize, batchSize)
  const batches: ReadyAttempt[][] = []
  let current: ReadyAttempt[] = []
  for (const one of group) {
    const next = [...current, one]
    const isTooLarge = next.length > most || missingOf(next, missing).length > maxCreations
    if (isTooLarge) batches.push(current)
    current = isTooLarge ? [one] : next
  }
  if (current.length > 0) batches.push(current)
  return batches.map((some) => batchOf(some, missing))
}

function batchOf(ready: readonly ReadyAttempt[], missing: readonly BillingPlanVersion[]): Batch {
  const attempts = ready.map(({ attempt }) => attempt)
  const approved = ready
    .filter(({ isApproved }) => isApproved)
    .map(({ attempt }) => attempt.subscription.id)
  return {
    merchant: attempts[0]?.subscription.merchant as Batch['merchant'],
    payer: null,
    attempts,
    approved: new Set(approved),
    missing: missingOf(ready, missing),
  }
}

function missingOf(
  ready: readonly ReadyAttempt[],
  missing: readonly BillingPlanVersion[],
): BillingPlanVersion[] {
  const spenders = new Set(ready.map(({ attempt }) => attempt.version.spender))
  return missing.filter(({ spender }) => spenders.has(spender))
}
