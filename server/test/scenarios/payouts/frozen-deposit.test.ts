import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/lib/time.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const abi = parseAbi(['function blacklist(address account)'])
const lineItems = [{ label: 'A', priceUsd: 5 }]

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

describe('a deposit address that the token has frozen', { timeout: 60_000 }, () => {
  test('behavior: does not stop the other receipts of the merchant', { tags: 'slow' }, async () => {
    const seller = await aSeller(paying.app)
    const order = async (id: string) => {
      await seller.post('/api/receipts', { id, totalUsd: 5, lineItems })
      const to = await paying.depositOf(seller.wallet, id)
      await paying.pay('USDC', { from: paying.buyer, to, units: 5_000_000n })
      return to
    }
    const data = encodeFunctionData({
      abi,
      functionName: 'blacklist',
      args: [await order('frozen')],
    })
    await paying.send(paying.buyer, paying.tokenOf('USDC'), data)
    await paying.mine(3)
    await paying.settle(6)

    await order('good')
    const isDone = async () =>
      /^(completed|reconciled)$/.test((await seller.get('/api/receipts/good')).json().status)
    for (let hour = 0; hour < 24 && !(await isDone()); hour += 1) {
      paying.app.ctx.clock.advance(HOUR_MS)
      await paying.mine(1)
      await paying.settle(4)
    }
    expect(await isDone()).toBe(true)
  })
})
