import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'

/** Returns the response schemas of a report that is sent as JSON or as CSV. */
export function reportResponse<Schema extends TSchema>(schema: Schema) {
  return {
    200: {
      content: {
        'application/json': { schema },
        'text/csv': { schema: Type.String() },
      },
    },
  }
}

/** Sends a report as a CSV file. */
export function sendCsv(
  reply: Pick<FastifyReply, 'type'>,
  { name, csv }: { name: string; csv: string },
) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(csv)
}

/** Returns a number unless it would lose digits. As text, `-1` looks like a formula. */
export function asNumber(amount: string): number | string {
  return String(Number(amount)) === amount ? Number(amount) : amount
}
