import { describe, expect, test } from 'vitest'
import { noticeOf, refusalOf } from './describe-failure.js'

const facts = { symbol: 'USDC', network: 'Base', coin: 'ETH', hasGasless: false }

describe('noticeOf', () => {
  test.each([
    [
      { kind: 'rejected' },
      'You cancelled in your wallet. Nothing was charged.',
      'PORTAL_CHAIN_USER_REJECTED',
    ],
    [
      { kind: 'short', of: 'token', needs: '110.05', has: '3' },
      'This wallet has 3 USDC, and 110.05 are due. Add to it, or pay in something else.',
      'PORTAL_CHAIN_INSUFFICIENT_BALANCE',
    ],
    [
      { kind: 'wrong_network' },
      'Your wallet is on another network. Switch it to Base and try again.',
      null,
    ],
    [{ kind: 'no_account' }, 'Your wallet offered no account. Unlock it and try again.', null],
    [
      { kind: 'unknown', message: 'no answer' },
      'Your wallet said: no answer. Look there whether it was sent before you try again.',
      null,
    ],
    [
      { kind: 'unknown', message: null },
      'Your wallet did not answer. Look there whether it was sent before you try again.',
      null,
    ],
    [{ kind: 'still_asking' }, 'Your wallet is still asking. Open it and answer there.', null],
    [
      { kind: 'called_off' },
      'What is due has changed meanwhile. Nothing was charged. Please try again.',
      null,
    ],
    [
      { kind: 'failed', message: 'It broke.' },
      'Your wallet could not do it: It broke. Nothing was charged.',
      'PORTAL_SYSTEM_ERROR',
    ],
  ] as const)('default: %j', (outcome, text, code) => {
    expect(noticeOf(outcome, facts)).toEqual({ text, code })
  })

  test('behavior: without a network fee there is a way for whoever has none', () => {
    const short = { kind: 'short', of: 'gas', needs: '0.1', has: '0' } as const
    expect(noticeOf(short, facts).text).toBe(
      'Sending takes a network fee, at least 0.1 ETH, and this wallet has 0 ETH. Add some, or pay another way.',
    )
    expect(noticeOf({ ...short, needs: '0' }, facts).text).toContain('a network fee, and this')
    expect(noticeOf(short, { ...facts, hasGasless: true }).text).toContain(
      'Pay by signature instead',
    )
  })
})

describe('refusalOf', () => {
  test('default', () => {
    const told = refusalOf({ code: 'invalid_input', isUnknown: false })
    expect(told.text).toContain('nothing was charged')
    expect(told.code).toBe('PORTAL_SYSTEM_ERROR')
  })

  test.each([
    ['what is unknown', { code: 'failed', isUnknown: true }],
    ['one that is on its way already', { code: 'conflict', isUnknown: false }],
  ])('behavior: %s is not failed', (_name, answer) => {
    const told = refusalOf(answer)
    expect(told.code).toBeNull()
    expect(told.text).not.toMatch(/nothing was charged/i)
  })
})
