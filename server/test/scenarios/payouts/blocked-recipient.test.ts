import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSplit } from '../../../src/features/split/find-split.js'
import type { Address } from '../../../src/lib/hex.js'
import { merchantSplitAbi } from '../../../src/platform/chain/generated/merchant-split.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

describe('a recipient that the token blocks', { timeout: 60_000 }, () => {
  test('behavior: does not delay the split when others release first', {
    tags: 'slow',
  }, async () => {
    const seller = await aSeller(paying.app, { hasSplit: false })
    const blocked = aWallet()
    const recipients = [
      { address: seller.wallet, sharesBps: 9_850 },
      { address: blocked, sharesBps: 100 },
    ]
    await seller.act('/api/split/deploy', { recipients, deploy: 'now' })
    await paying.settle()
    const split = await findSplit(paying.app.ctx, seller.wallet)
    if (!split) throw new Error('no split')
    const usdc = paying.tokenOf('USDC')
    const blacklist = encodeFunctionData({
      abi: parseAbi(['function blacklist(address account)']),
      args: [blocked],
    })
    await paying.send(paying.buyer, usdc, blacklist)

    const pay = async (id: string) => {
      await seller.post('/api/receipts', {
        id,
        totalUsd: 3,
        lineItems: [{ label: 'A', priceUsd: 3 }],
      })
      const receiptKey = await paying.receiptKeyOf(seller.wallet, id)
      await paying.payByGateway({
        from: paying.buyer,
        receiptKey,
        payoutAddress: split.address,
        token: usdc,
        units: 3_000_000n,
      })
    }
    const statusOf = async (id: string) => (await seller.get(`/api/receipts/${id}`)).json().status

    // Without a third party: the others are paid, and the receipt is completed.
    await pay('alone')
    await paying.settle(20)
    expect(await statusOf('alone')).toMatch(/^(completed|reconciled)$/)

    await pay('beside')
    for (const { address } of split.recipients.filter(
      (recipient) => recipient.address !== blocked,
    )) {
      const args = [usdc, address as Address] as const
      const data = encodeFunctionData({ abi: merchantSplitAbi, functionName: 'release', args })
      await paying.send(paying.buyer, split.address, data)
    }
    await paying.settle(20)
    await pay('after')
    await paying.settle(20)
    expect(await statusOf('beside')).toMatch(/^(completed|reconciled)$/)
    expect(await statusOf('after')).toMatch(/^(completed|reconciled)$/)
  })
})
