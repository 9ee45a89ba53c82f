import { describe, expect, test } from 'vitest'
import { cents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { formatSettlement } from './describe-settlement.js'
import { sumFigures, sumUnsold } from './get-settlement-report.js'
import type { UnsoldRow } from './summarize-unsold.js'

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

const linesOf = (...rows: ReturnType<typeof aRow>[]) => linesWith(rows, [])

function linesWith(rows: ReturnType<typeof aRow>[], received: UnsoldRow[]): string[] {
  const receivedNotSold = { rows: received, totals: sumUnsold(received) }
  const report = { from: 0, to: 1, rows, totals: sumFigures(rows), receivedNotSold }
  return formatSettlement(report).split('\r\n')
}

describe('formatSettlement', () => {
  test('default', () => {
    expect(linesOf(aRow(), aRow({ receiptId: 'r-2', net: 1_010n }))).toEqual([
      'date,receiptId,currency,token,subtotal,tax:state,fee,total,refunds,net,credit,manual,type,amount,transactionHash',
      '1970-01-01T00:00:00.000Z,r-1,EUR,EURC+USDC,10,0,0,10,0,10,0,10,sale,,',
      '1970-01-01T00:00:00.000Z,r-2,EUR,EURC+USDC,10.1,0,0,10.1,0,10.1,0,10.1,sale,,',
      'total,,,,20.1,0,0,20.1,0,20.1,0,20.1,total,,',
      '',
    ])
  })

  test('behavior: writes 0 for absent recipients and keeps negative amounts as numbers', () => {
    const [head, first, second] = linesOf(aRow({ net: -500n }), aRow({ holder: `unassigned` }))
    expect(head?.split(',').slice(-5, -3)).toEqual(['manual', 'unassigned'])
    expect(first?.split(',').slice(-5, -3)).toEqual(['-5', '0'])
    expect(second?.split(',').slice(-5, -3)).toEqual(['0', '10'])
  })

  test('behavior: marks money that was received without a sale', () => {
    const received: UnsoldRow = {
      at: unixMs(0),
      receiptId: null,
      token: 'ETH',
      amount: '0.123456789012345678',
      usd: cents(370n),
      transactionHash: '0xab',
      recipients: new Map([['partner', cents(370n)]]),
    }
    const returned = { ...received, receiptId: 'r-9', amount: '-1.5', usd: cents(-150n) }
    const [head, , total, ...lines] = linesWith([aRow()], [received, returned])
    expect(head?.split(',').slice(-5, -3)).toEqual(['manual', 'partner'])
    expect(total).toContain(',total,,')
    expect(lines).toEqual([
      '1970-01-01T00:00:00.000Z,,,ETH,0,0,0,0,0,0,3.7,0,3.7,received_not_sold,0.123456789012345678,0xab',
      '1970-01-01T00:00:00.000Z,r-9,,ETH,0,0,0,0,0,0,-1.5,0,3.7,received_not_sold,-1.5,0xab',
      'total,,,,0,0,0,0,0,0,2.2,0,7.4,total_received_not_sold,,',
      '',
    ])
  })

  test('behavior: escapes formulas', () => {
    const [, row] = linesOf(aRow({ receiptId: '=1+1' }))
    expect(row?.split(',')[1]).toBe("'=1+1")
  })
})
