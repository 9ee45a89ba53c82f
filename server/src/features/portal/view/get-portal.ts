import type { PortalPage, PortalRef, PortalTokens } from '../../../auth/portal-tokens.js'
import { DAY_MS, unixMs } from '../../../lib/time.js'
import { type Deposit, depositOf } from '../../../platform/chain/deposit-address.js'
import { watchDeposit } from '../../../platform/chain/deposits/deposit-store.js'
import { listPaymentPriorities } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../../platform/context.js'
import { keepBalanceWatched } from '../../payments/quote/keep-balance-watched.js'
import { noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { type PortalFacts, portalFacts } from '../read-model/facts-store.js'
import type { PortalReceipt } from '../schemas.js'
import { describePortal, type PortalInput } from './describe-portal.js'
import { limitPortal, type WholePortal } from './limit-portal.js'

/** The watch on the deposit address is extended when less time is left. */
const minWatchMs = 30 * DAY_MS

/**
 * Returns everything a payment page shows of a receipt, with the amount due in every asset the shop
 * accepts. Also keeps the deposit address watched.
 *
 * @throws {AppError} `not_found`.
 */
export async function getPortal(
  ctx: Context,
  { page, tokens, thumbs }: PortalInput & { page: PortalPage },
): Promise<PortalReceipt> {
  const { receipt } = await getShownPortal(ctx, { page, tokens, thumbs })
  return receipt
}

/** Returns the same, and the sites that may show it in a frame. */
export async function getShownPortal(
  ctx: Context,
  { page, tokens, thumbs }: PortalInput & { page: PortalPage },
): Promise<{ receipt: PortalReceipt; embedOrigins: readonly string[] }> {
  const receipt = await getWholePortal(ctx, { ref: page, tokens, thumbs })
  return { receipt: showOn(page, { receipt, tokens }), embedOrigins: receipt.embedOrigins ?? [] }
}

/** Returns the part of a receipt that this page shows. */
export function showOn(
  page: PortalPage,
  { receipt, tokens }: { receipt: WholePortal; tokens: PortalTokens },
): PortalReceipt {
  if (page.isLimited) return limitPortal(receipt, { portalToken: tokens.write(page) })
  const { limitedFailure: _, embedOrigins: __, ...shown } = receipt
  return shown
}

/**
 * Returns what the pages of a receipt show. Pass it to `showOn`.
 *
 * @throws {AppError} `not_found`.
 */
export async function getWholePortal(
  ctx: Context,
  { ref, tokens, thumbs }: PortalInput & { ref: PortalRef },
): Promise<WholePortal> {
  const { merchant, receiptId: id } = ref
  const { chainId } = ctx.config
  ctx.wakeups.wake('payment-pages')
  const priorities = listPaymentPriorities(ctx.config)
  const facts = await ctx.batches.run(portalFacts, { merchant, id, chainId, priorities })
  if (!facts) throw noSuchReceipt()
  const deposit = depositOf(ctx.config, facts.receipt)
  if (facts.receipt.kind !== 'subscription') await keepWatching(ctx, { facts, deposit })
  return describePortal(ctx, { facts, deposit, tokens, thumbs })
}

/** Keeps every deposit address that is shown to a buyer watched. */
async function keepWatching(
  ctx: Context,
  { facts, deposit }: { facts: PortalFacts; deposit: Deposit },
): Promise<void> {
  const watch = facts.watches.find(({ address }) => address === deposit.address)
  const remainingMs = watch ? watch.watchedUntil - ctx.now() : 0
  if (remainingMs < minWatchMs) await watchDeposit(ctx, { receipt: facts.receipt, deposit })
  await keepBalanceWatched(ctx, { deposit, until: watch?.nativeUntil ?? unixMs(0) })
}
