import type { FastifyRequest } from 'fastify'
import { bearerOf } from '../bearer-of.js'
import { readCookie, sessionCookie } from './cookies.js'

/** Where in a request the session's token was. A browser adds cookies by itself, nothing else. */
export type TokenSource = { token: string; isCookie: boolean }

/** The session token a request carries, if any. */
export function tokenOf(
  request: FastifyRequest,
  { acceptsBearer }: { acceptsBearer: boolean },
): TokenSource | null {
  const bearer = acceptsBearer ? bearerOf(request) : null
  if (bearer) return { token: bearer, isCookie: false }
  const cookie = readCookie(request.headers.cookie, sessionCookie)
  return cookie ? { token: cookie, isCookie: true } : null
}
