import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { developer } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import type { Sandbox } from '../../platform/sandbox.js'
import { advanceClock } from './advance-clock.js'
import { ClockAdvance, ClockTurned } from './schemas.js'

/** What only a sandbox lets its callers do. Live mode has none of these. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; sandbox: Sandbox }> = async (
  app,
  { ctx, sandbox },
) => {
  app.post(
    '/api/sandbox/clock',
    {
      config: { guard: developer() },
      schema: {
        tags: ['sandbox'],
        summary: 'Turn the clock forward',
        description:
          "Moves the service's clock and the chain's together, for everybody, and for good: it is still so after a restart.",
        body: ClockAdvance,
        response: { 200: ClockTurned },
      },
    },
    async (request) => {
      const { advanceMs } = request.body
      const now = await advanceClock(ctx, { sandbox, advanceMs })
      return { ok: true as const, now, aheadMs: sandbox.clock.aheadMs() }
    },
  )
}
