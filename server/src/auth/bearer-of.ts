import type { FastifyRequest } from 'fastify'

/** Returns the bearer token of a request, or `null`. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}
