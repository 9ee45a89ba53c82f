import { type Static, Type } from 'typebox'
import { roles } from '../../auth/roles.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'
import { scenarioNames } from './pay/read-scenario.js'
import { newCustomerScenarios, subscriberScenarios } from './subscribe/read-customer-scenario.js'

export const DemoSignInBody = Type.Object({ role: namedEnum('Role', roles) })

export const DemoSignedIn = okResponse('DemoSignedIn', {
  merchant: text('Wallet of the demo merchant'),
  role: namedEnum('Role', roles),
  wallet: orNull(Type.String(), 'Wallet of the owner; null for other roles'),
  csrfToken: text('Send it as `x-csrf-token` with every write'),
})

export const ClockChange = namedObject('ClockChange', {
  advanceMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 366 * 86_400_000,
      description: 'How far to advance, at most a year',
    }),
  ),
  reset: Type.Optional(boolean('Return to real time; send either advanceMs or reset')),
})

export const ClockChanged = okResponse('ClockChanged', {
  now: integer('Current time of the clock, Unix ms'),
  aheadMs: integer('How far the clock is ahead of real time'),
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

export const SimulateCustomerBody = namedObject('SimulateCustomerBody', {
  planId: Type.Optional(Type.Any({ description: 'Subscribe a new test customer to this plan' })),
  subscriptionId: Type.Optional(
    Type.Any({ description: 'Or change what the customer of this subscription has' }),
  ),
  scenario: Type.Optional(
    Type.Any({
      description: `With planId: ${newCustomerScenarios.join(', ')}; default subscribe. With subscriptionId: ${subscriberScenarios.join(', ')}`,
    }),
  ),
})
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
  receipts: integer('Number of deleted receipts'),
})
