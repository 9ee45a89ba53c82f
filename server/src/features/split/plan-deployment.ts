import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { splitFactory } from '../../platform/chain/contracts.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { requireGasBudget } from '../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import type { TxContext } from '../../platform/context.js'
import { deploymentKey, getDeployment } from './find-deployment.js'
import { predictSplit } from './predict-split.js'
import type { Split } from './split.js'

/** Several times the gas of sixteen recipients. */
const createGas = 400_000n

/**
 * Plans the deployment of a split, unless one is under way or done. The relayer sends it after the
 * transaction is committed. The caller must hold the merchant's lock.
 *
 * @throws {AppError} `rate_limited` when a gas budget is spent.
 */
export async function planDeployment(ctx: TxContext, split: Split): Promise<void> {
  const { status, attempts } = await getDeployment(ctx, split)
  if (status === 'deployed' || status === 'pending') return
  const { merchant, chainId } = split
  const budgeted = { merchant, purpose: 'split.create', gas: createGas } as const
  await requireGasBudget(ctx, { ...budgeted, payer: null })
  await planTransaction(ctx, {
    key: deploymentKey(split, attempts + 1),
    chainId,
    ...budgeted,
    ...(await encodeCreation(split)),
    value: 0n,
  })
}

/** Encodes the call that deploys a split. Repeating it is safe. */
export async function encodeCreation(split: Split): Promise<{ to: Address; data: Hex }> {
  const { encodeFunctionData } = await import('viem')
  const { args, salt } = predictSplit(split)
  const functionName = 'create'
  const data = encodeFunctionData({ abi: splitFactoryAbi, functionName, args: [args, salt] })
  return { to: splitFactory.address, data }
}
