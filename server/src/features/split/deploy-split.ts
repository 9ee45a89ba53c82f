import type { Actor } from '../../auth/caller.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { checkSplit } from './check-split.js'
import { findSplit } from './find-split.js'
import { isSameTerms } from './is-same-terms.js'
import { requirePlatformWallet } from './require-platform-wallet.js'
import type { SplitDeployment } from './schemas.js'
import type { Split } from './split.js'
import { insertSplit } from './store.js'

/**
 * Makes a contract the merchant's split, as the next version, and returns it. What is there already changes
 * nothing and leaves no trace. Receipts made before keep the split of their time.
 *
 * @throws {AppError} `invalid_input`, `platform_recipient_not_configured`.
 */
export async function deploySplit(
  ctx: Context,
  { by, body }: { by: Actor; body: SplitDeployment },
): Promise<Split> {
  const { merchant } = by
  const { chainId } = ctx.config
  const platform = requirePlatformWallet(ctx.config)
  const terms = checkSplit(body, { merchant, platform, chainId })

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockMerchant(tx, merchant)
    const current = await findSplit(inTx, merchant)
    if (current && isSameTerms(current, terms)) return current

    const version = (current?.version ?? 0) + 1
    const split = { ...terms, merchant, version, createdAt: ctx.now(), createdBy: by.wallet }
    await insertSplit(tx, split)
    await recordChange(inTx, {
      by,
      action: 'split.deployed',
      target: split.address,
      before: current && summarise(current),
      after: summarise(split),
    })
    return split
  })
}

function summarise({ version, address, chainId, recipients }: Split) {
  return { version, address, chainId, recipients }
}
