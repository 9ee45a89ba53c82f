import { describe, expect, test } from 'vitest'
import { describeClock } from './check-clock.js'

describe('describeClock', () => {
  test.each([
    [0, 'ok'],
    [2_000, 'ok'],
    [-2_000, 'ok'],
    [2_001, 'warning'],
    [-30_000, 'warning'],
    [30_001, 'problem'],
    [-86_400_000, 'problem'],
  ])('default: a difference of %d ms is %s', (differenceMs, status) => {
    expect(describeClock(differenceMs, 'the database').status).toBe(status)
  })

  test('behavior: says in which direction', () => {
    const text = (ms: number) => describeClock(ms, 'the database').message
    expect(text(45_000)).toBe(
      'The clock of this machine is 45 seconds behind that of the database.',
    )
    expect(text(-600_000)).toContain('10 minutes ahead of')
    expect(text(-86_400_000)).toContain('24 hours ahead of')
  })
})
