import { checksumAddress } from '../../../lib/hex.js'
import {
  baseUnitsToDecimal,
  centsToDecimal,
  type Micros,
  microsToDecimal,
} from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { Network } from '../../../platform/chain/networks.js'
import type { Config } from '../../../platform/config/config.js'
import type { ThumbOf } from '../../media/load-thumbs.js'
import { paymentUri } from '../../payments/quote/payment-uri.js'
import type { PaymentOption } from '../../payments/quote/quote.js'
import type { SeenPayment } from '../../payments/seen-payments-sql.js'
import { describeReceipt } from '../../receipts/read/describe-receipt.js'
import type { Receipt, Refund } from '../../receipts/receipt.js'
import type { ShopConfig } from '../../shop/schemas.js'
import { afterPayment, returnUrlOf } from '../checkout/after-payment.js'
import type { PortalReceipt } from '../schemas.js'
import { centsOf, shownCents } from './own-currency.js'

type Shown = {
  config: Pick<Config, 'mode' | 'onSuccessSnippets'>
  network: Network
  failure: PortalReceipt['failure']
  refunds: readonly Refund[]
  sent: PortalReceipt['payment']['sent']
  /** Whether any money was seen. */
  hasPayment: boolean
  gasless: PortalReceipt['payment']['gasless']
  theme: ShopConfig['theme']
  contact: ShopConfig['contact']
  /** Empty when the shop has set none. */
  taxId: string
  /** Null while it is not known. */
  platformBps: number | null
  confirmations: PortalReceipt['confirmations']
  portalToken: string
  deposit: Deposit
  isExpired: boolean
  /** Names of sold-out items. */
  soldOut: string[]
  payments: readonly SeenPayment[]
  paid: Micros
  due: Micros
  options: readonly PaymentOption[]
  thumbOf: ThumbOf
}

/**
 * Describes a receipt for anyone who has its payment link. Lists every field, so that private ones (buyer, merchant
 * notes, webhook endpoints) cannot leak in.
 */
export function describePortal(receipt: Receipt, shown: Shown): PortalReceipt {
  const { theme, confirmations, portalToken, deposit, paid, due, options, thumbOf } = shown
  const isAutomatic = receipt.kind === 'subscription'
  const history = { events: [], refunds: shown.refunds }
  const full = describeReceipt(receipt, { history, paymentUrlOf: noUrl, thumbOf })
  return {
    receiptId: full.receiptId,
    status: full.status,
    paymentStatus: full.paymentStatus,
    brandName: full.brandName,
    theme,
    contact: describeContact(shown.contact),
    ...(shown.taxId ? { taxId: shown.taxId } : {}),
    currency: full.currency,
    total: full.total ?? null,
    totalUsd: full.totalUsd,
    // Ids of lines are for the merchant's refunds.
    lineItems: full.lineItems.map(({ lineId: _, ...line }) => line),
    createdAt: full.createdAt,
    paidAt: full.transactionTimestamp ?? null,
    expiresAt: full.expiresAt,
    returnUrl: returnUrlOf(receipt),
    onSuccess: afterPayment(receipt, shown.config),
    merchantWallet: checksumAddress(receipt.merchant),
    platformFeePct: shown.platformBps === null ? null : shown.platformBps / 100,
    transactionHash: full.transactionHash,
    confirmations,
    pricing: full.pricing ?? null,
    failure: shown.failure,
    refundedUsd: full.refundedUsd ?? 0,
    refunded: centsToDecimal(centsOf(receipt, receipt.refundedUsdCents)),
    refunds: shown.refunds.map(({ usdCents, transactionHash, confirmedAt, createdAt }) => ({
      usd: centsToDecimal(usdCents),
      amount: centsToDecimal(centsOf(receipt, usdCents)),
      txHash: transactionHash,
      confirmed: confirmedAt !== null,
      createdAt,
    })),
    portalToken,
    payment: {
      // No one watches the address of a charge, so money sent there would be lost.
      depositAddress: isAutomatic ? '' : checksumAddress(deposit.address),
      chainId: deposit.chainId,
      network: shown.network,
      sent: shown.sent,
      gasless: shown.gasless,
      isOver: shown.isExpired,
      ...(isAutomatic ? { isAutomatic } : {}),
      ...(shown.hasPayment ? { hasPayment: true } : {}),
      soldOut: shown.soldOut,
      dueUsd: microsToDecimal(due),
      paidUsd: microsToDecimal(paid),
      ...describeOwn(receipt, { paid, due }),
      received: listReceived(shown.payments),
      options: options.map((option) => describeOption(option, deposit)),
    },
  }
}

/** A page does not show its own link, which takes time to sign. */
const noUrl = () => ''

/** Leaves out what the shop has not set. */
function describeContact(contact: ShopConfig['contact']): PortalReceipt['contact'] {
  return Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== ''))
}

/** Returns what was paid and is due in the currency of the receipt. While both are above zero, they sum to the total. */
function describeOwn(receipt: Receipt, { paid, due }: { paid: Micros; due: Micros }) {
  const own = shownCents(receipt, { paid, due })
  return { paid: centsToDecimal(own.paid), due: centsToDecimal(own.due) }
}

/** Strangers can make any number of payments. */
const maxReceived = 5

function listReceived(payments: readonly SeenPayment[]): PortalReceipt['payment']['received'] {
  return payments
    .filter(({ state, mismatch, units }) => state !== 'orphaned' && !mismatch && units > 0n)
    .slice(-maxReceived)
    .flatMap(({ chainId, token, units, payer, transactionHash: txHash, paidAt: at }) => {
      const asset = findAsset(chainId, token)
      if (!asset) return []
      const amount = baseUnitsToDecimal(units, asset.decimals)
      return [{ symbol: asset.symbol, amount, from: payer && checksumAddress(payer), txHash, at }]
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
