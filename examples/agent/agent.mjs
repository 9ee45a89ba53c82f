// Buys an item of the demo shop as a program with a wallet: finds it, checks the price, pays, and verifies the receipt.
// Start the sandbox first, with the same DATA_DIR. Usage: node examples/agent/agent.mjs [wish], such as: loose leaf tea
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyOffer, verifyReceipt } from '@tallystick/sdk'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client, x402HTTPClient } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const budget = 50_000_000n // base units of USDC, which has six decimals
const wish = process.argv.slice(2).join(' ') || 'espresso beans'
const demoFile = join(process.env.DATA_DIR || '.data', 'demo.json')
const { baseUrl, shopSlug, buyerPrivateKey } = JSON.parse(readFileSync(demoFile, 'utf8'))
const wallet = privateKeyToAccount(buyerPrivateKey)
const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet))
// The default refuses more than one dollar.
client.setSpendControls({ maxAmountPerPayment: '$50' })
const x402 = new x402HTTPClient(client)

const get = async (path) => (await fetch(baseUrl + path)).json()
const toCents = (dollars) => Math.round(dollars * 100)
function check(isTrue, problem) {
  if (!isTrue) throw new Error(problem)
}

// 1. Find the shop, and the item in stock whose name fits the wish best. Of equals, the cheapest.
const { directory } = await get('/api/directory/shops?limit=50')
const shop = directory.find(({ slug }) => slug === shopSlug)
check(shop, 'The demo shop is not listed.')
const search = new URLSearchParams({ q: wish, limit: 200 })
const { items } = await get(`/api/directory/shops/${shop.slug}/items?${search}`)
const terms = wish.toLowerCase().split(' ')
const score = ({ name }) => terms.filter((term) => name.toLowerCase().includes(term)).length
const [item] = items
  .filter(({ inStock }) => inStock)
  .sort((a, b) => score(b) - score(a) || a.priceUsd - b.priceUsd)
check(item, `The shop has nothing in stock for the wish "${wish}".`)

// 2. Request the order. The response has status 402 and the price.
const url = `${baseUrl}/api/x402/orders`
const body = JSON.stringify({ shopSlug: shop.slug, items: [{ sku: item.sku, qty: 1 }] })
const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
const challenge = await fetch(url, { method: 'POST', headers, body })
const { quote } = await challenge.clone().json()
check(challenge.status === 402, `No price: ${await challenge.text()}`)

// 3. Check the arithmetic and the signature of the price before you pay it.
const offer = await verifyOffer({
  baseUrl,
  paymentRequired: challenge.headers.get('payment-required'),
})
const sum = quote.lineItems.reduce((cents, line) => cents + toCents(line.priceUsd), 0)
const extra = toCents(quote.taxUsd) + toCents(quote.processingFeeUsd)
const goods = quote.lineItems.filter(({ sku }) => sku).map(({ priceUsd }) => toCents(priceUsd))
check(sum === toCents(quote.totalUsd), 'The lines do not add up to the total.')
check(goods.reduce((a, b) => a + b, extra) === sum, 'The total has more than goods, tax and fee.')
check(offer.amount === `${sum}0000`, 'The payment is not the total of the quote.')
check(offer.receiptId === quote.receiptId, 'The offer is for another order.')
check(BigInt(offer.amount) <= budget, 'The order exceeds the budget.')

// 4. Sign the payment, and send the same order with it.
const required = x402.getPaymentRequiredResponse((name) => challenge.headers.get(name))
const payment = await x402.createPaymentPayload(required)
const proof = x402.encodePaymentSignatureHeader(payment)
const paid = await fetch(url, { method: 'POST', headers: { ...headers, ...proof }, body })
check(paid.status === 200, `Not paid: ${await paid.clone().text()}`)

// 5. Verify the signed receipt. Keep both headers: they are the evidence.
const { receipt } = await paid.json()
const evidence = await verifyReceipt({
  baseUrl,
  paymentResponse: paid.headers.get('payment-response'),
})
check(evidence.payer === wallet.address, 'The receipt names another payer.')
check(evidence.receiptId === receipt.receiptId, 'The receipt is for another order.')

for (const { label, priceUsd } of receipt.lineItems)
  console.log(label.padEnd(32), priceUsd.toFixed(2))
console.log('Total'.padEnd(32), receipt.totalUsd.toFixed(2))
console.log(`${receipt.receiptId} ${receipt.status} ${evidence.transaction}`)
