import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../test/paying.js'
import { signIn } from '../../../../test/sign-in.js'
import { checksumAddress, parseAddress } from '../../../lib/hex.js'
import { sandboxPlatformWallet } from '../../../platform/config/sandbox-secrets.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

const address = (text: string) => {
  const parsed = parseAddress(text)
  if (!parsed) throw new Error(`${text} is no address`)
  return parsed
}

/** A seller, and the deposit address of an order of 100.50 USDC that is paid there. */
async function aPaidSeller(): Promise<Seller> {
  const seller = await aSeller(paying.app, { items: [{ sku: 'A', name: 'A', priceUsd: 100 }] })
  const { receipt } = (await seller.post('/api/orders', { items: [{ sku: 'A', qty: 1 }] })).json()
  const to = await paying.depositOf(seller.wallet, receipt.receiptId)
  await paying.pay('USDC', { from: paying.buyer, to, units: 100_500_000n })
  return seller
}

describe('GET /api/payouts/balances', () => {
  test('default: money at a deposit address, until it is paid out', async () => {
    const seller = await aPaidSeller()
    await paying.watch()
    const { split } = (await seller.get('/api/split/deploy')).json()
    const before = (await seller.get('/api/payouts/balances')).json()
    expect(before).toMatchObject({
      ok: true,
      automatic: true,
      minUsd: 0,
      next: { usd: 100.5, at: expect.any(Number) },
      depositsUsd: 100.5,
      splitsUsd: 0,
      balances: [
        {
          place: 'deposit',
          payoutAddress: split.address,
          symbol: 'USDC',
          units: '100500000',
          amount: '100.5',
          usd: 100.5,
          addresses: 1,
        },
      ],
    })

    await paying.settle()
    const after = (await seller.get('/api/payouts/balances')).json()
    expect(after).toMatchObject({ next: { usd: 0, at: null }, balances: [] })
  })

  test('behavior: a transaction by anyone empties the deposit and pays the recipients', {
    tags: 'slow',
  }, async () => {
    const seller = await aPaidSeller()
    await paying.watch()
    const [balance] = (await seller.get('/api/payouts/balances')).json().balances
    const place = `payoutAddress=${balance.payoutAddress}&token=${balance.token}`
    const { to, data, deposits } = (await seller.get(`/api/payouts/transaction?${place}`)).json()
    expect(deposits).toBe(1)
    await paying.send(paying.buyer, address(to), data)

    await paying.settle()
    const { payouts, count } = (await seller.get('/api/payouts')).json()
    expect(count).toBe(1)
    expect(payouts).toMatchObject([{ usd: 100.5, status: 'confirmed' }])
    expect((await seller.get('/api/payouts/balances')).json().balances).toEqual([])
  })

  test('error: a balance that the merchant does not have', { tags: 'slow' }, async () => {
    const [seller, other] = [await aPaidSeller(), await aSeller(paying.app, {})]
    await paying.watch()
    const [balance] = (await seller.get('/api/payouts/balances')).json().balances
    const place = `payoutAddress=${balance.payoutAddress}&token=${balance.token}`
    expect((await other.get('/api/payouts/balances')).json().balances).toEqual([])
    expect((await other.get(`/api/payouts/transaction?${place}`)).statusCode).toBe(404)
    const invalid = await seller.get('/api/payouts/transaction?payoutAddress=0x1&token=0x2')
    expect([invalid.statusCode, invalid.json().error]).toEqual([400, 'invalid_input'])
    await paying.settle()
  })
})

describe('GET /api/payouts', () => {
  let seller: Seller
  beforeAll(async () => {
    seller = await aPaidSeller()
    await paying.settle()
  }, 60_000)

  test('default: each transaction with what the recipients got', async () => {
    const { payouts, recipients, nextCursor } = (await seller.get('/api/payouts')).json()
    expect(nextCursor).toBeNull()
    expect(payouts).toHaveLength(1)
    const [payout] = payouts
    expect(payout.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(payout.usd).toBe(100.5)
    const platform = payout.recipients.find((part: { role: string }) => part.role === 'platform')
    expect(platform).toMatchObject({
      address: checksumAddress(address(sandboxPlatformWallet)),
      symbol: 'USDC',
      amount: '0.5025',
      usd: 0.5025,
    })
    expect(recipients).toEqual(expect.arrayContaining(payout.recipients))
  })

  test('behavior: one recipient, a range, and pages', async () => {
    const own = (await seller.get(`/api/payouts?account=${seller.wallet}`)).json()
    expect(own.payouts).toMatchObject([{ usd: 99.9975, recipients: [{ role: 'merchant' }] }])
    expect((await seller.get('/api/payouts?to=1')).json()).toMatchObject({ payouts: [], count: 0 })
    expect((await seller.get(`/api/payouts?account=${aWallet()}`)).json().count).toBe(0)
    for (const query of ['cursor=x', 'account=0x1', 'limit=many']) {
      expect((await seller.get(`/api/payouts?${query}`)).statusCode, query).toBe(400)
    }
  })

  test('behavior: a file with one line for each recipient', async () => {
    const response = await seller.get(`/api/payouts/export?account=${seller.wallet}`)
    expect(response.headers['content-type']).toContain('text/csv')
    const [head, line, ...rest] = response.body.trim().split('\r\n')
    expect(head).toBe('time,transaction,status,split,recipient,label,token,amount,usd')
    expect(line).toContain('USDC,99.9975,99.9975')
    expect(rest).toEqual([])
  })

  test('error: another shop', async () => {
    const { headers } = await signIn(paying.app)
    const response = await paying.app.inject({ url: '/api/payouts', headers })
    expect(response.json().payouts).toEqual([])
  })
})
