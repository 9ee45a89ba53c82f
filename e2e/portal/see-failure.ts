import { expect, vi } from 'vitest'
import type { SendRequest } from '../helpers/client.js'

/** Waits until a receipt has failed, and with this code. */
export async function seeFailure(
  ask: SendRequest,
  { id, failureCode }: { id: string; failureCode: string },
): Promise<void> {
  const look = async () => {
    const { body } = await ask(`GET /api/receipts/status?receiptId=${id}`)
    expect(body).toMatchObject({ status: 'failed', failureCode })
  }
  await vi.waitFor(look, { timeout: 60_000, interval: 100 })
}
