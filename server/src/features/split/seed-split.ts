import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Address } from '../../lib/hex.js'
import { totalBps } from '../../lib/money.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { platformFeeBps } from '../../platform/limits/platform-fee.js'
import { addSplit } from './add-split.js'
import { completeRecipients } from './complete-recipients.js'
import { findSplit } from './find-split.js'
import { planDeployment } from './plan-deployment.js'
import { requirePlatformWallet } from './require-platform-wallet.js'
import type { Split } from './split.js'

/**
 * Returns the merchant's split. If there is none, creates one that pays the merchant everything but
 * the platform's share, and deploys it unless `deploy` is false. The first of several concurrent
 * calls wins. It is not recorded in the audit log, because no person made the change.
 *
 * @throws {AppError} `platform_recipient_not_configured`.
 */
export async function seedSplit(
  ctx: Context,
  { merchant, deploy = true }: { merchant: Address; deploy?: boolean },
): Promise<Split> {
  const { chainId } = ctx.config
  const platform = requirePlatformWallet(ctx.config)
  const everything = [{ address: merchant, sharesBps: totalBps }]
  const recipients = completeRecipients(everything, {
    owner: merchant,
    platform,
    platformBps: platformFeeBps(ctx.config),
  })

  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const current = await findSplit(inTx, merchant)
    if (current) return current
    const terms = { address: null, chainId, recipients, merchant, createdBy: null }
    const split = await addSplit(inTx, terms)
    if (deploy) await planDeployment(inTx, split)
    return split
  })
}
