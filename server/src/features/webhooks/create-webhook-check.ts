import type { Context } from '../../platform/context.js'
import type { Check } from '../../platform/health.js'
import { summariseNews } from '../receipts/news-store.js'
import { countLanes } from './lane-store.js'

/** A change of status that nobody was told of for so long: no worker runs, or none gets to it. */
const stuckAfterMs = 60_000

/**
 * Looks whether changes of status still become events. Receivers that do not answer are their merchants' business:
 * what waits for them is only counted, up to ten thousand.
 */
export function createWebhookCheck(
  { db }: Pick<Context, 'db'>,
  monotonicMs: () => number = () => performance.now(),
): Check {
  let oldest: { no: string | null; since: number } = { no: null, since: 0 }

  return async () => {
    const [news, pending] = await Promise.all([summariseNews(db), countLanes(db)])
    if (news.oldestNo !== oldest.no) oldest = { no: news.oldestNo, since: monotonicMs() }
    const isStuck = news.oldestNo !== null && monotonicMs() - oldest.since >= stuckAfterMs
    return { ok: !isStuck, unpublished: news.count, pending }
  }
}
