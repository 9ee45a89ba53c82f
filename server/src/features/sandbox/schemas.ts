import { type Static, Type } from 'typebox'
import { scenarioNames } from './pay/read-scenario.js'

export const ClockAdvance = Type.Object(
  {
    advanceMs: Type.Integer({
      minimum: 0,
      maximum: 366 * 86_400_000,
      description: 'How far to turn it, a year at most',
    }),
  },
  { title: 'ClockAdvance' },
)

export const ClockTurned = Type.Object(
  {
    ok: Type.Literal(true),
    now: Type.Integer({ description: 'What the clock shows now, Unix ms' }),
    aheadMs: Type.Integer({ description: 'How far it is ahead of the real one' }),
  },
  { title: 'ClockTurned' },
)

export const SimulatePaymentBody = Type.Object({
  receiptId: Type.Optional(Type.Any({ description: 'Required: which receipt' })),
  scenario: Type.Optional(
    Type.Any({ description: `Required: ${scenarioNames.join(', ')}, or a failure code` }),
  ),
  token: Type.Optional(Type.Any({ description: 'What to pay with: USDC unless told' })),
})
export type SimulatePaymentBody = Static<typeof SimulatePaymentBody>

export const PaymentSimulated = Type.Object(
  {
    ok: Type.Literal(true),
    receiptId: Type.String(),
    scenario: Type.String(),
    transactionHashes: Type.Array(Type.String(), {
      description: 'What was sent on the sandbox chain; what becomes of it, the receipt tells',
    }),
  },
  { title: 'PaymentSimulated' },
)

export const SandboxReset = Type.Object(
  { ok: Type.Literal(true), receipts: Type.Integer({ description: 'How many were forgotten' }) },
  { title: 'SandboxReset' },
)
