import type { Access } from '../../auth/access.js'
import { type Fields, isFields } from '../../lib/fields/read-fields.js'
import type { Context } from '../../platform/context.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { createPaidRequestHandler, type PaidOutcome } from '../x402/handle-paid-request.js'
import { countOffer, orderRequest, quoteOrder } from '../x402/orders/order-request.js'
import { readOrder } from '../x402/orders/read-order.js'
import { readIdempotencyKey } from '../x402/paid-request.js'
import { parseProof } from '../x402/wire/read-proof.js'
import { readTexts, type Tool, type ToolCall, type ToolResult, withoutThumbs } from './tool.js'

/** Names of fields that the MCP transport of x402 defines. */
const paymentField = 'x402/payment'
const settlementField = 'x402/payment-response'

const missingPayment = `A payment is required in _meta["${paymentField}"].`

const orderProperties = {
  shopSlug: { type: 'string', description: 'From search_shops' },
  items: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: { sku: { type: 'string' }, qty: { type: 'integer', minimum: 1 } },
      required: ['sku', 'qty'],
    },
  },
  jurisdictionCode: {
    type: 'string',
    description: "For the tax, e.g. US-CA; the shop's if absent",
  },
}

/** Creates the tools that price and buy an order, by the rules of `POST /api/x402/orders`. */
export function createOrderTools(
  ctx: Context,
  { access, directory }: { access: Access; directory: ShopDirectory },
): Tool[] {
  const { handle } = createPaidRequestHandler(ctx, access)

  return [
    {
      name: 'quote_order',
      title: 'Quote an order',
      description:
        'Returns the itemized price of an order with tax and processing fee. Stores nothing and holds no stock. place_order returns the binding price.',
      properties: orderProperties,
      required: ['shopSlug', 'items'],
      limit: 'shop-orders',
      isReadOnly: true,
      async run({ args }) {
        const quote = await quoteOrder(ctx, { directory, order: readOrder(args) })
        return { content: { quote: { ...quote, lineItems: withoutThumbs(quote.lineItems) } } }
      },
    },
    {
      name: 'place_order',
      title: 'Buy an order',
      description:
        'Buys an order with USDC by x402. The first call returns the binding price as an error with PaymentRequired. Check it, sign the payment, and repeat the call with the payment in _meta["x402/payment"].',
      properties: {
        ...orderProperties,
        idempotencyKey: {
          type: 'string',
          maxLength: 255,
          description: 'A secret of yours. With it, a repeated call returns the same result.',
        },
      },
      required: ['shopSlug', 'items'],
      limit: 'x402-orders',
      isReadOnly: false,
      run: async (call) => describeOutcome(await buy(call), call),
    },
  ]

  async function buy({ args, meta, request }: ToolCall): Promise<PaidOutcome> {
    const payment = meta[paymentField]
    const proof = payment === undefined ? null : parseProof(payment, ctx.config)
    const paidRequest = orderRequest(ctx, {
      directory,
      order: readOrder(args),
      network: access.hashNetwork(request.ip),
      countOffer: (shop) => countOffer({ ...access, config: ctx.config }, { request, shop }),
    })
    const { idempotencyKey: key } = readTexts(args, ['idempotencyKey'])
    const idempotencyKey = readIdempotencyKey({ 'idempotency-key': key })
    const { ip } = request
    return handle({ request: paidRequest, proof, idempotencyKey, ip }).catch((error: unknown) => {
      access.storage.giveBack(request)
      throw error
    })
  }
}

function describeOutcome(outcome: PaidOutcome, { meta }: ToolCall): ToolResult {
  if (outcome.kind === 'paid') {
    const { body, settlement } = outcome
    return { content: describeBody(body), meta: { [settlementField]: settlement } }
  }
  const { inV2 } = outcome.required
  const isPaymentMissing = !(paymentField in meta)
  return { content: isPaymentMissing ? { ...inV2, error: missingPayment } : inV2, isError: true }
}

function describeBody(body: Fields): Fields {
  const { receipt } = body
  if (!isFields(receipt) || !Array.isArray(receipt['lineItems'])) return body
  return { ...body, receipt: { ...receipt, lineItems: withoutThumbs(receipt['lineItems']) } }
}
