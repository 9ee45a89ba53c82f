import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { addSplit } from './add-split.js'
import { completeRecipients } from './complete-recipients.js'
import { findSplit } from './find-split.js'
import { predictSplit } from './predict-split.js'
import { requirePlatformWallet } from './require-platform-wallet.js'
import { type Split, totalBps } from './split.js'

/**
 * Gives a merchant a split which pays the merchant everything but the platform's share, unless somebody has set
 * one, and returns the one there is. Of several who do so at once the first one counts. Nobody did it, so it is
 * not in the audit log.
 *
 * @throws {AppError} `platform_recipient_not_configured`.
 */
export async function seedSplit(ctx: Context, { merchant }: { merchant: Address }): Promise<Split> {
  const { chainId } = ctx.config
  const platform = requirePlatformWallet(ctx.config)
  const everything = [{ address: merchant, sharesBps: totalBps }]
  const recipients = completeRecipients(everything, { merchant, platform })

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockMerchant(tx, merchant)
    const current = await findSplit(inTx, merchant)
    if (current && !isOutdated(current)) return current
    const terms = { address: null, chainId, recipients, merchant, current, createdBy: null }
    return addSplit(inTx, terms)
  })
}

/** Sandboxes of former versions have an address there that no contract can ever be at. */
function isOutdated(split: Split): boolean {
  return split.createdBy === null && predictSplit(split).address !== split.address
}
