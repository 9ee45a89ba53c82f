import { expect } from 'vitest'
import type { Receipt, SendRequest } from '../client.js'

const items = [
  { sku: 'COFFEE-1', qty: 2 },
  { sku: 'COFFEE-4', qty: 1 },
  { sku: 'BREW-4', qty: 1 },
  { sku: 'CLASS-1', qty: 3 },
]

/** Orders four items of the demo shop, with tax and fee, and returns the receipt's id. */
export async function placeDemoOrder(program: SendRequest): Promise<string> {
  const body = { items, taxRate: 0.0825 }
  const response = await program<{ receipt: Receipt }>('POST /api/orders', { body })
  expect(response.status).toBe(200)
  return response.body.receipt.receiptId
}
