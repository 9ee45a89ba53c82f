import type { Context } from '../../platform/context.js'
import type { CheckResult } from '../../platform/health.js'
import { summariseNews } from '../receipts/status/status-change-store.js'
import { countLanes } from './lane-store.js'

/** A change of status that nobody was told of for so long: no worker runs, or none gets to it. */
export const stuckAfterMs = 60_000

/**
 * Looks whether changes of status still become events. Receivers that do not answer are their merchants' business:
 * what waits for them is only counted, up to ten thousand.
 */
export async function checkWebhooks({ db }: Pick<Context, 'db'>): Promise<CheckResult> {
  const [news, pending] = await Promise.all([summariseNews(db), countLanes(db)])
  return { ok: news.oldestMs < stuckAfterMs, unpublished: news.count, pending }
}
