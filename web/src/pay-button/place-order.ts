import { payButtonTexts as texts } from '../core/texts/en-pay-button.js'

/** The response of the route that orders without a key. */
type Placed = { receipt?: { receiptId: string }; message?: string }

/**
 * Orders items at a listed shop, written as `TEA:2,MUG`, and returns the id of the receipt.
 *
 * @throws {Error} with the reason.
 */
export async function placeOrder(input: {
  home: string
  shop: string
  items: string
}): Promise<string> {
  const { home, shop, items } = input
  const response = await fetch(`${home}/api/directory/shops/${encodeURIComponent(shop)}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: readItems(items) }),
  })
  const { receipt, message }: Placed = await response.json()
  if (!receipt) throw new Error(message ?? texts.refused(response.status))
  return receipt.receiptId
}

/** Reads a list such as `TEA:2,MUG`. A SKU may have colons, so only the last part is a quantity. */
export function readItems(items: string): { sku: string; qty: number }[] {
  return items
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [, sku = item, qty = '1'] = /^(.+):(\d+)$/.exec(item) ?? []
      return { sku, qty: Number(qty) }
    })
}
