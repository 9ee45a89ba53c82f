import type { FastifyRequest } from 'fastify'
import { merchantOf, principalOf, sellerOf } from '../../../auth/caller.js'
import { anyOf, device, session } from '../../../auth/guards.js'
import { invalidInput } from '../../../lib/errors.js'
import type { Routes } from '../../../platform/feature.js'
import { getRegister } from '../change-register.js'
import { closeDay, listDays } from './close-day.js'
import type { StoredClose } from './day-close-store.js'
import { CloseDayBody, DayClosed, DayCloses, DayClosesQuery } from './schemas.js'

/** The closes of a register's days. */
export const dayCloseRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/day-closes',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(session({ may: 'reports:read' }), device({ may: 'close_day' })),
      },
      schema: {
        summary: 'List the closed days of a register, and the open one',
        description: 'All sums are sums of the ledger, in dollars. Cash is in its own currency.',
        querystring: DayClosesQuery,
        response: { 200: DayCloses },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const registerId = registerOf(request, request.query.registerId)
      await getRegister(ctx, { merchant, id: registerId })
      const { open, closes } = await listDays(ctx, { merchant, registerId })
      return { ok: true as const, open, closes: closes.map(describeClose) }
    },
  )

  app.post(
    '/api/day-closes',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(session({ may: 'registers:manage' }), device({ may: 'close_day' })),
        idempotent: {},
      },
      schema: {
        summary: 'Close the day of a register',
        description:
          'Counts every sale and refund of the register that no earlier close has counted. A close never changes.',
        body: CloseDayBody,
        response: { 201: DayClosed },
      },
    },
    async (request, reply) => {
      const { registerId, cash } = request.body
      const by = sellerOf(request)
      const close = await closeDay(ctx, {
        by: 'registerId' in by ? by : principalOf(request),
        registerId: registerOf(request, registerId),
        cash,
      })
      return reply.code(201).send({ ok: true as const, close: describeClose(close) })
    },
  )
}

/** A device belongs to one register. A person names it. */
function registerOf({ caller }: FastifyRequest, given: unknown): string {
  if (caller?.kind === 'device') return caller.registerId
  if (typeof given === 'string' && given !== '') return given
  throw invalidInput('registerId is required.')
}

function describeClose({ merchant: _, report, ...close }: StoredClose) {
  return { ...close, ...report }
}
