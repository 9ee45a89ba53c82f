import { splitFactory } from '../../platform/chain/contracts.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import type { TxContext } from '../../platform/context.js'
import type { PredictedSplit } from './predict-split.js'
import type { Split } from './split.js'

/** Has the relayer deploy a split, once the transaction around this is committed. */
export async function planDeployment(
  ctx: Pick<TxContext, 'db' | 'now' | 'newId'>,
  split: Pick<Split, 'merchant' | 'chainId'> & PredictedSplit,
): Promise<void> {
  const { encodeFunctionData } = await import('viem')
  const { args, salt } = split
  const data = encodeFunctionData({
    abi: splitFactoryAbi,
    functionName: 'create',
    args: [args, salt],
  })
  await planTransaction(ctx, {
    key: deploymentKey(split),
    purpose: 'split.create',
    merchant: split.merchant,
    chainId: split.chainId,
    to: splitFactory.address,
    data,
    value: 0n,
  })
}

/** What the deployment of a split is known by among outgoing transactions. */
export function deploymentKey({ address }: Pick<Split, 'address'>): string {
  return `split.create:${address}`
}
