import { describe, expect, test } from 'vitest'
import type { Receipt } from '../receipt.js'
import { listSteps } from './progress.js'

const stepsOf = (status: string, passed: readonly string[], marked = false) => {
  const timeline = passed.map((entry, at) => ({ status: entry, at, by: 'x', previousStatus: null }))
  return listSteps({ status, marked, timeline } as unknown as Receipt).map(({ at }) => at)
}

describe('listSteps', () => {
  test('default: each step has the time at which it was reached', () => {
    const passed = ['generated', 'tx_mined', 'recipient_validated', 'paid', 'completed']
    expect(stepsOf('completed', passed)).toEqual([1, 3, 3, 4])
    expect(stepsOf('tx_mined', passed.slice(0, 2))).toEqual([1, null, null, null])
    expect(stepsOf('generated', ['generated'])).toEqual([null, null, null, null])
  })

  test('behavior: a payment that was recorded by hand has one step', () => {
    expect(stepsOf('paid', ['generated', 'paid'], true)).toEqual([1])
  })

  test('behavior: steps before a removed block do not count', () => {
    expect(stepsOf('generated', ['generated', 'tx_mined', 'generated'])).toEqual(
      Array(4).fill(null),
    )
    expect(stepsOf('tx_mined', ['tx_mined', 'generated', 'tx_mined'])).toEqual([
      2,
      null,
      null,
      null,
    ])
  })
})
