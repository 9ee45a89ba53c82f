import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { completeRecipients } from './complete-recipients.js'
import { findSplit } from './find-split.js'
import { requirePlatformWallet } from './require-platform-wallet.js'
import { totalBps } from './split.js'
import { insertSplit } from './store.js'

/**
 * Gives a merchant a first split, which pays the merchant everything but the platform's share, unless there is
 * one. Of several who do so at once the first one counts. Nobody did it, so it is not in the audit log.
 *
 * @throws {AppError} `platform_recipient_not_configured`.
 */
export async function seedSplit(
  ctx: Context,
  { merchant, address }: { merchant: Address; address: Address },
): Promise<void> {
  const { chainId } = ctx.config
  const platform = requirePlatformWallet(ctx.config)
  const everything = [{ address: merchant, sharesBps: totalBps }]
  const terms = {
    address,
    chainId,
    recipients: completeRecipients(everything, { merchant, platform }),
  }

  await ctx.db.transaction(async (tx) => {
    await lockMerchant(tx, merchant)
    if (await findSplit({ db: tx }, merchant)) return
    const createdAt = ctx.now()
    await insertSplit(tx, { ...terms, merchant, version: 1, createdAt, createdBy: null })
  })
}
