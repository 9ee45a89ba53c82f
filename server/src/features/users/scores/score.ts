import type { Address } from '../../../lib/hex.js'

/** The periods that scores are kept for. Days are UTC, and the current day counts. */
export const periodDays = { all: null, '30d': 30, '7d': 7 } as const

export type Period = keyof typeof periodDays

export const periods = Object.keys(periodDays) as Period[]

/** The part of a receipt that counts. The buyer is empty when the payer is unknown. */
export type ScoredReceipt = {
  merchant: Address
  receiptId: string
  buyer: Address | ''
  /** UTC day of the first sale, counted from 1970. */
  day: number
  /** Paid on chain and not refunded. Zero when nothing counts. */
  netCents: bigint
}

/** The trade of a buyer with a merchant on one day. */
export type ScoredPair = {
  merchant: Address
  buyer: Address | ''
  day: number
  receipts: number
  netCents: bigint
  xp: number
}

/** A change to the scores of a wallet on one day. */
export type ScoreChange = {
  wallet: Address
  day: number
  xp: number
  sales: number
  purchases: number
}
