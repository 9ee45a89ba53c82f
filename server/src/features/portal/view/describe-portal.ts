import type { PortalTokens } from '../../../auth/portal-tokens.js'
import { checksumAddress } from '../../../lib/hex.js'
import { baseUnitsToDecimal, centsToDecimal, microsToDecimal } from '../../../lib/money.js'
import { isExpired, statusFacts } from '../../../lib/receipt-statuses.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { describeNetwork } from '../../../platform/chain/networks.js'
import { senderRules } from '../../../platform/chain/outgoing/round/sender-rules.js'
import type { Context } from '../../../platform/context.js'
import { describeGasless } from '../../authorizations/describe-gasless.js'
import { nameSoldOut } from '../../holds/list-sold-out.js'
import { type ThumbOf, withoutThumbs } from '../../media/load-thumbs.js'
import { buyerTextOf, describeCard } from '../../onramp/describe-card.js'
import type { CardPayment } from '../../onramp/schemas.js'
import { needsSafeBlock } from '../../payments/payment.js'
import { getQuotes } from '../../payments/quote/get-quotes.js'
import { paymentUri } from '../../payments/quote/payment-uri.js'
import type { PaymentOption } from '../../payments/quote/quote.js'
import { blockingCode } from '../../payments/read-model/blocked-receipts.js'
import type { SeenPayment } from '../../payments/seen-payments-sql.js'
import { heldPayments } from '../../payments/value/held-payments.js'
import { describeReceipt, showThumbs } from '../../receipts/read/describe-receipt.js'
import type { ReceiptLine } from '../../receipts/receipt.js'
import { findFailure } from '../../receipts/status/failures.js'
import type { ShopConfig } from '../../shop/schemas.js'
import { toTerms } from '../../shop/terms-sql.js'
import { afterPayment, returnUrlOf } from '../checkout/after-payment.js'
import type { PortalFacts } from '../read-model/facts-store.js'
import type { PortalReceipt } from '../schemas.js'
import { amountDue, centsOf, countConfirmations, isWaitingForSafe, shownCents } from './amounts.js'
import type { WholePortal } from './limit-portal.js'

export type PortalInput = { tokens: PortalTokens; thumbs?: string | undefined }

/**
 * Describes a receipt for anyone who has its payment link. Lists every field, so that private ones
 * (buyer, merchant notes, webhook endpoints) cannot leak in.
 */
export async function describePortal(
  ctx: Context,
  { facts, deposit, tokens, thumbs }: PortalInput & { facts: PortalFacts; deposit: Deposit },
): Promise<WholePortal> {
  const { receipt, platformBps } = facts
  const failure = describeFailure(facts)
  const { merchant, id: receiptId } = receipt
  const shop = toTerms(facts.terms, ctx.config)
  const { theme, contact, taxId, payments: terms } = shop
  const payments = heldPayments(facts.payments, facts.returned)
  // A returned credit is not a refund of the sale.
  const refunds = facts.refunds.filter(({ isCredit }) => !isCredit)
  const full = describeReceipt(receipt, {
    history: { events: [], refunds },
    // A page does not show its own link, which takes time to sign.
    paymentUrlOf: () => '',
    thumbOf: boundThumbs(await showThumbs(ctx, [receipt], { thumbs }), receipt.lines),
  })
  const { payment, card } = await describePayment(ctx, {
    facts,
    deposit,
    payments,
    failureCode: failure?.code ?? null,
    ...terms,
  })
  return {
    receiptId: full.receiptId,
    status: full.status,
    paymentStatus: full.paymentStatus,
    brandName: full.brandName,
    theme,
    contact: contactOf(contact),
    ...(taxId ? { taxId } : {}),
    currency: full.currency,
    total: full.total ?? null,
    totalUsd: full.totalUsd,
    // Ids of lines are for the merchant's refunds.
    lineItems: full.lineItems.map(({ lineId: _, ...line }) => line),
    createdAt: full.createdAt,
    paidAt: full.transactionTimestamp ?? null,
    expiresAt: full.expiresAt,
    returnUrl: returnUrlOf(receipt),
    onSuccess: afterPayment(receipt, ctx.config),
    merchantWallet: checksumAddress(merchant),
    platformFeePct: platformBps === null ? null : platformBps / 100,
    transactionHash: full.transactionHash,
    confirmations: describeConfirmations(ctx, { facts, payments }),
    pricing: full.pricing ?? null,
    failure: failure && describeAction(failure, card),
    limitedFailure: facts.cards.hasLimitedFailure && card ? describeLimitedFailure() : null,
    refundedUsd: full.refundedUsd ?? 0,
    refunded: centsToDecimal(centsOf(receipt, receipt.refundedUsdCents)),
    refunds: refunds.map(({ usdCents, transactionHash, confirmedAt, createdAt }) => ({
      usd: centsToDecimal(usdCents),
      amount: centsToDecimal(centsOf(receipt, usdCents)),
      txHash: transactionHash,
      confirmed: confirmedAt !== null,
      createdAt,
    })),
    portalToken: tokens.write({ merchant, receiptId, isLimited: false }),
    subscription: facts.subscription,
    card,
    payment,
    embedOrigins: shop.embedOrigins,
  }
}

/** Leaves out what the shop has not set. */
export function contactOf(contact: ShopConfig['contact']): PortalReceipt['contact'] {
  return Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== ''))
}

async function describePayment(
  ctx: Context,
  input: {
    facts: PortalFacts
    deposit: Deposit
    payments: SeenPayment[]
    acceptedTokens: readonly string[]
    failureCode: string | null
  },
): Promise<Pick<PortalReceipt, 'payment' | 'card'>> {
  const { facts, deposit, payments, acceptedTokens, failureCode } = input
  const { receipt, manualCredit, lacksGas, quote: lastQuote } = facts
  const counted = [...payments, ...facts.unrecorded]
  const money = { payments: counted, manualCredit, now: ctx.now() }
  const { paid, due, isOffered: isPayable } = amountDue(receipt, money)
  const { isBlocked } = facts.cards
  // A suspended merchant may not deliver. Money that was sent still settles.
  const isOffered = isPayable && !facts.isSuspended && !isBlocked
  const soldOut = isOffered
    ? nameSoldOut(facts.soldOut, receipt.lines).map(({ label }) => label)
    : []
  const bill = { receipt, dueMicros: due, acceptedTokens, lastQuote, payments: counted }
  const options = isOffered && soldOut.length === 0 ? await getQuotes(ctx, bill) : []
  const network = await describeNetwork(ctx)
  const hasExpired = isExpired(receipt, ctx.now())
  const isAutomatic = receipt.kind === 'subscription'
  const inCurrency = shownCents(receipt, { paid, due })
  const card = describeCard(ctx.config, {
    receipt,
    due,
    options,
    session: facts.onrampSession,
    isSent: facts.sent !== null,
    failureCode,
    now: ctx.now(),
  })
  const payment = {
    // No one watches the address of a charge, so money sent there would be lost.
    depositAddress: isAutomatic || isBlocked ? '' : checksumAddress(deposit.address),
    chainId: deposit.chainId,
    network,
    // A payment in flight is of no interest once nothing is due.
    sent: due > 0n ? facts.sent : null,
    gasless: describeGasless(ctx, { deposit, due, isExpired: hasExpired, lacksGas, options }),
    isOver: hasExpired,
    ...(isAutomatic ? { isAutomatic } : {}),
    ...(hasPayment(facts) ? { hasPayment: true } : {}),
    ...(isPayable && facts.isSuspended ? { isClosed: true } : {}),
    ...(isPayable && isBlocked ? { isBlocked } : {}),
    soldOut,
    dueUsd: microsToDecimal(due),
    paidUsd: microsToDecimal(paid),
    paid: centsToDecimal(inCurrency.paid),
    due: centsToDecimal(inCurrency.due),
    received: listReceived(payments, facts.cards),
    options: options.map((option) => describeOption(option, deposit)),
  }
  return { payment, card }
}

function describeConfirmations(
  { config }: Pick<Context, 'config'>,
  { facts, payments }: { facts: PortalFacts; payments: readonly SeenPayment[] },
): PortalReceipt['confirmations'] {
  const { receipt, head, safe } = facts
  const { chainId } = config
  const need = senderRules(config).confirmations
  // Nothing waits once the receipt is paid.
  const isLarge = needsSafeBlock(config, receipt) && receipt.status === 'recipient_validated'
  return {
    have: countConfirmations(payments, { head, chainId, need }),
    need,
    ...(isLarge && isWaitingForSafe(payments, { safe, chainId }) ? { awaitsSafe: true } : {}),
  }
}

/**
 * Returns the last failure. It stays until the next attempt starts, even after a status such as
 * `link_opened`. A failed attempt leaves the status of the receipt as it is.
 */
function describeFailure({ receipt, attemptCode, cards }: PortalFacts) {
  const isOpen = !statusFacts[receipt.status].isSettled
  const lastCode = receipt.failureCode ?? (isOpen ? attemptCode : null)
  // No attempt follows while the receipt is blocked.
  const code = isOpen && cards.isBlocked ? blockingCode : lastCode
  const failure = code === null ? null : findFailure(code)
  if (!failure || code === null) return null
  const { category, reason, buyer } = failure
  return { code, category, reason, buyer }
}

/**
 * Tells a page whose link may have been guessed that a card payment failed there. Why is the
 * buyer's own.
 */
function describeLimitedFailure(): PortalReceipt['failure'] {
  const code = 'PORTAL_SYSTEM_ERROR'
  const failure = findFailure(code)
  if (!failure) return null
  const { category, reason, buyer: action } = failure
  return { code, category, reason, action }
}

function describeAction(
  { buyer, ...failure }: NonNullable<ReturnType<typeof describeFailure>>,
  card: CardPayment | null,
): PortalReceipt['failure'] {
  return { ...failure, action: buyerTextOf({ code: failure.code, buyer }, card) }
}

/** Returns whether any money was seen: counted or not, in flight, or returned since. */
function hasPayment({ receipt, payments, unrecorded, sent }: PortalFacts): boolean {
  if (sent !== null || receipt.transactionHash !== null || unrecorded.length > 0) return true
  return payments.some(({ state, units }) => state !== 'orphaned' && units > 0n)
}

/** Third parties can make any number of payments. */
const maxReceived = 5

function listReceived(
  payments: readonly SeenPayment[],
  { hashes }: Pick<PortalFacts['cards'], 'hashes'>,
): PortalReceipt['payment']['received'] {
  return payments
    .filter(({ state, mismatch, units }) => state !== 'orphaned' && !mismatch && units > 0n)
    .slice(-maxReceived)
    .flatMap(({ chainId, token, units, payer, transactionHash: txHash, paidAt: at }) => {
      const asset = findAsset(chainId, token)
      if (!asset) return []
      const amount = baseUnitsToDecimal(units, asset.decimals)
      const from = payer && checksumAddress(payer)
      const byCard = hashes.includes(txHash)
      return [{ symbol: asset.symbol, amount, from, txHash, at, ...(byCard ? { byCard } : {}) }]
    })
}

function describeOption(option: PaymentOption, { chainId, address: to }: Deposit) {
  const { symbol, token, decimals, units, expiresAt } = option
  return {
    symbol,
    token: token && checksumAddress(token),
    decimals,
    amountUnits: String(units),
    amount: baseUnitsToDecimal(units, decimals),
    uri: paymentUri({ chainId, to, token, units }),
    expiresAt,
  }
}

/** All thumbnails of a response together. Buyers load it over slow connections. */
const maxCharacters = 6 * 1_024

/**
 * Leaves out all thumbnails of a receipt when they are too large together. Its lines still refer to
 * their pictures by hash.
 */
function boundThumbs(thumbOf: ThumbOf, lines: readonly Pick<ReceiptLine, 'thumb'>[]): ThumbOf {
  const characters = lines.reduce((sum, { thumb }) => sum + (thumbOf(thumb)?.length ?? 0), 0)
  return characters > maxCharacters ? withoutThumbs : thumbOf
}
