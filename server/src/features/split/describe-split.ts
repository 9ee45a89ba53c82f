import { checksumAddress } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { getDeployment } from './find-deployment.js'
import type { SplitConfig } from './schemas.js'
import { type Split, totalBps } from './split.js'

/** Returns a split in response form, with the status of its deployment. */
export async function describeSplit(
  ctx: Pick<TxContext, 'db'>,
  split: Split,
): Promise<SplitConfig> {
  const { status, deployedTx } = await getDeployment(ctx, split)
  return {
    address: checksumAddress(split.address),
    chainId: split.chainId,
    kind: 'pull',
    recipients: split.recipients.map((one) => ({ ...one, address: checksumAddress(one.address) })),
    totalBps,
    owner: checksumAddress(split.merchant),
    deployedTx,
    status,
    version: split.version,
    createdAt: split.createdAt,
  }
}
