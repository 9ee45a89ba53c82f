import type { RequestContext } from '../src/request.js'

/** A fixed time, Unix ms. */
export const now = Date.UTC(2026, 0, 1)

/** Creates a context that records waits and advances its clock instead of sleeping. */
export function createTestContext(given: { baseUrl: string } & Partial<RequestContext>) {
  const waits: number[] = []
  const ctx: RequestContext = {
    apiKey: undefined,
    session: undefined,
    timeoutMs: 5_000,
    maxRetries: 2,
    fetch: globalThis.fetch,
    sleep: async (ms) => {
      waits.push(ms)
    },
    now: () => now + waits.reduce((sum, ms) => sum + ms, 0),
    random: () => 0,
    ...given,
  }
  return { ctx, waits }
}
