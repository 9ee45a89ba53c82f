import { AppError } from '../../lib/errors.js'
import { unixMs } from '../../lib/time.js'
import type { Position } from './live-change-store.js'

/** Longer ones do not fit the headers in which clients send them back. */
const maxLength = 4_000

/** Returns a position as the id of an event. */
export function formatLiveCursor({ at, snapshot }: Position): string {
  return `${at}.${snapshot}`
}

/**
 * Parses the id of an event. Returns null when it is absent.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readLiveCursor(name: string, text = ''): Position | null {
  if (text === '') return null
  const [, at = '', snapshot = ''] = /^(\d{1,15})\.([\d:,]+)$/.exec(text) ?? []
  if (text.length <= maxLength && isSnapshot(snapshot)) return { at: unixMs(Number(at)), snapshot }
  throw new AppError(
    'invalid_input',
    `${name} is invalid. Pass the id of an event of a stream with kinds, or omit it.`,
  )
}

/** Returns whether PostgreSQL accepts a snapshot: first, next, and in order those in progress. */
function isSnapshot(text: string): boolean {
  const [, first, next, list = ''] = /^(\d{1,19}):(\d{1,19}):(\d+(?:,\d+)*)?$/.exec(text) ?? []
  if (first === undefined || next === undefined) return false
  const [xmin, xmax] = [BigInt(first), BigInt(next)]
  if (xmin < 1n || xmax < xmin || xmax > maxXid) return false
  let last = xmin - 1n
  for (const id of list === '' ? [] : list.split(',').map(BigInt)) {
    if (id <= last || id >= xmax) return false
    last = id
  }
  return true
}

const maxXid = 2n ** 63n - 1n

/** Returns the first transaction that a snapshot may not show as ended. */
export function firstOpenOf({ snapshot }: Position): bigint {
  return BigInt(snapshot.slice(0, snapshot.indexOf(':')))
}

/** Returns the first transaction that had not begun. */
export function nextOf({ snapshot }: Position): bigint {
  return BigInt(snapshot.split(':')[1] ?? '0')
}
