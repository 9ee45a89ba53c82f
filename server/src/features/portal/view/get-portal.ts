import type { PortalPage, PortalRef, PortalTokens } from '../../../auth/portal-tokens.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { DAY_MS, unixMs } from '../../../lib/time.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { findGenesis } from '../../../platform/chain/find-genesis.js'
import { networkOf } from '../../../platform/chain/networks.js'
import { listPaymentPriorities } from '../../../platform/chain/outgoing/relayer-keys.js'
import { senderRules } from '../../../platform/chain/outgoing/round/sender-rules.js'
import type { Context } from '../../../platform/context.js'
import { describeGasless } from '../../authorizations/describe-gasless.js'
import { nameSoldOut } from '../../holds/list-sold-out.js'
import { needsSafeBlock } from '../../payments/needs-safe-block.js'
import { getQuotes } from '../../payments/quote/get-quotes.js'
import { keepBalanceWatched } from '../../payments/quote/keep-balance-watched.js'
import { heldPayments } from '../../payments/value/held-payments.js'
import { watchDeposit } from '../../receipts/create/add-receipt.js'
import { showThumbs } from '../../receipts/read/describe-receipt.js'
import { noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { isExpired } from '../../receipts/receipt.js'
import { findFailure } from '../../receipts/status/failures.js'
import { toTerms } from '../../shop/terms-sql.js'
import { amountDue } from '../checkout/amount-due.js'
import { limitPortal } from '../checkout/limit-portal.js'
import { type PortalFacts, portalFacts } from '../read-model/facts-store.js'
import type { PortalReceipt } from '../schemas.js'
import { boundThumbs } from './bound-thumbs.js'
import { countConfirmations, isWaitingForSafe } from './count-confirmations.js'
import { describePortal } from './describe-portal.js'

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
  { page, tokens, thumbs }: { page: PortalPage; tokens: PortalTokens; thumbs?: string | undefined },
): Promise<PortalReceipt> {
  const receipt = await getWholePortal(ctx, { ref: page, tokens, thumbs })
  return showOn(page, { receipt, tokens })
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
  { ref, tokens, thumbs }: { ref: PortalRef; tokens: PortalTokens; thumbs?: string | undefined },
): Promise<PortalReceipt> {
  const { merchant, receiptId: id } = ref
  const { chainId } = ctx.config
  ctx.wakeups.wake('payment-pages')
  const priorities = listPaymentPriorities(ctx.config)
  const facts = await ctx.batches.run(portalFacts, { merchant, id, chainId, priorities })
  if (!facts) throw noSuchReceipt()
  if (facts.receipt.kind !== 'subscription') await keepWatching(ctx, facts)
  return describeFacts(ctx, { facts, tokens, thumbs })
}

/** Returns what a page shows of these facts. */
export async function describeFacts(
  ctx: Context,
  {
    facts,
    tokens,
    thumbs,
  }: { facts: PortalFacts; tokens: PortalTokens; thumbs?: string | undefined },
): Promise<PortalReceipt> {
  const { receipt, head, safe, lacksGas, platformBps } = facts
  const { merchant, id: receiptId } = receipt
  const { chainId } = ctx.config
  const { theme, contact, taxId, payments: terms } = toTerms(facts.terms, ctx.config)
  const deposit = depositOf(ctx.config, receipt)
  const payments = heldPayments(facts.payments, facts.returned)
  const counted = [...payments, ...facts.unrecorded]

  const { manualCredit } = facts
  const held = { payments: counted, manualCredit }
  const { paid, due, isOffered } = amountDue(receipt, { ...held, now: ctx.now() })
  const soldOut = isOffered
    ? nameSoldOut(facts.soldOut, receipt.lines).map(({ label }) => label)
    : []
  const options =
    isOffered && soldOut.length === 0
      ? await getQuotes(ctx, {
          receipt,
          dueMicros: due,
          acceptedTokens: terms.acceptedTokens,
          lastQuote: facts.quote,
          payments: counted,
        })
      : []

  const genesisHash = await findGenesis(ctx)
  const hasExpired = isExpired(receipt, ctx.now())
  const need = senderRules(ctx.config).confirmations
  // Nothing waits once the receipt is paid.
  const isLarge = needsSafeBlock(ctx.config, receipt) && receipt.status === 'recipient_validated'
  return describePortal(receipt, {
    config: ctx.config,
    failure: describeFailure(facts),
    theme,
    contact,
    taxId,
    platformBps,
    deposit,
    payments,
    paid,
    due,
    options,
    thumbOf: boundThumbs(await showThumbs(ctx, [receipt], { thumbs }), receipt.lines),
    network: { ...networkOf(ctx), ...(genesisHash && { genesisHash }) },
    // A returned credit is not a refund of the sale.
    refunds: facts.refunds.filter(({ isCredit }) => !isCredit),
    isExpired: hasExpired,
    soldOut,
    // A payment in flight is of no interest once nothing is due.
    sent: due > 0n ? facts.sent : null,
    hasPayment: hasPayment(facts),
    gasless: describeGasless(ctx, { deposit, due, isExpired: hasExpired, lacksGas, options }),
    confirmations: {
      have: countConfirmations(payments, { head, chainId, need }),
      need,
      ...(isLarge && isWaitingForSafe(payments, { safe, chainId }) ? { awaitsSafe: true } : {}),
    },
    portalToken: tokens.write({ merchant, receiptId, isLimited: false }),
  })
}

/**
 * Returns the last failure. It stays until the next attempt starts, also after a status such as `link_opened`. A failed
 * attempt leaves the status of the receipt as it is.
 */
function describeFailure({ receipt, attemptCode }: PortalFacts): PortalReceipt['failure'] {
  const isOpen = !statusFacts[receipt.status].isSettled
  const code = receipt.failureCode ?? (isOpen ? attemptCode : null)
  const failure = code === null ? null : findFailure(code)
  if (!failure || code === null) return null
  const { category, reason, buyer: action } = failure
  return { code, category, reason, action }
}

/** Returns whether any money was seen for the receipt: counted or not, in flight, or returned since. */
function hasPayment({ receipt, payments, unrecorded, sent }: PortalFacts): boolean {
  if (sent !== null || receipt.transactionHash !== null || unrecorded.length > 0) return true
  return payments.some(({ state, units }) => state !== 'orphaned' && units > 0n)
}

/** Keeps every deposit address that is shown to a buyer watched. */
async function keepWatching(ctx: Context, facts: PortalFacts): Promise<void> {
  const deposit = depositOf(ctx.config, facts.receipt)
  const watch = facts.watches.find(({ address }) => address === deposit.address)
  const left = watch ? watch.watchedUntil - ctx.now() : 0
  if (left < minWatchMs) {
    await watchDeposit(ctx, { receipt: facts.receipt, deposit })
  }
  await keepBalanceWatched(ctx, { deposit, until: watch?.nativeUntil ?? unixMs(0) })
}
