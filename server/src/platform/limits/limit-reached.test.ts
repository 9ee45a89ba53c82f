import { describe, expect, test } from 'vitest'
import { limitReached } from './limit-reached.js'

describe('limitReached', () => {
  test('default', () => {
    const reached = { owner: 'network', max: 60, resetAt: 7, retryAfterMs: 5 } as const
    expect(limitReached('sign-in', reached)).toMatchObject({
      code: 'rate_limited',
      message:
        'The limit of 60 calls to sign-in routes per minute and network address is reached. Try again after resetAt.',
      fields: { limit: 'sign-in', resetAt: 7 },
      retryAfterMs: 5,
    })
  })

  test('behavior: names neither a window nor an owner without one', () => {
    const reached = { owner: 'platform', max: 8, resetAt: 7 } as const
    expect(limitReached('waiting-prints', reached).message).toBe(
      'The limit of 8 receipts that wait to be printed is reached. Try again after resetAt.',
    )
  })

  test('behavior: takes another message', () => {
    const reached = { owner: 'merchant', max: 20, resetAt: 7, message: 'Later.' } as const
    expect(limitReached('new-splits', reached).message).toBe('Later.')
  })
})
