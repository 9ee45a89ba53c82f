import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { encodeBase32 } from '../../lib/ids.js'

export const correlationHeader = 'x-correlation-id'

/** Long enough to be unique, short and plain enough for a log line. */
const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/

/** Returns the caller's correlation id if it is acceptable, or a new one. */
export type CorrelationIdOf = (request: Pick<IncomingMessage, 'headers'>) => string

/**
 * Creates ids from a random prefix per process and a counter. They are unique, sort by time and are cheap to make.
 * They are not secret.
 */
export function createCorrelationIds(): CorrelationIdOf {
  const prefix = `req_${encodeBase32(randomBytes(10))}`
  let count = 0

  return (request) => {
    const given = request.headers[correlationHeader]
    if (typeof given === 'string' && acceptable.test(given)) return given
    count += 1
    return `${prefix}_${count.toString(36).padStart(7, '0')}`
  }
}
