import { type Static, Type } from 'typebox'
import { checksumAddress } from '../../../lib/hex.js'
import { centsToDecimal } from '../../../lib/money.js'
import { type ReceiptStatus, receiptStatuses } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import {
  AnyFields,
  integer,
  namedEnum,
  number,
  orNull,
  text,
} from '../../../platform/http/schemas.js'
import type { Receipt } from '../receipt.js'
import { describeFailure } from './failures.js'

const status = namedEnum('ReceiptStatusName', receiptStatuses, 'See docs/receipt-status.md')

/** The data of a `receipt.status_updated` event. */
export const StatusChange = Type.Object({
  receiptId: Type.String(),
  status,
  previousStatus: status,
  failureCode: orNull(text('See docs/failures.md; null unless the payment failed')),
  failureCategory: orNull(Type.String()),
  failureReason: orNull(Type.String()),
  failureAction: orNull(text('The recommended action for the merchant')),
  transactionHash: Type.Optional(orNull(text('Omitted when the payment failed'))),
  buyerWallet: Type.Optional(orNull(text('Omitted when the payment failed'))),
  merchantWallet: Type.String(),
  totalUsd: Type.Number(),
  customerTotalUsd: Type.Optional(
    number('The amount the buyer owes. Omitted when the payment failed'),
  ),
  onrampSourceAmountUsd: Type.Optional(
    number('The amount paid to an onramp, if the onramp reported it'),
  ),
  token: text('The payment token, e.g. USDC'),
  timestamp: integer('Unix ms'),
  brandKey: Type.String(),
  onrampSessionId: orNull(Type.String()),
  isOnrampSessionUnique: Type.Boolean(),
  transactionId: orNull(text("The caller's own reference for the receipt")),
  metadata: orNull(AnyFields),
})
export type StatusChange = Static<typeof StatusChange>

/** A receipt after a status change, as far as the event reports it. */
export type ChangedReceipt = Pick<
  Receipt,
  | 'merchant'
  | 'id'
  | 'status'
  | 'failureCode'
  | 'transactionHash'
  | 'buyerWallet'
  | 'totalUsdCents'
  | 'paymentToken'
  | 'reference'
  | 'metadata'
  | 'onramp'
>

/** Reported when the receipt names no payment token. */
const defaultToken = 'USDC'

const noFailure = {
  failureCode: null,
  failureCategory: null,
  failureReason: null,
  failureAction: null,
}

/**
 * Returns the data of `receipt.status_updated`. A failure carries its reason and omits the payment
 * fields. Signatures cover the order of the fields.
 */
export function describeStatusChange(
  receipt: ChangedReceipt,
  change: { previousStatus: ReceiptStatus; at: UnixMs } & Pick<Config, 'brandKey'>,
): StatusChange {
  const { status, failureCode, transactionHash, buyerWallet, onramp } = receipt
  const totalUsd = centsToDecimal(receipt.totalUsdCents)
  const isFailure = status === 'failed'
  const payment = {
    transactionHash,
    buyerWallet: buyerWallet && checksumAddress(buyerWallet),
  }
  return {
    receiptId: receipt.id,
    status,
    previousStatus: change.previousStatus,
    ...noFailure,
    ...describeFailure({ status, failureCode }),
    ...(isFailure ? {} : payment),
    merchantWallet: checksumAddress(receipt.merchant),
    totalUsd,
    ...(isFailure ? {} : { customerTotalUsd: totalUsd, ...describeSource(onramp) }),
    token: receipt.paymentToken ?? defaultToken,
    timestamp: change.at,
    brandKey: change.brandKey,
    onrampSessionId: onramp?.sessionId ?? null,
    isOnrampSessionUnique: onramp?.isUnique ?? false,
    transactionId: receipt.reference,
    metadata: receipt.metadata,
  }
}

/** Returns the amount that the provider of a card payment charged, if it reported one. */
export function describeSource(onramp: Receipt['onramp']) {
  const cents = onramp?.sourceUsdCents ?? null
  return cents === null ? {} : { onrampSourceAmountUsd: centsToDecimal(cents) }
}
