import { describe, expect, test } from 'vitest'
import { closestName } from './report-ignored.js'

describe('closestName', () => {
  const candidates = ['taxRate', 'taxComponents', 'webhook_url', 'qty']

  test('default', () => {
    expect(closestName('taxRat', candidates)).toBe('taxRate')
  })

  test.each([
    ['tax_rate', 'taxRate'],
    ['TAX-RATE', 'taxRate'],
    ['webhookUrl', 'webhook_url'],
    ['qyt', null],
    ['colour', null],
    ['', null],
  ])('behavior: %j means %j', (name, closest) => {
    expect(closestName(name, candidates)).toBe(closest)
  })

  test('behavior: compares long names by their beginning', () => {
    expect(closestName('x'.repeat(100_000), candidates)).toBeNull()
  })
})
