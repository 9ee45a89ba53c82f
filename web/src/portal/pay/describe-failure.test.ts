import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createFormats } from '../../core/format/formats.js'
import { en } from '../../core/texts/en.js'
import {
  describeFailure as describeWith,
  describeRefusal as refuseWith,
} from './describe-failure.js'

const format = createFormats('en').token
const facts = { symbol: 'USDC', network: 'Base', nativeSymbol: 'ETH', hasGasless: false, format }

type Outcome = Parameters<typeof describeWith>[0]
const describeFailure = (outcome: Outcome, input: typeof facts) =>
  describeWith(outcome, input, en.failures)
const describeRefusal = (response: Parameters<typeof refuseWith>[0]) =>
  refuseWith(response, en.failures)

describe('describeFailure', () => {
  test.each([
    [
      { kind: 'rejected' },
      'You declined the request in your wallet. You can try again.',
      'PORTAL_CHAIN_USER_REJECTED',
      'isUncharged',
    ],
    [
      { kind: 'insufficient_funds', of: 'either' },
      'Your wallet balance is too low for the amount and the network fee. Top it up or pay another way.',
      'PORTAL_CHAIN_INSUFFICIENT_BALANCE',
    ],
    [
      { kind: 'insufficient_funds', of: 'token', needs: '110.05', has: '3' },
      'This wallet has 3.00 USDC, but 110.05 USDC is due. Add funds, or pay in another currency.',
      'PORTAL_CHAIN_INSUFFICIENT_BALANCE',
    ],
    [
      { kind: 'wrong_network' },
      'Your wallet is on another network. Switch it to Base and try again.',
      null,
    ],
    [
      { kind: 'no_account' },
      'Your wallet did not share an account. Unlock it and try again.',
      null,
    ],
    [
      { kind: 'unknown', message: 'no response' },
      'Your wallet reported: no response. Before you try again, check there whether the payment was sent.',
      null,
      'isUnknown',
    ],
    [
      { kind: 'unknown', message: null },
      'Your wallet did not respond. Before you try again, check there whether the payment was sent.',
      null,
      'isUnknown',
    ],
    [{ kind: 'request_pending' }, 'Your wallet has a pending request. Open it to continue.', null],
    [
      { kind: 'no_longer_due' },
      'The amount due has changed. Please try again.',
      null,
      'isUncharged',
    ],
    [
      { kind: 'failed', message: 'It broke.' },
      'The payment failed. Try again or pay another way. Your wallet reported: It broke.',
      'PORTAL_SYSTEM_ERROR',
      'isUncharged',
    ],
    [
      { kind: 'failed', message: null },
      'The payment failed. Try again or pay another way.',
      'PORTAL_SYSTEM_ERROR',
      'isUncharged',
    ],
    [
      { kind: 'invalid' },
      'Your payment was not sent. We have updated this page. Please try again.',
      'PORTAL_SYSTEM_ERROR',
    ],
    [
      { kind: 'not_signable' },
      'This payment cannot be made by signature. Pay with a network fee instead.',
      'PORTAL_SYSTEM_ERROR',
    ],
    [
      { kind: 'not_signed' },
      'Your wallet did not sign. Please try again.',
      'PORTAL_SYSTEM_ERROR',
      'isUncharged',
    ],
  ] as const)('default: %j', (outcome, text, code, certainty?: string) => {
    expect(describeFailure(outcome, facts)).toEqual({
      text,
      code,
      ...(certainty && { [certainty]: true }),
    })
  })

  test('behavior: names a network that shares the chain id, and how to correct it', () => {
    const outcome = { kind: 'other_chain', rpcUrl: 'https://rpc.test' } as const
    expect(describeFailure(outcome, facts).text).toBe(
      'Your wallet is on another network with the same chain id as Base. Set the RPC URL of Base in your wallet to https://rpc.test, then try again.',
    )
    expect(describeFailure({ ...outcome, rpcUrl: null }, facts).text).toContain(
      'Add Base to your wallet again, then try again.',
    )
  })

  test('behavior: groups the digits of a large amount', () => {
    const short = {
      kind: 'insufficient_funds',
      of: 'token',
      needs: '1234567.89',
      has: '1',
    } as const
    expect(describeFailure(short, facts).text).toContain('1,234,567.89 USDC is due')
  })

  test.each([
    { kind: 'rejected' },
    { kind: 'insufficient_funds', of: 'either' },
    { kind: 'failed', message: null },
  ] as const)(
    'behavior: $kind has the sentence that the page shows after a reload',
    async (outcome) => {
      const { text, code } = describeFailure(outcome, facts)
      const failures = await readFile(
        new URL('../../../../docs/failures.md', import.meta.url),
        'utf8',
      )
      const row = failures.split('\n').find((line) => line.startsWith(`| \`${code}\``))
      expect(row).toContain(` ${text} |`)
    },
  )

  test('behavior: offers a payment by signature when the fee is short', () => {
    const short = { kind: 'insufficient_funds', of: 'gas', needs: '0.1', has: '0' } as const
    expect(describeFailure(short, facts).text).toBe(
      'Sending requires a network fee of at least 0.10 ETH, but this wallet has 0.00 ETH. Add ETH, or pay another way.',
    )
    expect(describeFailure({ ...short, needs: '0' }, facts).text).toContain(
      'a network fee in ETH, but this',
    )
    expect(describeFailure(short, { ...facts, hasGasless: true }).text).toContain(
      'Pay by signature instead',
    )
  })
})

describe('describeRefusal', () => {
  test('default', () => {
    const notice = describeRefusal({ code: 'invalid_input', isUnknown: false })
    expect(notice).toMatchObject({ code: 'PORTAL_SYSTEM_ERROR', isUncharged: true })
  })

  test('behavior: a sold-out order is no failure of the payment', () => {
    const notice = describeRefusal({ code: 'insufficient_stock', isUnknown: false })
    expect(notice).toEqual({
      text: 'These items have just sold out.',
      code: null,
      isUncharged: true,
    })
  })

  test('behavior: offers to pay with a network fee when the limit is reached', () => {
    const notice = describeRefusal({ code: 'rate_limited', isUnknown: false })
    expect(notice.text).toContain('Pay with a network fee instead')
    expect(notice.code).toBeNull()
  })

  test.each([
    ['an unknown result', { code: 'failed', isUnknown: true }],
    ['a payment that is already on its way', { code: 'conflict', isUnknown: false }],
  ])('behavior: does not report %s as a failure', (_name, response) => {
    const notice = describeRefusal(response)
    expect(notice.code).toBeNull()
    expect(notice).not.toHaveProperty('isUncharged')
  })
})
