import type { SendRequest } from '../helpers/client.js'

export type TimelineEntry = { status: string; by: string; failureCode?: string }

/** What has happened to a receipt, as its merchant sees it. */
export async function readTimeline(ask: SendRequest, id: string): Promise<TimelineEntry[]> {
  return (await ask<{ timeline: TimelineEntry[] }>(`GET /api/receipts/${id}`)).body.timeline
}
