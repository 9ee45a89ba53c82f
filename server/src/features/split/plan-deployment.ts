import { splitFactory } from '../../platform/chain/contracts.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import type { Outgoing } from '../../platform/chain/outgoing/outgoing.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import type { TxContext } from '../../platform/context.js'
import { type PredictedSplit, predictSplit } from './predict-split.js'
import type { Split } from './split.js'

/** Several times the gas of sixteen recipients. */
const createGas = 400_000n

type Place = Pick<Split, 'merchant' | 'chainId'>
type PlanContext = Pick<TxContext, 'db' | 'now' | 'newId' | 'wakeups'>

/** Plans the deployment of a split. The relayer sends it after the transaction is committed. */
export async function planDeployment(
  ctx: PlanContext,
  { attempt = 1, ...split }: Place & PredictedSplit & { attempt?: number },
): Promise<void> {
  const { encodeFunctionData } = await import('viem')
  const { merchant, chainId, args, salt } = split
  await planTransaction(ctx, {
    key: deploymentKey(split, attempt),
    purpose: 'split.create',
    merchant,
    chainId,
    to: splitFactory.address,
    data: encodeFunctionData({ abi: splitFactoryAbi, functionName: 'create', args: [args, salt] }),
    value: 0n,
    gas: createGas,
  })
}

/** Plans another attempt when the last deployment failed permanently. A split cannot be deployed twice. */
export async function repeatDeployment(ctx: PlanContext, split: Split): Promise<void> {
  const last = await findDeployment(ctx, split)
  if (!last || !isFailed(last.outgoing)) return
  const predicted = predictSplit(split)
  await planDeployment(ctx, { ...split, ...predicted, attempt: last.attempt + 1 })
}

/** Finds the last deployment attempt of a split. Null for a contract given by address. */
export async function findDeployment(
  { db }: Pick<TxContext, 'db'>,
  split: Pick<Split, 'chainId' | 'address'>,
): Promise<{ outgoing: Outgoing; attempt: number } | null> {
  let last: { outgoing: Outgoing; attempt: number } | null = null
  for (let attempt = 1; !last || isFailed(last.outgoing); attempt += 1) {
    const which = { chainId: split.chainId, key: deploymentKey(split, attempt) }
    const outgoing = await findOutgoing(db, which)
    if (!outgoing) return last
    last = { outgoing, attempt }
  }
  return last
}

function isFailed({ state }: Outgoing): boolean {
  return state === 'failed' || state === 'reverted'
}

/** Returns the idempotency key of a split's deployment. */
export function deploymentKey({ address }: Pick<Split, 'address'>, attempt = 1): string {
  return attempt === 1 ? `split.create:${address}` : `split.create:${address}:${attempt}`
}
