import type { FastifyReply } from 'fastify'

/** Turns a listener away because there are too many already. */
export function refuseStream(reply: FastifyReply, message: string): void {
  reply.code(503).header('retry-after', 5).send({ error: 'too_many_streams', message })
}
