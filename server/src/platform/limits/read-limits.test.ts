import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { defaultLimitSettings } from './limit-settings.js'
import { readLimits, readLimitsFile } from './read-limits.js'

const problemsOf = (text: string) => {
  const read = readLimits(text)
  return 'problems' in read ? read.problems : []
}
const settingsOf = (value: unknown) => {
  const read = readLimits(JSON.stringify(value))
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.settings
}

describe('readLimits', () => {
  test('default: an empty object keeps the defaults', () => {
    expect(settingsOf({})).toEqual(defaultLimitSettings)
  })

  test('behavior: replaces single figures, prices and the fee', () => {
    const settings = settingsOf({
      platformFeePct: 1.25,
      plans: { pro: { priceUsd: 19.99 }, starter: { priceUsd: 5 } },
      limits: {
        webhooks: 20,
        'new-merchants': { platform: 10 },
        'pro-calls': { subscription: 6_000 },
        gas: { wallet: 0.25 },
      },
    })
    expect(settings.feeBps).toBe(125)
    expect(settings.planPrices).toEqual({ starter: 500n, pro: 1_999n, enterprise: 50_000n })
    expect(settings.max.webhooks).toEqual({ merchant: 20 })
    expect(settings.max['new-merchants']).toEqual({ network: 20, platform: 10 })
    expect(settings.max['pro-calls']).toEqual({ subscription: 6_000 })
    expect(settings.max.gas).toEqual({ wallet: 0.25, merchant: 25, platform: 100 })
    expect(settings.max.keys).toEqual({ merchant: 100 })
  })

  test('behavior: includes both ends of the ranges', () => {
    expect(settingsOf({ platformFeePct: 0, plans: { pro: { priceUsd: 0 } } }).feeBps).toBe(0)
    const { feeBps, planPrices } = settingsOf({
      platformFeePct: 5,
      plans: { pro: { priceUsd: 5_000 } },
    })
    expect([feeBps, planPrices.pro]).toEqual([500, 500_000n])
  })

  test('error: reports every problem with its line', () => {
    expect(
      problemsOf(`{
  "platformFeePct": 5.01,
  "plans": {
    "pro": { "priceUsd": 0.001, "calls": 1 },
    "gold": {}
  },
  "limits": {
    "webhooks": -1,
    "webhook": 1,
    "new-merchants": 7,
    "directory": { "network": 1.5, "merchant": 3 },
    "public-bodies": 20000,
    "json-levels": 65,
    "keys": "many",
    "keys": 7
  },
  "fee": 1
}`),
    ).toEqual([
      'line 2: platformFeePct must be a number from 0 to 5',
      'line 4: plans.pro.priceUsd must have at most two decimals',
      'line 4: plans.pro.calls is unknown; use priceUsd, and pro-calls and pro-receipts in limits',
      'line 5: plans.gold is not a plan; use starter, pro, enterprise',
      'line 8: limits.webhooks must be a whole number from 0 to 1000000000',
      'line 9: limits.webhook is not the name of a limit; see docs/limits.md',
      'line 10: limits.new-merchants counts by several owners: set network or platform',
      'line 11: limits.directory.network must be a whole number from 0 to 1000000000',
      'line 11: limits.directory.merchant is not an owner of this limit; use network',
      'line 12: limits.public-bodies is the size of a body, which cannot be changed',
      'line 13: limits.json-levels must be a whole number from 1 to 64',
      'line 15: limits.keys is set twice',
      'line 17: fee is unknown; use platformFeePct, plans or limits',
    ])
  })

  test.each([
    ['{\n  "limits": {\n    "keys": 1,\n  }\n}', 'line 4: this is not valid JSON'],
    ['{\n"limits": {', 'line 2: this is not valid JSON'],
    ['', 'line 1: this is not valid JSON'],
    ['[]', 'line 1: the file must contain a JSON object'],
    ['{"limits": 5}', 'line 1: limits must be an object'],
    ['{"plans": {"pro": 5}}', 'line 1: plans.pro must be an object'],
  ])('error: %j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  test('error: a file that is deep or full of mistakes does not hold up the process', () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `"x${index}": 1`)
    const problems = problemsOf(`{"limits": {\n${names.join(',\n')}}}`)
    expect(problems).toHaveLength(101)
    expect(problems[99]).toBe('line 101: limits.x99 is not the name of a limit; see docs/limits.md')
    expect(problems[100]).toBe('3900 more problems follow')
    const deep = problemsOf(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)
    expect(deep).toEqual(['line 1: a is unknown; use platformFeePct, plans or limits'])
  })

  test('error: a missing file, and one that never ends', () => {
    for (const path of ['/nowhere/limits.json', '/dev/zero', tmpdir()]) {
      expect(readLimitsFile(path)).toEqual({ problems: [`${path} cannot be read`] })
    }
  })
})
