import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { type CreateOptions, readIdempotencyKey } from '../idempotency-key.js'
import { byCursor } from '../paginate.js'
import type { SendRequest } from '../request.js'

type Schemas = components['schemas']

/** A payment request and its state. */
export type Receipt = Schemas['Receipt']

/** A receipt as the payment page shows it to the buyer, with the ways to pay. */
export type PortalReceipt = Schemas['PortalReceipt']

/** A page of receipts, newest first. */
export type ReceiptPage = Schemas['ReceiptPage']

/** The status of a receipt and its payment. */
export type ReceiptStatus = Schemas['ReceiptStatus']

/** A receipt created with your own id. */
export type CreatedReceipt = Schemas['CreatedReceipt']

/**
 * A line item. The price covers the whole quantity: `priceUsd` in dollars, `amount` in the
 * receipt's currency. Use the same one on every line.
 */
export type NewLine = { label: string; qty?: number | undefined } & (
  | { priceUsd: number }
  | { amount: number }
)

/** A receipt to create with your own id. `docs/receipts.md` lists every field. */
export type NewReceipt = Schemas['CreateReceiptBody'] & {
  id: string
  lineItems: readonly NewLine[]
}

/**
 * A step of the buyer's checkout to report. An API key cannot set a payment status such as `paid`.
 */
export type NewStatus = Schemas['PostStatusBody'] & { receiptId: string; status: Receipt['status'] }

/** Filters for receipts. Omitted fields do not filter. */
export type ReceiptFilter = {
  /**
   * The beginning of an id or of your reference, a transaction hash, an e-mail address, or words of
   * labels.
   */
  q?: string | undefined
  status?: Receipt['status'] | undefined
  /** Created at this time or later, Unix ms. */
  from?: number | undefined
  /** Created at this time or earlier, Unix ms. */
  to?: number | undefined
  /** The first day, such as `2026-01-31`, instead of `from`. */
  fromDay?: string | undefined
  /** The last day, inclusive, instead of `to`. */
  toDay?: string | undefined
  /** The IANA time zone of days. Default: that of the shop. */
  timeZone?: string | undefined
  /** The time that the range refers to, and that orders the list. Default `created`. */
  time?: 'created' | 'sale' | 'refund' | undefined
  /** Whether only receipts with a tip are listed. */
  hasTip?: boolean | undefined
  /** A step of the funnel that the buyer reached at any time. */
  reached?:
    | 'created'
    | 'link_opened'
    | 'buyer_logged_in'
    | 'checkout_initialized'
    | 'paid'
    | undefined
  /** The code of the last failure. */
  failureCode?: string | undefined
  /** The id of an item, or the SKU or label of a line without an item. */
  item?: string | undefined
  /** The tax jurisdiction, or `none` for receipts without one. */
  jurisdiction?: string | undefined
  /** The lowest total in dollars. */
  minUsd?: number | undefined
  /** The highest total in dollars. */
  maxUsd?: number | undefined
  /** The register that sold it. */
  registerId?: string | undefined
  /** Whether archived receipts are listed too, or only they are. Default `no`. */
  archived?: 'no' | 'only' | 'all' | undefined
  /** Needs attention for this reason. */
  flag?:
    | 'oversold'
    | 'late'
    | 'overpaid'
    | 'underpaid'
    | 'mismatch'
    | 'refund_due'
    | 'action'
    | 'waiting'
    | undefined
}

/** A page of a list of receipts. */
export type ReceiptQuery = ReceiptFilter & {
  /** 1 to 200, default 100. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/**
 * Receipts of the merchant.
 *
 * @example
 * const { receipts } = await client.receipts.list({ status: 'paid' })
 */
export type ReceiptsResource = {
  /**
   * Creates a receipt with your own id. Requires the scope `receipts:write`.
   *
   * @throws {TypeError} when the idempotency key is invalid
   * @example
   * const { paymentUrl } = await client.receipts.create({
   *   id: 'INV-1001',
   *   lineItems: [{ label: 'Workshop', priceUsd: 120 }],
   *   totalUsd: 120,
   * })
   */
  create(receipt: NewReceipt, options?: CreateOptions): Promise<CreatedReceipt>
  /** Returns a page of receipts, newest first. Requires the scope `receipts:read`. */
  list(query?: ReceiptQuery): Promise<ReceiptPage>
  /**
   * Returns all receipts that match, newest first. Requests further pages while you iterate.
   * Requires the scope `receipts:read`.
   *
   * @example
   * for await (const { receiptId } of client.receipts.listAll({ status: 'paid' }))
   * console.log(receiptId)
   */
  listAll(query?: ReceiptQuery): AsyncGenerator<Receipt, void, undefined>
  /**
   * Returns up to 100,000 receipts as the text of a CSV file, newest first. Requires the scope
   * `receipts:read`.
   *
   * @example
   * await writeFile('receipts.csv', await client.receipts.export({ status: 'paid' }))
   */
  export(filter?: ReceiptFilter): Promise<string>
  /** Returns a receipt with its timeline. Requires the scope `receipts:read`. */
  get(id: string): Promise<Receipt>
  /** Returns the status of a receipt. Requires the scope `receipts:read`. */
  getStatus(id: string): Promise<ReceiptStatus>
  /** Reports a step of the buyer's checkout. Requires an API key with any scope. */
  setStatus(status: NewStatus): Promise<void>
  /**
   * Returns the price of a sale at the point of sale, without making it. Requires the scope
   * `orders:create`.
   *
   * @example
   * const { totalUsd } = await client.receipts.quoteTerminal({ amountUsd: 12.5, tipUsd: 1 })
   */
  quoteTerminal(sale: Schemas['TerminalBody']): Promise<Schemas['OrderQuote']>
  /**
   * Archives 1 to 500 receipts, all or none of them, and returns how many changed. Requires the
   * scope `receipts:write`.
   *
   * @example
   * await client.receipts.archive(['INV-1001', 'INV-1002'])
   */
  archive(ids: readonly string[]): Promise<{ changed: number }>
  /**
   * Brings archived receipts back into lists, all or none of them. Requires the scope
   * `receipts:write`.
   */
  restore(ids: readonly string[]): Promise<{ changed: number }>
}

/** Creates the receipt calls on top of `request`. */
export function createReceiptsResource(request: SendRequest): ReceiptsResource {
  const list = (query: ReceiptQuery = {}) =>
    request<ReceiptPage>({ method: 'GET', path: `/api/receipts${formatQuery(query)}` })

  const archive = (ids: readonly string[], archived: boolean) =>
    request<Schemas['ArchiveResponse']>({
      method: 'POST',
      path: '/api/receipts/archive',
      body: { ids, archived },
    })

  return {
    create: async (receipt, options = {}) =>
      request<CreatedReceipt>({
        method: 'POST',
        path: '/api/receipts',
        body: receipt,
        idempotencyKey: readIdempotencyKey(options),
      }),
    list,
    listAll: (query = {}) =>
      byCursor(
        (cursor = query.cursor) => list({ ...query, cursor }),
        ({ receipts }) => receipts,
      ),
    export: (filter = {}) =>
      request<string>({
        method: 'GET',
        path: `/api/receipts/export${formatQuery(filter)}`,
        format: 'csv',
      }),
    get: (id) =>
      request<Receipt>({ method: 'GET', path: `/api/receipts/${encodeURIComponent(id)}` }),
    getStatus: (receiptId) =>
      request<ReceiptStatus>({
        method: 'GET',
        path: `/api/receipts/status${formatQuery({ receiptId })}`,
      }),
    setStatus: async (status) => {
      await request({ method: 'POST', path: '/api/receipts/status', body: status })
    },
    quoteTerminal: async (sale) => {
      const { quote } = await request<Schemas['QuotedOrder']>({
        method: 'POST',
        path: '/api/receipts/terminal/quote',
        body: sale,
      })
      return quote
    },
    archive: (ids) => archive(ids, true),
    restore: (ids) => archive(ids, false),
  }
}
