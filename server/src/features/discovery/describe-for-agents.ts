import { type Plan, planPriceOf } from '../../auth/plans.js'
import { baseUnits, baseUnitsToDecimal, centsToDecimal } from '../../lib/money.js'
import { caip2Of } from '../../platform/chain/networks.js'
import { tokenDecimals } from '../../platform/chain/tokens.js'
import type { Config } from '../../platform/config/config.js'
import { paidRoutes } from '../x402/discovery/paid-routes.js'
import { maxTimeoutSeconds } from '../x402/terms.js'

/** Returns the guide for agents: one page of plain text in the form of llms.txt. */
export function describeForAgents(
  config: Pick<Config, 'baseUrl' | 'chainId' | 'mode' | 'limits'>,
): string {
  const { baseUrl, chainId, mode } = config
  const money = mode === 'live' ? 'USDC' : 'test USDC, which has no value,'
  const { minUnits, maxUnits } = paidRoutes.orders
  const priceOf = (plan: Plan) => centsToDecimal(planPriceOf(config, plan))
  return `# Tallystick

> Shops on this service sell to agents: programs with a wallet. Pay with ${money} on the chain ${caip2Of(chainId)} by x402, version 1 or 2. You need a wallet, but no account and no key.

## Buy something

1. Find a shop: GET ${baseUrl}/api/directory/shops?q=coffee
2. Read its items: GET ${baseUrl}/api/directory/shops/{slug}/items. The product feed is at ${baseUrl}/api/directory/shops/{slug}/feed
3. Get a quote: POST ${baseUrl}/api/x402/orders with the JSON body {"shopSlug": "…", "items": [{"sku": "…", "qty": 1}]}. The response has status 402. Its field quote lists every line, the tax, the fee and the total. The header PAYMENT-REQUIRED has the challenge. The price holds for ${maxTimeoutSeconds} seconds, even if the shop changes it. Send jurisdictionCode to set the tax.
4. Check the quote: the lines must add up to the total, and the total must be the amount of the challenge.
5. Pay: sign the payment and send the same body again, with the header PAYMENT-SIGNATURE (version 2) or X-PAYMENT (version 1). Status 200 means that the order is paid. Clients such as @x402/fetch do steps 3 and 5 for you.

The total of an order is at least ${toUsdc(minUnits)} and at most ${toUsdc(maxUnits)} USDC.

## Raise the spending cap of your client

Clients refuse larger payments unless you allow them. The default is 1 USD in @x402/fetch and 0.10 USD in x402-fetch.

- @x402/fetch: client.setSpendControls({ maxAmountPerPayment: '$1000' })
- x402-fetch: wrapFetchWithPayment(fetch, wallet, 1000_000000n)

## Retry safely

- Send an Idempotency-Key of your own with every paid request, and keep it secret. A repeated request with the same key, body and payment returns the first response and pays nothing. A payment is public on the chain, so without the key it returns nothing.
- 402 again: the payment was not accepted and no money moved. The field error has the reason, and the response has a new quote.
- 409 payment_in_progress: the first request is still being checked. Repeat it with the same headers.
- 409 payment_already_used: this payment has bought something already. Do not sign another one before you have checked your first order.
- insufficient_stock: the items were sold to another buyer before your payment was taken. No money moved.
- 500 with reason settlement_pending: the payment is on its way. Do not sign another one. Wait for Retry-After seconds, then repeat the request with the same headers.

## Keep the evidence

The challenge carries a signed offer, and the header PAYMENT-RESPONSE carries a signed receipt (the x402 extension offer-receipt, ES256). The public key is in the DID document of this service. @tallystick/sdk verifies both: verifyOffer({ baseUrl, paymentRequired }) and verifyReceipt({ baseUrl, paymentResponse }).

## Refunds

A payment is final on the chain. Only the shop can refund it, in USDC to the wallet that paid. Contact the shop and name the receiptId.

## Get a developer key

POST ${baseUrl}/api/x402/subscribe with {"planKey": "starter"} returns ${priceOf('starter') === 0 ? 'a free key' : `a key (${priceOf('starter')} USD)`}. "pro" (${priceOf('pro')} USD) and "enterprise" (${priceOf('enterprise')} USD) take a payment and last 30 days. The key is shown once. To replace a lost key, POST ${baseUrl}/api/keys/rotate with a SIGN-IN-WITH-X proof of the wallet that paid.

## Reference

- ${baseUrl}/openapi.json: every route
- ${baseUrl}/mcp: the same as tools, for MCP clients
- ${baseUrl}/discovery/resources: everything that a payment can buy
- ${baseUrl}/.well-known/x402: the paid routes
`
}

function toUsdc(units: bigint): string {
  return baseUnitsToDecimal(baseUnits(units), tokenDecimals)
}
