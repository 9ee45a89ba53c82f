import { checksumAddress } from '../../../lib/hex.js'
import { centsToDecimal } from '../../../lib/money.js'
import type { Config } from '../../../platform/config/config.js'
import type { Receipt } from '../receipt.js'

/** What there is to tell about a receipt that changed its status, as it was at that moment. */
export type StatusNews = {
  failureCode: string | null
  transactionHash: string | null
  buyerWallet: string | null
  totalUsd: number
  token: string | null
  brandKey: string
  transactionId: string | null
  metadata: Record<string, unknown> | null
  /** Where it is to go. */
  webhookUrl: string | null
  /** What it is to be signed with; `null` for receipts that were made without a key. */
  keyId: string | null
}

/** What to tell about a receipt. */
export function statusNews(receipt: Receipt, config: Pick<Config, 'brandKey'>): StatusNews {
  const { failureCode, transactionHash, buyerWallet, webhookUrl, keyId, metadata } = receipt
  return {
    failureCode,
    transactionHash,
    buyerWallet: buyerWallet && checksumAddress(buyerWallet),
    totalUsd: centsToDecimal(receipt.totalUsdCents),
    token: receipt.paymentToken,
    brandKey: config.brandKey,
    transactionId: receipt.reference,
    metadata,
    webhookUrl,
    keyId,
  }
}
