import { type Static, Type } from 'typebox'
import { okResponse } from '../../platform/http/schemas.js'
import { scenarioNames } from './pay/read-scenario.js'
import { newCustomerScenarios, subscriberScenarios } from './subscribe/read-customer-scenario.js'

export const ClockChange = Type.Object(
  {
    advanceMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 366 * 86_400_000,
        description: 'How far to advance, at most a year',
      }),
    ),
    reset: Type.Optional(
      Type.Boolean({ description: 'Return to real time; send either advanceMs or reset' }),
    ),
  },
  { title: 'ClockChange' },
)

export const ClockChanged = okResponse('ClockChanged', {
  now: Type.Integer({ description: 'Current time of the clock, Unix ms' }),
  aheadMs: Type.Integer({ description: 'How far the clock is ahead of real time' }),
})

export const SimulatePaymentBody = Type.Object({
  receiptId: Type.Optional(Type.Any({ description: 'Required' })),
  scenario: Type.Optional(
    Type.Any({ description: `Required: ${scenarioNames.join(', ')}, or a failure code` }),
  ),
  token: Type.Optional(Type.Any({ description: 'Symbol of the asset to pay with; default USDC' })),
})
export type SimulatePaymentBody = Static<typeof SimulatePaymentBody>

export const PaymentSimulated = okResponse('PaymentSimulated', {
  receiptId: Type.String(),
  scenario: Type.String(),
  transactionHashes: Type.Array(Type.String(), {
    description: 'Transactions sent or announced on the sandbox chain',
  }),
})

export const SimulateCustomerBody = Type.Object(
  {
    planId: Type.Optional(Type.Any({ description: 'Subscribe a new test customer to this plan' })),
    subscriptionId: Type.Optional(
      Type.Any({ description: 'Or change what the customer of this subscription has' }),
    ),
    scenario: Type.Optional(
      Type.Any({
        description: `With planId: ${newCustomerScenarios.join(', ')}; default subscribe. With subscriptionId: ${subscriberScenarios.join(', ')}`,
      }),
    ),
  },
  { title: 'SimulateCustomerBody' },
)
export type SimulateCustomerBody = Static<typeof SimulateCustomerBody>

export const CustomerSimulated = okResponse('CustomerSimulated', {
  subscriptionId: Type.String(),
  customerWallet: Type.String(),
  scenario: Type.String(),
  transactionHashes: Type.Array(Type.String(), {
    description: 'Transactions of the customer on the sandbox chain',
  }),
})

export const SandboxReset = okResponse('SandboxReset', {
  receipts: Type.Integer({ description: 'Number of deleted receipts' }),
})
