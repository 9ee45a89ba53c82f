import { baseUnits } from '../../lib/money.js'
import { nativeToken } from '../../platform/chain/tokens.js'
import type { Context } from '../../platform/context.js'
import { orderBounds } from './orders/offer-order.js'
import { planRequest } from './plans/plan-request.js'
import { type Offer, paymentToken } from './terms.js'

const order = {
  type: 'http',
  method: 'POST',
  bodyType: 'json',
  bodyFields: {
    shopSlug: {
      type: 'string',
      required: true,
      description: 'The slug of a shop in the directory',
    },
    items: { type: 'array', required: true, description: 'At least one {sku, qty}' },
    jurisdictionCode: { type: 'string', description: 'For the tax, e.g. US-CA' },
  },
}

const subscribe = {
  type: 'http',
  method: 'POST',
  bodyType: 'json',
  bodyFields: {
    planKey: { type: 'string', required: true, enum: ['starter', 'pro', 'enterprise'] },
  },
}

/**
 * Returns the offer to a client that sent no order: the least price, and the body to send. There is
 * no order to pay, so it names the zero address, which the token refuses as a recipient.
 */
export function probeOrder({ config }: Pick<Context, 'config'>): Offer {
  const { chainId } = config
  return {
    chainId,
    token: paymentToken(chainId),
    payTo: nativeToken,
    units: baseUnits(orderBounds.min),
    description: 'Send an order to get its price. Do not pay this amount.',
    expiresAt: null,
    summary: {},
    quote: null,
    inputSchema: order,
  }
}

/** Returns the offer to a client that chose no plan: the pro plan, and the body to send. */
export async function probePlan(ctx: Pick<Context, 'config'>): Promise<Offer> {
  return { ...(await planRequest(ctx, 'pro').offer()), inputSchema: subscribe }
}
