import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { encodeBase32 } from '../../lib/ids.js'

export const correlationHeader = 'x-correlation-id'

/** Long enough to be somebody's id, short and plain enough to stand in a log line. */
const acceptable = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/

/** The id the caller gave a request, if it is a plain one, or a new one. */
export type CorrelationIdOf = (request: Pick<IncomingMessage, 'headers'>) => string

/**
 * New ids are a random beginning, one for each process, and a number that counts up: nobody else
 * has them, they sort by time, and they cost next to nothing. They are no secret.
 */
export function createCorrelationIds(): CorrelationIdOf {
  const beginning = `req_${encodeBase32(randomBytes(10))}`
  let count = 0

  return (request) => {
    const given = request.headers[correlationHeader]
    if (typeof given === 'string' && acceptable.test(given)) return given
    count += 1
    return `${beginning}_${count.toString(36).padStart(7, '0')}`
  }
}
