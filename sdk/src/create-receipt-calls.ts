import { formatQuery } from './format-query.js'
import type {
  CreatedReceipt,
  CreateOptions,
  NewOrder,
  NewReceipt,
  NewStatus,
  OrderQuote,
  Receipt,
  ReceiptPage,
  ReceiptQuery,
  ReceiptStatus,
} from './receipt-types.js'
import type { RequestInput } from './request.js'

/** The calls about orders and receipts. */
export type ReceiptCalls = {
  /**
   * Makes a receipt of an order, with tax and fee, and sets the stock aside. Needs the scope `orders:create`.
   *
   * @throws {TypeError} when the idempotency key cannot be sent
   * @example
   * const { paymentUrl } = await client.createOrder(
   *   { items: [{ sku: 'COFFEE-1', qty: 1 }], taxRate: 0.095 },
   *   { idempotencyKey: 'cart-1001' },
   * )
   */
  createOrder(order: NewOrder, options?: CreateOptions): Promise<Receipt>
  /** What an order would cost; nothing is set aside. Needs the scope `orders:create`. */
  quoteOrder(order: NewOrder): Promise<OrderQuote>
  /**
   * Makes a receipt under an id of your own. Needs the scope `receipts:write`.
   *
   * @throws {TypeError} when the idempotency key cannot be sent
   * @example
   * const { paymentUrl } = await client.createReceipt({
   *   id: 'INV-1001',
   *   lineItems: [{ label: 'Workshop', priceUsd: 120 }],
   *   totalUsd: 120,
   * })
   */
  createReceipt(receipt: NewReceipt, options?: CreateOptions): Promise<CreatedReceipt>
  /** One page of the receipts, the newest first. Needs the scope `receipts:read`. */
  listReceipts(query?: ReceiptQuery): Promise<ReceiptPage>
  /** One receipt with everything that happened to it. Needs the scope `receipts:read`. */
  getReceipt(id: string): Promise<Receipt>
  /** How far a receipt is. Needs the scope `receipts:read`. */
  receiptStatus(id: string): Promise<ReceiptStatus>
  /** Says where the buyer is. Needs a key, whatever its scopes. */
  setReceiptStatus(status: NewStatus): Promise<void>
}

/** What an idempotency key may be; `fetch` refuses others with words that help nobody. */
const sendableKey = /^[\x21-\x7e]{1,255}$/

/** The calls about orders and receipts, by way of `request`. */
export function createReceiptCalls(request: <T>(input: RequestInput) => Promise<T>): ReceiptCalls {
  return {
    createOrder: async (order, options = {}) => {
      const once = { body: order, idempotencyKey: readKey(options) }
      const input = { method: 'POST', path: '/api/orders', ...once } as const
      return (await request<{ receipt: Receipt }>(input)).receipt
    },
    quoteOrder: async (order) => {
      const input = { method: 'POST', path: '/api/orders/quote', body: order } as const
      return (await request<{ quote: OrderQuote }>(input)).quote
    },
    createReceipt: async (receipt, options = {}) => {
      const once = { body: receipt, idempotencyKey: readKey(options) }
      return request<CreatedReceipt>({ method: 'POST', path: '/api/receipts', ...once })
    },
    listReceipts: (query = {}) =>
      request<ReceiptPage>({ method: 'GET', path: `/api/receipts${formatQuery(query)}` }),
    getReceipt: (id) =>
      request<Receipt>({ method: 'GET', path: `/api/receipts/${encodeURIComponent(id)}` }),
    receiptStatus: (receiptId) => {
      const path = `/api/receipts/status${formatQuery({ receiptId })}` as const
      return request<ReceiptStatus>({ method: 'GET', path })
    },
    setReceiptStatus: async (status) => {
      await request({ method: 'POST', path: '/api/receipts/status', body: status })
    },
  }
}

function readKey({ idempotencyKey }: CreateOptions): string | undefined {
  if (idempotencyKey === undefined || sendableKey.test(idempotencyKey)) return idempotencyKey
  throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters without spaces.')
}
