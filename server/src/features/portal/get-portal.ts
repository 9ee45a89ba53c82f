import type { PortalPage, PortalRef, PortalTokens } from '../../auth/portal-tokens.js'
import { DAY_MS } from '../../lib/time.js'
import { type Deposit, depositOf } from '../../platform/chain/deposit-address.js'
import { networkOf } from '../../platform/chain/networks.js'
import { listPaymentPriorities } from '../../platform/chain/outgoing/relayer-keys.js'
import { senderRules } from '../../platform/chain/outgoing/sender-rules.js'
import type { Context } from '../../platform/context.js'
import { describeGasless } from '../authorizations/describe-gasless.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { watchDeposit } from '../receipts/create/watch-deposit.js'
import { getReceipt } from '../receipts/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { listRefunds } from '../receipts/refund/list-refunds.js'
import { isExpired } from '../receipts/status/is-expired.js'
import { listSoldOut } from '../receipts/stock/list-sold-out.js'
import { listReturned } from '../settlement/list-returned.js'
import { needsSafeBlock } from '../settlement/needs-safe-block.js'
import { getQuotes } from '../settlement/quote/get-quotes.js'
import { keepBalanceWatched } from '../settlement/quote/keep-balance-watched.js'
import { heldPayments } from '../settlement/settle/held-payments.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { amountDue } from './amount-due.js'
import { countConfirmations, isWaitingForSafe } from './count-confirmations.js'
import { describePortal } from './describe-portal.js'
import { limitPortal } from './limit-portal.js'
import type { PortalReceipt } from './schemas.js'
import { findSent } from './sent-store.js'
import { type ChainState, getChainState } from './store.js'

/** The watch on the deposit address is extended when less time is left. */
const minWatchMs = 30 * DAY_MS

/**
 * Returns everything a payment page shows of a receipt, with the amount due in every asset the shop accepts. Also keeps
 * the deposit address watched.
 *
 * @throws {AppError} `not_found`.
 */
export async function getPortal(
  ctx: Context,
  { page, tokens }: { page: PortalPage; tokens: PortalTokens },
): Promise<PortalReceipt> {
  return showOn(page, { receipt: await getWholePortal(ctx, { ref: page, tokens }), tokens })
}

/** Returns the part of a receipt that this page shows. */
export function showOn(
  page: PortalPage,
  { receipt, tokens }: { receipt: PortalReceipt; tokens: PortalTokens },
): PortalReceipt {
  return page.isLimited ? limitPortal(receipt, { portalToken: tokens.write(page) }) : receipt
}

/**
 * Returns what a page that is not limited shows.
 *
 * @throws {AppError} `not_found`.
 */
export async function getWholePortal(
  ctx: Context,
  { ref, tokens }: { ref: PortalRef; tokens: PortalTokens },
): Promise<PortalReceipt> {
  const { merchant, receiptId: id } = ref
  ctx.wakeups.wake('payment-pages')
  const [receipt, shop] = await Promise.all([
    getReceipt(ctx, { merchant, id }),
    getShopConfig(ctx, merchant),
  ])
  const deposit = depositOf(ctx.config, receipt)
  const { chainId, address: depositAddress } = deposit
  const priorities = listPaymentPriorities(ctx.config)
  const [chain, sent, refunds, returned, missing] = await Promise.all([
    getChainState(ctx.db, { ...ref, chainId, depositAddress, priorities }),
    findSent(ctx.db, ref),
    receipt.refundedUsdCents > 0n ? listRefunds(ctx, { merchant, receiptId: id }) : [],
    listReturned(ctx, receipt),
    listSoldOut(ctx, receipt),
  ])
  const { head, safe, lacksGas } = chain
  const payments = heldPayments(chain.payments, returned)

  const { paid, due, isOffered } = amountDue(receipt, { payments, now: ctx.now() })
  if (receipt.kind !== 'subscription') await keepWatching(ctx, { receipt, deposit, chain })
  const { acceptedTokens } = shop.payments
  const soldOut = isOffered ? missing.map(({ label }) => label) : []
  const options =
    isOffered && soldOut.length === 0
      ? await getQuotes(ctx, { receipt, dueMicros: due, acceptedTokens })
      : []

  const hasExpired = isExpired(receipt, ctx.now())
  const need = senderRules(ctx.config).confirmations
  // Nothing waits once the receipt is paid.
  const isLarge = needsSafeBlock(ctx.config, receipt) && receipt.status === 'recipient_validated'
  return describePortal(receipt, {
    config: ctx.config,
    paymentUrlOf: await createPaymentUrls(ctx),
    theme: shop.theme,
    deposit,
    paid,
    due,
    options,
    network: networkOf(ctx),
    // A returned credit is not a refund of the sale.
    refunds: refunds.filter(({ isCredit }) => !isCredit),
    isExpired: hasExpired,
    soldOut,
    // A payment in flight is of no interest once nothing is due.
    sent: due > 0n ? sent : null,
    gasless: describeGasless(ctx, { deposit, due, isExpired: hasExpired, lacksGas, options }),
    confirmations: {
      have: countConfirmations(payments, { head, chainId, need }),
      need,
      ...(isLarge && isWaitingForSafe(payments, { safe, chainId }) ? { awaitsSafe: true } : {}),
    },
    portalToken: tokens.write({ merchant, receiptId: id, isLimited: false }),
  })
}

/** Keeps every deposit address that is shown to a buyer watched. */
async function keepWatching(
  ctx: Context,
  { receipt, deposit, chain }: { receipt: Receipt; deposit: Deposit; chain: ChainState },
): Promise<void> {
  const now = ctx.now()
  const left = chain.watchedUntil === null ? 0 : chain.watchedUntil - now
  if (left < minWatchMs) {
    await watchDeposit(ctx, { receipt, deposit })
  }
  await keepBalanceWatched(ctx, { deposit, until: chain.nativeUntil })
}
