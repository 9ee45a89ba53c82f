import { findOwner } from '../../auth/merchants/member-store.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { totalBps } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { getDeployment } from './find-deployment.js'
import { findSplit } from './find-split.js'
import type { SplitConfig } from './schemas.js'
import type { Split } from './split.js'

const warning =
  "Your wallet is a contract and you have no split. Payments in the chain's native token may fail, because a contract can refuse them. Set up a split: POST /api/split/deploy."

/** Returns a merchant's split in response form, or why it should set one up. */
export async function getSplitConfig(ctx: TxContext, merchant: Address) {
  const split = await findSplit(ctx, merchant)
  const warning = split ? null : await findWarning(ctx, merchant)
  return {
    configured: split !== null,
    split: split && (await describeSplit(ctx, split)),
    ...(warning && { warning }),
  }
}

/**
 * Returns a warning for a merchant without a split if its owner's wallet is a contract. Returns
 * null otherwise, and when the chain does not respond.
 */
async function findWarning(
  { db, chain, log }: Pick<TxContext, 'db' | 'chain' | 'log'>,
  merchant: Address,
): Promise<string | null> {
  try {
    const owner = chain && (await findOwner(db, merchant))
    const code = owner && (await chain.findCode(owner))
    return code ? warning : null
  } catch (error) {
    log.warn({ err: error }, 'checking the code of a wallet failed')
    return null
  }
}

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
    recipients: split.recipients.map((recipient) => ({
      ...recipient,
      address: checksumAddress(recipient.address),
    })),
    totalBps,
    owner: checksumAddress(split.merchant),
    deployedTx,
    status,
    version: split.version,
    createdAt: split.createdAt,
  }
}

/** Reads what `getSplitConfig` reads, for outages, without calls to the chain. */
export async function rememberSplit(ctx: TxContext, merchant: Address): Promise<void> {
  const split = await findSplit(ctx, merchant)
  if (split) await describeSplit(ctx, split)
  else await findOwner(ctx.db, merchant)
}
