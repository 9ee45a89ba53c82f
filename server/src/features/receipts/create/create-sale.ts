import type { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { BatchOperation } from '../../../platform/batches.js'
import type { Context } from '../../../platform/context.js'
import { holdUntil } from '../../holds/hold-paid-stock.js'
import type { Shortage, WantedStock } from '../../inventory/stock/stock.js'
import { acceptReceipt } from '../outage/accept-receipt.js'
import type { Bill, CheckoutFields, Receipt } from '../receipt.js'
import { summarizeLines } from '../retention/summarize-lines.js'
import { addReceipt } from './add-receipt.js'
import { type CreatedReceipt, getRepeatedReceipt } from './created-receipt.js'
import { readSaleFacts, recallSaleFacts, type SaleFacts } from './gather-sale-facts.js'
import type { Insertion } from './insert-receipts-store.js'
import { newReceipt, receiptTerms, type SaleAuthor } from './new-receipt.js'
import type { FactVersions, NewReceipt } from './receipt-rows.js'
import { summaryLabel } from './restore-lines.js'
import { sell } from './sell.js'

/** A sale at its price, before it has a receipt. */
export type PricedSale = {
  bill: Bill
  payoutAddress: Address
  /** The stock that it takes. */
  stock: readonly WantedStock[]
  /** The versions of the facts that the price depends on. */
  versions: FactVersions
}

/** A row of another feature that is added in the statement that creates a receipt. */
export type Attachment = {
  batch: BatchOperation<NewReceipt, Insertion>
  /** Returns the row by the names of its columns. The receipt has all of its lines. */
  rowOf: (receipt: Receipt) => object
}

type SaleInput<Items, Priced> = {
  /** A repeated request has the same id. */
  id: string
  kind: 'order' | 'terminal'
  by: SaleAuthor
  /** The author's name in the timeline. */
  author: string
  checkout: CheckoutFields
  /** A keyed hash of the network address of a buyer without a key, whose order has a soft hold. */
  network?: string | undefined
  /** Whether the lines are stored as one until a payment arrives. */
  storesSummary?: boolean | undefined
  attachment?: Attachment | undefined
  /** Returns the items that this process remembers. Null when some are unknown. */
  recallItems: () => Items | null
  readItems: () => Promise<Items>
  /** Must have no effects, because a sale is priced again when a fact has changed. */
  price: (facts: SaleFacts & Items) => Priced
  /** Returns the free stock of limited items, or null to refuse the sale in an outage. */
  availableOf: ((priced: Priced) => ReadonlyMap<string, number>) | null
  refuse: (priced: Priced, short: Shortage[]) => AppError
}

/**
 * Prices a sale at the terms of its shop, creates its receipt and holds the stock that it takes. A
 * repeated sale returns the receipt of the first.
 *
 * @throws {AppError} everything that `price` and `refuse` return, `idempotency_conflict`, and
 *   `conflict` when prices keep changing.
 */
export async function createSale<Items extends object, Priced extends PricedSale>(
  ctx: Context,
  input: SaleInput<Items, Priced>,
): Promise<CreatedReceipt> {
  const { id, kind, by, checkout, network, availableOf, attachment } = input
  const { merchant } = by
  const installationId = await ctx.installationId()

  function price(facts: SaleFacts & Items) {
    const priced = input.price(facts)
    const { shop } = facts
    const now = ctx.now()
    const receipt = newReceipt({
      id,
      hasGeneratedId: true,
      kind,
      status: 'generated',
      bill: priced.bill,
      checkout,
      installationId,
      now,
      by,
      terms: receiptTerms(shop, { now, payoutAddress: priced.payoutAddress }),
      hasSoftHold: network !== undefined,
    })
    return { priced, receipt, heldUntil: holdUntil(shop, now) }
  }

  const toNew = ({ priced, receipt, heldUntil }: ReturnType<typeof price>) => ({
    receipt: input.storesSummary
      ? { ...receipt, lines: summarizeLines(receipt.lines, summaryLabel) }
      : receipt,
    by: input.author,
    facts: priced.versions,
    quantities: priced.stock,
    holdUntil: heldUntil,
    network: network ?? null,
    attached: attachment?.rowOf(receipt) ?? null,
  })

  const { sale, insertion } = await sell({
    recall: () => {
      const facts = recallSaleFacts(ctx, merchant)
      const items = facts && input.recallItems()
      return items && { ...facts, ...items }
    },
    read: async () => {
      const [facts, items] = await Promise.all([readSaleFacts(ctx, merchant), input.readItems()])
      return { ...facts, ...items }
    },
    price,
    insert: (sale) => addReceipt(ctx, toNew(sale), attachment?.batch),
    accept:
      availableOf &&
      ((sale) => acceptReceipt(ctx, { ...toNew(sale), available: availableOf(sale.priced) })),
  })
  if (insertion.kind === 'made') return { receipt: sale.receipt, isDegraded: false }
  if (insertion.kind === 'accepted') return { receipt: insertion.receipt, isDegraded: true }
  if (insertion.kind === 'exists') return getRepeatedReceipt(ctx, { merchant, id })
  throw input.refuse(sale.priced, insertion.short)
}
