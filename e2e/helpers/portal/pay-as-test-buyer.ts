import { expect } from 'vitest'
import type { Service } from '../client.js'

/** Pays a receipt through the sandbox, in full or by another scenario. */
export async function payAsTestBuyer(
  { program }: Service,
  { id: receiptId, scenario = 'exact' }: { id: string; scenario?: string },
): Promise<void> {
  const response = await program('POST /api/sandbox/pay', { body: { receiptId, scenario } })
  expect(response.status).toBe(200)
}
