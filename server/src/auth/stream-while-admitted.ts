import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { chooseMerchant } from './choose-merchant.js'
import type { Right } from './roles.js'

/** How often the access of a caller is checked while a file is sent. */
const checkEveryMs = 1_000

/**
 * Returns a stream of the chunks of a file, which breaks off when the caller loses access: a client
 * can take minutes to receive a file.
 */
export function streamWhileAdmitted(
  request: FastifyRequest,
  { may, chunks }: { may: Right; chunks: AsyncIterable<string> },
): Readable {
  const stream = Readable.from(chunks)
  const timer = setInterval(async () => {
    try {
      const caller = await request.identify?.(request)
      if (caller?.kind === 'person') chooseMerchant(caller, { right: may, request })
    } catch (error) {
      // Without the database, reading the next chunk fails by itself.
      if (error instanceof AppError) stream.destroy(error)
    }
  }, checkEveryMs)
  stream.once('close', () => clearInterval(timer))
  return stream
}
