import { expect } from 'vitest'
import type { Service } from '../helpers/client.js'

/** Has the sandbox pay a receipt in full, or as another scenario says. */
export async function payAsTestBuyer(
  { program }: Service,
  { id: receiptId, scenario = 'exact' }: { id: string; scenario?: string },
): Promise<void> {
  const answer = await program('POST /api/sandbox/pay', { body: { receiptId, scenario } })
  expect(answer.status).toBe(200)
}
