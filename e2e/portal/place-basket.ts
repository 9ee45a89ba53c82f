import { expect } from 'vitest'
import type { Receipt, SendRequest } from '../helpers/client.js'

const items = [
  { sku: 'COFFEE-1', qty: 2 },
  { sku: 'COFFEE-4', qty: 1 },
  { sku: 'BREW-4', qty: 1 },
  { sku: 'CLASS-1', qty: 3 },
]

/** Orders four things of the demo shop, with tax and fee, and returns the receipt's id. */
export async function placeBasket(program: SendRequest): Promise<string> {
  const body = { items, taxRate: 0.0825 }
  const answer = await program<{ receipt: Receipt }>('POST /api/orders', { body })
  expect(answer.status).toBe(200)
  return answer.body.receipt.receiptId
}
