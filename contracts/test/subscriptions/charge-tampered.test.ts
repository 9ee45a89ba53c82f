import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createFixture,
  type Fixture,
  funds,
  period,
  price,
  start,
  subscriber,
  type Terms,
  thirdParty,
  thirdPartyAccount,
} from './fixture.js'
import type { Permission } from './permission.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
  await fixture.fund(fixture.usdc, thirdParty)
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

/** Other values of each field. The subscriber signed none of them. */
const changes = (): [keyof Permission, Partial<Permission>, string][] => [
  ['account', { account: thirdParty }, 'InvalidSignature'],
  ['token', { token: fixture.sly.to }, 'PlanSpenderWrongToken'],
  ['allowance', { allowance: price + 1n }, 'InvalidSignature'],
  ['allowance', { allowance: price - 1n }, 'PlanSpenderAllowanceTooLow'],
  ['period', { period: 60 }, 'PlanSpenderWrongPeriod'],
  ['start', { start: start - period }, 'InvalidSignature'],
  ['end', { end: start + 99 * period }, 'InvalidSignature'],
  ['salt', { salt: 2n }, 'InvalidSignature'],
  ['extraData', { extraData: '0x01' }, 'InvalidSignature'],
]

/** Other terms, which make another spender. The subscriber signed for none of them. */
const otherTerms: [keyof Terms, Partial<Terms>][] = [
  ['manager', { manager: thirdParty }],
  ['merchant', { merchant: thirdParty }],
  ['payout', { payout: thirdParty }],
  ['price', { price: price - 1n }],
  ['feeRecipient', { feeRecipient: thirdParty }],
  ['feeBps', { feeBps: 9_999 }],
  ['canceler', { canceler: thirdParty }],
  ['planKey', { planKey: `0x${'11'.repeat(32)}` }],
]

describe('charge of a tampered permission', () => {
  test('error: refuses every changed field', async () => {
    const { aPermission, aCharge, sign, charge, balanceOf } = fixture
    const signature = await sign(aPermission())
    for (const [field, change, name] of changes()) {
      const item = await aCharge(aPermission(change), { signature, periodStart: start })
      expect([field, (await charge(item)).failure?.name]).toEqual([field, name])
    }
    expect(await balanceOf(subscriber)).toBe(funds)
  })

  test('error: refuses changed fields after approval too', async () => {
    const { aPermission, aCharge, charge, balanceOf } = fixture
    await charge(await aCharge())
    for (const [field, change] of changes()) {
      const options = { signature: '0x', periodStart: start } as const
      const { status } = await charge(await aCharge(aPermission(change), options))
      expect([field, status]).toEqual([field, 'reverted'])
    }
    expect(await balanceOf(subscriber)).toBe(funds - price)
  })

  test.each(otherTerms)('error: refuses the spender of another %s', async (_, other) => {
    const { aPermission, aCharge, sign, charge, balanceOf, createSpender } = fixture
    const signature = await sign(aPermission())
    const spender = await createSpender(other)
    const item = await aCharge(aPermission({ spender }), { signature })
    expect((await charge(item)).status).toBe('reverted')
    expect(await balanceOf(subscriber)).toBe(funds)
  })

  test('error: refuses a third party who signs for the subscriber', async () => {
    const { aPermission, aCharge, sign, charge } = fixture
    const signature = await sign(aPermission(), thirdPartyAccount)
    const { failure } = await charge(await aCharge(aPermission(), { signature }))
    expect(failure?.name).toBe('InvalidSignature')
  })
})
