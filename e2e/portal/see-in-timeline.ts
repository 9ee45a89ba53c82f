import { expect, vi } from 'vitest'
import type { SendRequest } from '../helpers/client.js'
import { readTimeline, type TimelineEntry } from './read-timeline.js'

/** Waits until a receipt's timeline has an entry like this one. */
export async function seeInTimeline(
  ask: SendRequest,
  { id, ...entry }: Partial<TimelineEntry> & { id: string },
): Promise<void> {
  const look = async () =>
    expect(await readTimeline(ask, id)).toContainEqual(expect.objectContaining(entry))
  await vi.waitFor(look, { timeout: 60_000, interval: 100 })
}
