import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf, receiptOf } from '../../auth/caller.js'
import { anyOf, developer, portal } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { advanceClock } from './advance-clock.js'
import { readScenario } from './pay/read-scenario.js'
import { simulatePayment } from './pay/simulate-payment.js'
import { resetSandbox } from './reset-sandbox.js'
import {
  ClockAdvance,
  ClockTurned,
  PaymentSimulated,
  SandboxReset,
  SimulatePaymentBody,
} from './schemas.js'

/** What only a sandbox lets its callers do. Live mode has none of these. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const { sandbox } = ctx
  if (!sandbox) return

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

  app.post(
    '/api/sandbox/pay',
    {
      config: { guard: anyOf(developer(), portal()) },
      schema: {
        tags: ['sandbox'],
        summary: 'Let something happen to a receipt',
        description:
          'Pays on the sandbox chain as a test buyer, in every way that payments come or go wrong. The receipt follows as it would for anybody.',
        body: SimulatePaymentBody,
        response: { 200: PaymentSimulated },
      },
    },
    async (request) => {
      const { receiptId, scenario, token } = request.body
      if (typeof receiptId !== 'string' || receiptId === '') {
        throw new AppError('missing_receipt_id', 'Say with receiptId which receipt')
      }
      const ref = receiptOf(request, receiptId)
      const played = { scenario: readScenario(scenario), symbol: readSymbol(token) }
      const simulated = await simulatePayment(ctx, { sandbox, ref, ...played })
      return { ok: true as const, receiptId, scenario: String(scenario), ...simulated }
    },
  )

  app.post(
    '/api/sandbox/reset',
    {
      config: { guard: developer() },
      schema: {
        tags: ['sandbox'],
        summary: 'Forget everything that was sold',
        description:
          "Removes the merchant's receipts with all that belongs to them. Shop, catalogue, keys and split stay; so does what is on the chain.",
        response: { 200: SandboxReset },
      },
    },
    async (request) => {
      const receipts = await resetSandbox(ctx, { sandbox, merchant: merchantOf(request) })
      return { ok: true as const, receipts }
    },
  )
}

function readSymbol(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'USDC'
  if (typeof value === 'string') return value.toUpperCase()
  throw new AppError('invalid_input', 'token must be the name of one, such as USDC')
}
