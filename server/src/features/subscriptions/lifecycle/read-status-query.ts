import { invalidInput } from '../../../lib/errors.js'
import { readWallet } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import { invalidCursor, readChoice, readWhole } from '../../../platform/http/read-query.js'
import type { StatusQuery } from '../schemas.js'
import type { PageStart, SubscriptionFilter } from './list-store.js'
import type { NamedParty } from './status-access.js'
import { type SubscriptionStatus, subscriptionStatuses } from './subscription-status.js'

export type StatusFilter =
  | { subscriptionId: string }
  | { named: NamedParty; filter: SubscriptionFilter; limit: number; after: PageStart }

/** Later than any subscription. */
const beginning: PageStart = { createdAt: unixMs(Number.MAX_SAFE_INTEGER), id: '' }

const maxTermLength = 200

/**
 * Reads the query of a status request, which names exactly one of a subscription, a customer and a
 * merchant.
 *
 * @throws {AppError} `invalid_input`, `invalid_wallet`.
 */
export function readStatusQuery(query: StatusQuery): StatusFilter {
  const { subscriptionId, customer, merchant } = query
  const owners = [subscriptionId, customer, merchant].filter((value) => value !== undefined)
  if (owners.length !== 1) {
    throw invalidInput('Pass exactly one of subscriptionId, customer, merchant.')
  }
  if (subscriptionId !== undefined) return { subscriptionId }
  return {
    named:
      customer !== undefined
        ? { customer: readWallet('customer', customer) }
        : { merchant: readWallet('merchant', merchant ?? '') },
    filter: readFilter(query),
    limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
    after: query.cursor ? readCursor(query.cursor) : beginning,
  }
}

function readFilter(query: StatusQuery): SubscriptionFilter {
  const { planId, status, q } = query
  const term = q?.trim() ?? ''
  if (term.length > maxTermLength) {
    throw invalidInput(`q must have at most ${maxTermLength} characters.`)
  }
  return {
    planId: planId || null,
    statuses: readStatuses(status),
    nextChargeFrom: readTime('nextChargeFrom', query.nextChargeFrom),
    nextChargeTo: readTime('nextChargeTo', query.nextChargeTo),
    createdFrom: readTime('createdFrom', query.createdFrom),
    createdTo: readTime('createdTo', query.createdTo),
    endedFrom: readTime('endedFrom', query.endedFrom),
    endedTo: readTime('endedTo', query.endedTo),
    term: term || null,
  }
}

/** Reads one status, or several separated by commas. */
function readStatuses(text: string | undefined): SubscriptionStatus[] | null {
  if (!text) return null
  return text
    .split(',')
    .flatMap((name) => readChoice('status', name.trim(), subscriptionStatuses) ?? [])
}

function readTime(name: string, text: string | undefined): number | null {
  if (!text) return null
  return readWhole(name, text, { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 })
}

/** Returns the cursor of the page after this subscription. */
export function writeCursor({ createdAt, id }: PageStart): string {
  return `${createdAt}.${id}`
}

function readCursor(text: string): PageStart {
  const [, createdAt = '', id = ''] = /^(\d{1,15})\.(.{1,64})$/.exec(text) ?? []
  if (createdAt !== '') return { createdAt: unixMs(Number(createdAt)), id }
  throw invalidCursor()
}
