import type { FastifyReply } from 'fastify'

/** Rejects a client because too many streams are open. */
export function refuseStream(reply: FastifyReply, message: string): void {
  reply.code(503).header('retry-after', 5).send({ error: 'too_many_streams', message })
}
