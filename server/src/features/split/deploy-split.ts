import type { Principal } from '../../auth/caller.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { requireWalletOf } from '../../auth/person-id.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS, unixMs } from '../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { platformFeeBps } from '../../platform/limits/platform-fee.js'
import { recordChange } from '../audit/record-change.js'
import { addSplit } from './add-split.js'
import { checkSplit } from './check-split.js'
import { findSplit } from './find-split.js'
import { planDeployment } from './plan-deployment.js'
import type { SplitHistory } from './read-history.js'
import { requireDeployedSplit } from './require-deployed-split.js'
import { requirePlatformWallet } from './require-platform-wallet.js'
import type { SplitDeployment } from './schemas.js'
import { isSameTerms, type Split } from './split.js'
import { findNthLatest } from './store.js'

/**
 * Sets the merchant's split to the contract at the given address, or to a contract at a predicted
 * address. The relayer deploys the latter with its first distribution, or at once with `deploy:
 * "now"`. A contract belongs to one merchant. A repeated request changes nothing and is not recorded
 * in the audit log, except that `deploy: "now"` deploys the split. Existing receipts keep their
 * split.
 *
 * @throws {AppError} `invalid_input`, `platform_recipient_not_configured`, `chain_unavailable`,
 *   `rate_limited`.
 */
export async function deploySplit(
  ctx: Context,
  { by, body }: { by: Principal; body: SplitDeployment },
): Promise<Split> {
  // Only the owner changes the split, so the caller's wallet is the owner's.
  const { merchant } = by
  const owner = requireWalletOf(by.person)
  const { chainId } = ctx.config
  const platform = requirePlatformWallet(ctx.config)
  const { address, salt, ...terms } = checkSplit(body, {
    owner,
    platform,
    platformBps: platformFeeBps(ctx.config),
    chainId,
  })
  const isNow = body.deploy === 'now'
  const isCurrent = (current: Split) =>
    isSameTerms(current, { ...terms, address: address ?? current.address })

  let history: SplitHistory | null = null
  // Before the transaction, so that it does not wait for the chain.
  if (address) {
    const before = await findSplit(ctx, merchant)
    const versions = before?.version ?? 0
    if (!before || !isCurrent(before)) {
      const existing = { ...terms, address, merchant, owner, salt, versions }
      history = await requireDeployedSplit(ctx, existing)
    }
  }

  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const current = await findSplit(inTx, merchant)
    if (current && isCurrent(current)) {
      if (isNow) await planDeployment(inTx, current)
      return current
    }

    await requireBelowDailyLimit(inTx, merchant)
    const split = await addSplit(inTx, {
      ...terms,
      address,
      salt,
      merchant,
      createdBy: owner,
      history,
    })
    if (isNow) await planDeployment(inTx, split)
    await recordChange(inTx, {
      by,
      action: 'split.deployed',
      target: split.address,
      before: current && describeChange(current),
      after: describeChange(split),
    })
    return split
  })
}

function describeChange({ version, address, chainId, recipients }: Split) {
  return { version, address, chainId, recipients }
}

/**
 * Requires that the merchant may create another split today.
 *
 * @throws {AppError} `rate_limited`.
 */
async function requireBelowDailyLimit(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  merchant: Address,
): Promise<void> {
  const maxPerDay = maxOfMerchant(ctx.config, 'new-splits', merchant)
  const oldest = await findNthLatest(ctx.db, { merchant, n: maxPerDay })
  const resetAt = oldest === null ? 0 : unixMs(oldest + DAY_MS)
  if (resetAt <= ctx.now()) return
  throw limitReached('new-splits', { owner: 'merchant', max: maxPerDay, resetAt })
}
