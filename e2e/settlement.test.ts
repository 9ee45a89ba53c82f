import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { unique, useOwnService } from './helpers/client.js'
import { connect } from './helpers/demo-chain.js'
import { payByTransfer, transfers } from './helpers/plain-transfer.js'

/** Its ledger contains only the payments of this file. */
const service = useOwnService({ SANDBOX_CHAIN: 'on' })

describe('a plain transfer to the deposit address', () => {
  test.each(transfers)('default: settles $symbol, exact to the unit', async (transfer) => {
    const { paidMs, completedMs } = await payByTransfer(service, {
      ...transfer,
      id: unique('transfer'),
    })
    // Allows for a busy machine. `npm run chaos -- latency` measures the real limits.
    expect(paidMs).toBeLessThan(20_000)
    expect(completedMs).toBeLessThan(60_000)
  })

  test('behavior: the ledger balances and every payment is released', async () => {
    type TrialBalance = { balanced: boolean; totals: { balance: string }[] }
    const { body } = await service.program<TrialBalance>('GET /api/ledger/trial-balance')
    expect(body.balanced).toBe(true)
    expect(body.totals.length).toBeGreaterThanOrEqual(4)
    for (const total of body.totals) expect(Number(total.balance)).toBe(0)

    type Row = { currency: string; status: string }
    const rows = (await service.program<Row[]>('GET /api/split/transactions')).body
    const currencies = rows.map((row) => row.currency).toSorted()
    expect(currencies).toEqual(['ETH', 'EURC', 'USDC', 'USDT'])
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['released']))
  })
  test('behavior: the reserve equals the balances on chain, to the unit', async () => {
    type Balance = { currency: string; amounts: Record<'releasable' | 'wallet', string> }
    const { body } = await service.program<{ balances: Balance[] }>('GET /api/reserve/balances')
    expect(body.balances.map(({ currency }) => currency).toSorted()).toEqual([
      'ETH',
      'EURC',
      'USDC',
      'USDT',
    ])

    const chain = connect(service.demo)
    const merchant = service.demo.merchantWallet as `0x${string}`
    for (const { currency, amounts } of body.balances) {
      const decimals = currency === 'ETH' ? 18 : 6
      const wallet = await chain.balanceIn(currency, merchant)
      expect(parseUnits(amounts.wallet, decimals)).toBe(wallet)
      expect(wallet).toBeGreaterThan(0n)
      const releasable = await chain.releasableIn(currency, merchant)
      expect(parseUnits(amounts.releasable, decimals)).toBe(releasable)
    }
  })
})
