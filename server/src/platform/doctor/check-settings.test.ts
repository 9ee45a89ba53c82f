import { describe, expect, test } from 'vitest'
import { describeMode, describeSettings } from './check-settings.js'

describe('describeSettings', () => {
  test('default', () => {
    expect(describeSettings([])).toMatchObject([{ status: 'ok' }])
  })

  test('behavior: separates the fix from the problem', () => {
    const text = 'JWT_SECRET: has fewer than 32 characters; generate one with: openssl rand -hex 32'
    expect(describeSettings([text])).toEqual([
      {
        status: 'problem',
        message: 'JWT_SECRET: has fewer than 32 characters.',
        fix: 'Generate one with: openssl rand -hex 32.',
      },
    ])
  })

  test('behavior: refers to .env.example without a fix', () => {
    expect(describeSettings(['BASE_URL: is required in live mode'])).toEqual([
      {
        status: 'problem',
        message: 'BASE_URL: is required in live mode.',
        fix: 'Set BASE_URL; .env.example describes it.',
      },
    ])
    expect(describeSettings(['MODE: must be one of sandbox, live'])).toMatchObject([
      { fix: 'Correct MODE; .env.example describes it.' },
    ])
  })
})

describe('describeMode', () => {
  test('default', () => {
    expect(describeMode('live').status).toBe('ok')
    expect(describeMode('sandbox').status).toBe('warning')
  })
})
