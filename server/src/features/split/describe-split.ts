import { checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { findDeployment } from './plan-deployment.js'
import type { SplitConfig } from './schemas.js'
import { type Split, totalBps } from './split.js'

/** Returns a split in response form, with the status of its deployment. */
export async function describeSplit(ctx: Pick<Context, 'db'>, split: Split): Promise<SplitConfig> {
  return {
    address: checksumAddress(split.address),
    chainId: split.chainId,
    kind: 'pull',
    recipients: split.recipients.map((one) => ({ ...one, address: checksumAddress(one.address) })),
    totalBps,
    owner: checksumAddress(split.merchant),
    ...(await describeDeployment(ctx, split)),
    version: split.version,
    createdAt: split.createdAt,
  }
}

/** A split without a deployment was given by address and is already on chain. */
async function describeDeployment(
  ctx: Pick<Context, 'db'>,
  split: Split,
): Promise<Pick<SplitConfig, 'deployedTx' | 'status'>> {
  const deployment = await findDeployment(ctx, split)
  if (!deployment) return { deployedTx: null, status: 'deployed' }
  const { state, hash } = deployment.outgoing
  switch (state) {
    case 'mined':
    case 'final':
      return { deployedTx: hash, status: 'deployed' }
    case 'reverted':
    case 'failed':
      return { deployedTx: null, status: 'failed' }
    default:
      return { deployedTx: null, status: 'pending' }
  }
}
