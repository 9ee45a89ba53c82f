import type { JsonObject } from './hoist-schemas.js'

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const order = { items: [{ sku: 'TEA-1', qty: 2 }], jurisdictionCode: 'US-CA' }
const refund = { receiptId: 'tea-1001', usd: 4.5 }

/** Examples of request bodies by operation, where field names do not suggest useful values. */
export const requestExamples: Readonly<Record<string, JsonObject>> = {
  postOrders: { ...order, transactionId: 'A-17', webhook_url: 'https://shop.example/hooks' },
  postOrdersQuote: order,
  postDirectoryShopsSlugOrders: { items: order.items, onrampEmail: 'ada@example.com' },
  postDirectoryShopsSlugQuote: { items: order.items },
  postReceipts: {
    id: 'tea-1001',
    lineItems: [{ label: 'Green tea', priceUsd: 4.5 }],
    totalUsd: 4.5,
    returnUrl: 'https://shop.example/thanks',
  },
  postReceiptsTerminal: { amountUsd: 12.5, label: 'Lunch', jurisdictionCode: 'US-CA' },
  postReceiptsStatus: { receiptId: 'tea-1001', status: 'paid', note: 'Paid in cash' },
  postReceiptsRefund: { ...refund, buyer: wallet, reason: 'Returned', restock: true },
  postReceiptsRefundPlan: refund,
  postReceiptsIdRescan: { tokens: [] },
  postJobsRescan: { receiptIds: ['tea-1001'] },
  postJobsExport: { status: 'completed', fromDay: '2026-01-01', toDay: '2026-03-31' },
  postInventory: {
    sku: 'TEA-1',
    name: 'Green tea',
    priceUsd: 4.5,
    stockQty: 100,
    category: 'Drinks',
    tags: ['hot'],
  },
  postInventoryImport: { csv: 'sku,name,priceUsd\nTEA-1,Green tea,4.50\n', dryRun: true },
  postShopConfig: { name: 'Blue Bottle', slug: 'blue-bottle', tax: { taxId: 'DE123456789' } },
  postPricingConfig: { addOnFeePct: 1, acceptedCurrencies: ['USD', 'EUR'] },
  postSplitDeploy: { recipients: [{ address: wallet, sharesBps: 9950, label: 'Owner' }] },
  postJobsDeployment: { recipients: [{ address: wallet, sharesBps: 9950, label: 'Owner' }] },
  postWebhooks: { url: 'https://shop.example/hooks', events: ['receipt.paid'] },
  postWebhooksTest: { url: 'https://shop.example/hooks', status: 'paid' },
  postKeys: { name: 'Web shop', scopes: ['orders:create', 'receipts:read'] },
  postReserveRecommend: { taxConfig: { jurisdictions: ['US-CA'], provider: 'manual' } },
  postSandboxPay: { receiptId: 'tea-1001', scenario: 'exact' },
  postSubscriptionsCharge: { subscriptionId: 'sub_1', force: false },
  postX402Orders: { shopSlug: 'blue-bottle', items: order.items },
  postX402Subscribe: { planKey: 'starter' },
  postPortalIdProgress: { status: 'checkout_initialized' },
  postGraphql: { query: '{ users(limit: 1) { items { handle } } }' },
  postMcp: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  postPrivacyErase: { email: 'ada@example.com' },
  postPrivacyExport: { email: 'ada@example.com' },
}
