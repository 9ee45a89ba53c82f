import type { Address } from '../../../lib/hex.js'
import type { JournalKind } from '../../journal/journal-kind.js'
import { insertResponses, type KeyedResponse, listOtherRequests } from './idempotency-store.js'

/** Responses to requests with an idempotency key during a database outage. */
export const journaledResponses: JournalKind<KeyedResponse> = {
  name: 'response',
  merchantOf: ({ owner }) => owner as Address,
  keysOf: (response) => [responseKey(response)],
  async replay(ctx, entries) {
    const byKey = new Map(entries.map(({ value, at }) => [responseKey(value), { ...value, at }]))
    await insertResponses(ctx.db, [...byKey.values()])
    const others = await listOtherRequests(
      ctx.db,
      entries.map(({ value }) => value),
    )
    const isOther = new Set(others.map(responseKey))
    return entries.map(({ value }) =>
      isOther.has(responseKey(value)) ? 'the idempotency key was used for another request' : null,
    )
  },
}

/** Returns the key of a response in the journal. */
export function responseKey({ owner, key }: Pick<KeyedResponse, 'owner' | 'key'>): string {
  return `${owner} ${key}`
}
