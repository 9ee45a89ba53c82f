import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { multicall3 } from '../../platform/chain/contracts.js'
import { merchantSplitAbi } from '../../platform/chain/generated/merchant-split.js'
import { nativeToken } from '../../platform/chain/tokens.js'
import type { TxContext } from '../../platform/context.js'
import { deploymentKey, getDeployment } from './find-deployment.js'
import { findSplitAt } from './find-split.js'
import { encodeCreation } from './plan-deployment.js'
import type { Split } from './split.js'

/** A call to plan, under its idempotency key. */
export type DistributionCall = { key: string; to: Address; data: Hex; gas: bigint }

/** The contract's bounds for one recipient with a margin, so that none can make others fail. */
const baseGas = 100_000n
const nativeGas = 300_000n
const tokenGas = 450_000n
const creationGas = 500_000n

/**
 * Returns the call that pays the recipients of a split their shares of a token. Until the split is
 * deployed, the call deploys it too, which is safe to repeat. The first such call is planned under
 * the key of the deployment, in the same database transaction, which holds the merchant's lock.
 * Returns null for an unknown split.
 */
export async function prepareDistribution(
  ctx: TxContext,
  { merchant, address, token }: { merchant: Address; address: Address; token: Address },
): Promise<DistributionCall | null> {
  const split = await findSplitAt(ctx, { merchant, address })
  if (!split) return null
  if ((await getDeployment(ctx, split)).status === 'deployed') return distribute(ctx, split, token)

  await lockMerchant(ctx.db, merchant)
  const { status, attempts } = await getDeployment(ctx, split)
  const call = await distribute(ctx, split, token)
  if (status === 'deployed') return call
  return {
    key: status === 'pending' ? call.key : deploymentKey(split, attempts + 1),
    ...(await bundle([await encodeCreation(split), call])),
    gas: call.gas + creationGas,
  }
}

async function distribute(
  ctx: Pick<TxContext, 'newId'>,
  { address, recipients }: Split,
  token: Address,
): Promise<DistributionCall> {
  const { encodeFunctionData } = await import('viem')
  const functionName = 'distribute'
  const data = encodeFunctionData({ abi: merchantSplitAbi, functionName, args: [token] })
  const gasPerRecipient = token === nativeToken ? nativeGas : tokenGas
  const gas = baseGas + BigInt(recipients.length) * gasPerRecipient
  return { key: `distribute:${ctx.newId('txn')}`, to: address, data, gas }
}

/**
 * Returns the calls with which any wallet can pay out a split: its deployment, unless it is on
 * chain, and the distribution of a token. Returns null for an unknown split.
 */
export async function encodeDistribution(
  ctx: TxContext,
  { merchant, address, token }: { merchant: Address; address: Address; token: Address },
): Promise<{ to: Address; data: Hex }[] | null> {
  const split = await findSplitAt(ctx, { merchant, address })
  if (!split) return null
  const { to, data } = await distribute(ctx, split, token)
  const isDeployed = (await getDeployment(ctx, split)).status === 'deployed'
  return [...(isDeployed ? [] : [await encodeCreation(split)]), { to, data }]
}

/** Encodes calls as one, which reverts if any of them does. */
export async function bundle(calls: readonly { to: Address; data: Hex }[]) {
  const { encodeFunctionData, multicall3Abi } = await import('viem')
  const aggregated = calls.map(({ to, data }) => ({
    target: to,
    allowFailure: false,
    callData: data,
  }))
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [aggregated],
  })
  return { to: multicall3, data }
}
