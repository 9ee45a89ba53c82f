import { expect, vi } from 'vitest'
import type { SendRequest } from '../client.js'

type TimelineEntry = { status: string; by: string; failureCode?: string }

const patience = { timeout: 60_000, interval: 100 }

/** Returns the timeline of a receipt, as its merchant sees it. */
export async function readTimeline(send: SendRequest, id: string): Promise<TimelineEntry[]> {
  return (await send<{ timeline: TimelineEntry[] }>(`GET /api/receipts/${id}`)).body.timeline
}

/** Waits until a receipt's timeline has an entry with these fields. */
export async function waitForTimelineEntry(
  send: SendRequest,
  { id, ...entry }: Partial<TimelineEntry> & { id: string },
): Promise<void> {
  const check = async () =>
    expect(await readTimeline(send, id)).toContainEqual(expect.objectContaining(entry))
  await vi.waitFor(check, patience)
}

/** Waits until a receipt has failed with this code. */
export async function waitForFailure(
  send: SendRequest,
  { id, failureCode }: { id: string; failureCode: string },
): Promise<void> {
  const check = async () => {
    const { body } = await send(`GET /api/receipts/status?receiptId=${id}`)
    expect(body).toMatchObject({ status: 'failed', failureCode })
  }
  await vi.waitFor(check, patience)
}
