import { describe, expect, test } from 'vitest'
import { cents } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import { formatReport } from './format-report.js'
import { sumFigures } from './sum-figures.js'

function aRow(fields: { receiptId?: string; net?: bigint; holder?: string } = {}) {
  const { receiptId = 'r-1', net = 1_000n, holder = 'manual' } = fields
  const zero = cents(0n)
  return {
    at: unixMs(0),
    receiptId,
    currency: 'EUR' as const,
    tokens: ['EURC', 'USDC'],
    subtotal: cents(net),
    taxes: new Map([['state', zero]]),
    fee: zero,
    total: cents(net),
    refunds: zero,
    net: cents(net),
    credit: zero,
    recipients: new Map([[holder, cents(net)]]),
  }
}

const linesOf = (...rows: ReturnType<typeof aRow>[]) =>
  formatReport({ from: 0, to: 1, rows, totals: sumFigures(rows) }).split('\r\n')

describe('formatReport', () => {
  test('default', () => {
    expect(linesOf(aRow(), aRow({ receiptId: 'r-2', net: 1_010n }))).toEqual([
      'date,receiptId,currency,token,subtotal,tax:state,fee,total,refunds,net,credit,manual',
      '1970-01-01T00:00:00.000Z,r-1,EUR,EURC+USDC,10,0,0,10,0,10,0,10',
      '1970-01-01T00:00:00.000Z,r-2,EUR,EURC+USDC,10.1,0,0,10.1,0,10.1,0,10.1',
      'total,,,,20.1,0,0,20.1,0,20.1,0,20.1',
      '',
    ])
  })

  test('behavior: writes 0 for absent recipients and keeps negative amounts as numbers', () => {
    const [head, first, second] = linesOf(aRow({ net: -500n }), aRow({ holder: `unassigned` }))
    expect(head?.split(',').slice(-2)).toEqual(['manual', 'unassigned'])
    expect(first?.split(',').slice(-2)).toEqual(['-5', '0'])
    expect(second?.split(',').slice(-2)).toEqual(['0', '10'])
  })

  test('behavior: escapes formulas', () => {
    const [, row] = linesOf(aRow({ receiptId: '=1+1' }))
    expect(row?.split(',')[1]).toBe("'=1+1")
  })
})
