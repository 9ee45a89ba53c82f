import type { ApiComponents } from '@tallystick/sdk'
import { isAddress } from '../../core/wallet/hex.js'
import { parseAmount } from '../format/parse-amount.js'

type Schemas = ApiComponents['schemas']

export type Receipt = Schemas['Receipt']
export type Refund = Receipt['refunds'][number]
export type RefundPlan = Schemas['RefundPlan']
export type Transfer = RefundPlan['transfers'][number]

/** Lines and amounts are of the sale. Credit is money beyond its total. */
export type RefundKind = 'lines' | 'amount' | 'everything' | 'credit'

/** The choices of the person. They survive a rejected signature. */
export type RefundDraft = {
  kind: RefundKind
  /** How many of each line, by its id. */
  quantities: Readonly<Record<string, number>>
  amount: string
  /** Payers that the person has confirmed. */
  payers: readonly string[]
  /** Another wallet that receives everything; empty for the payers. */
  buyer: string
  reason: string
  restock: boolean
  /** A recorded refund that waits for its transaction. */
  refundId: string | null
}

export const emptyDraft: RefundDraft = {
  kind: 'lines',
  quantities: {},
  amount: '',
  payers: [],
  buyer: '',
  reason: '',
  restock: false,
  refundId: null,
}

/** A line that was sold, and how many of it can still be refunded. */
export type RefundableLine = {
  lineId: string
  label: string
  /** Dollars for one piece. */
  priceUsd: number
  sold: number
  left: number
  /** Whether it was sold from the catalog, so that it can go back to stock. */
  isStocked: boolean
}

/** Lists the lines that a refund can name, with what earlier refunds of items have left. */
export function listLines({ lineItems, refunds }: Pick<Receipt, 'lineItems' | 'refunds'>) {
  return lineItems.flatMap((line): RefundableLine[] => {
    const { lineId, label, priceUsd, qty, itemId, sku } = line
    if (!lineId || priceUsd < 0) return []
    const sold = qty ?? 1
    const returned = refunds
      .filter(({ credit }) => !credit)
      .flatMap(({ items }) => items as RefundedItem[])
      .filter((item) => item.lineId === lineId || (!item.lineId && isNamed(item, line)))
      .reduce((sum, item) => sum + (item.qty ?? (item.priceUsd === undefined ? sold : 0)), 0)
    const remainingQty = Math.max(0, sold - returned)
    const isStocked = Boolean(itemId ?? sku)
    return [{ lineId, label, priceUsd: priceUsd / sold, sold, left: remainingQty, isStocked }]
  })
}

type RefundedItem = {
  lineId?: string
  itemId?: string
  sku?: string
  label?: string
  qty?: number
  priceUsd?: number
}

function isNamed(item: RefundedItem, line: Receipt['lineItems'][number]): boolean {
  if (item.itemId) return item.itemId === line.itemId
  if (item.sku) return item.sku === line.sku
  return item.label === line.label
}

/** Lists refunds that name a wallet but no transaction, so that their money must still be sent. */
export function listUnsent({ refunds }: Pick<Receipt, 'refunds'>): Refund[] {
  return refunds.filter(({ buyer, txHash, confirmed }) => buyer && !txHash && !confirmed)
}

export type PlanBody = {
  receiptId: string
  usd?: number
  items?: { lineId: string; qty: number }[]
  credit?: true
  payers?: string[]
  buyer?: string
  refundId?: string
  sending?: true
}

/** Returns the request that plans a draft, or null while nothing is chosen. */
export function toPlanBody(receiptId: string, draft: RefundDraft): PlanBody | null {
  const { kind, payers, buyer, refundId } = draft
  const to = {
    ...(payers.length > 0 && { payers: [...payers] }),
    ...(isAddress(buyer) && { buyer }),
  }
  if (refundId !== null)
    return { receiptId, refundId, ...(payers.length > 0 && { payers: [...payers] }) }
  if (kind === 'everything') return { receiptId, ...to }
  const usd = parseAmount(draft.amount)
  if (kind === 'credit') {
    if (draft.amount.trim() !== '' && usd === null) return null
    return { receiptId, credit: true, ...(usd !== null && { usd }), ...to }
  }
  if (kind === 'amount') return usd === null ? null : { receiptId, usd, ...to }
  const items = chosenItems(draft)
  return items.length === 0 ? null : { receiptId, items, ...to }
}

function chosenItems({ quantities }: RefundDraft) {
  return Object.entries(quantities)
    .filter(([, qty]) => qty > 0)
    .map(([lineId, qty]) => ({ lineId, qty }))
}

/** The record of a transfer that was sent or was not needed. */
export type RecordBody = {
  receiptId: string
  buyer?: string
  usd?: number
  items?: { lineId: string; qty: number }[]
  credit?: true
  txHash?: string
  reason?: string
  restock?: true
  refundId?: string
  elsewhere?: true
  /** Of the plan, which ends with the record. */
  reservation?: string
}

/**
 * Returns the record of one transfer of a plan. With several transfers, each is recorded with its
 * part of the money, and the last one returns the goods to stock.
 */
export function toRecordBody(input: {
  receiptId: string
  draft: RefundDraft
  plan: Pick<RefundPlan, 'usd' | 'transfers'>
  transfer: Pick<Transfer, 'to' | 'usd'>
  isLast: boolean
}): RecordBody {
  const { receiptId, draft, plan, transfer, isLast } = input
  if (draft.refundId !== null) return { receiptId, refundId: draft.refundId }
  const isWhole = plan.transfers.length === 1
  return {
    receiptId,
    buyer: transfer.to,
    ...describeRecord(draft, { usd: isWhole ? plan.usd : transfer.usd, isLast }),
  }
}

/** Returns the record of money that was returned without a transaction. */
export function toElsewhereBody(input: {
  receiptId: string
  draft: RefundDraft
  usd: number
}): RecordBody {
  const { receiptId, draft, usd } = input
  return { receiptId, elsewhere: true, ...describeRecord(draft, { usd, isLast: true }) }
}

function describeRecord(draft: RefundDraft, { usd, isLast }: { usd: number; isLast: boolean }) {
  const { kind, reason, restock } = draft
  return {
    usd,
    ...(kind === 'lines' && { items: chosenItems(draft) }),
    ...(kind === 'credit' && { credit: true as const }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(restock && isLast && kind !== 'credit' && { restock: true as const }),
  }
}

/** Returns whether two plans move the same money to the same wallets. */
export function isSamePlan(a: RefundPlan, b: RefundPlan): boolean {
  const facts = ({ usd, chainId, transfers }: RefundPlan) =>
    JSON.stringify([usd, chainId, transfers.map(({ to, token, units }) => [to, token, units])])
  return facts(a) === facts(b)
}
