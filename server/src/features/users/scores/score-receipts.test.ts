import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { aSoldReceipt, postRefund } from '../../../../test/fixtures/sold-receipt.js'
import { aUser } from '../../../../test/fixtures/user.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'
import { deleteSales } from '../../../features.js'
import { type Address, knownAddress } from '../../../lib/hex.js'
import { DAY_MS } from '../../../lib/time.js'
import { reversePosting } from '../../ledger/post.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import { setBuyerWallet } from '../../receipts/status/update-receipt.js'
import { rankUsers } from './rank-users.js'
import { scoreReceipts } from './score-receipts.js'
import { findScore } from './score-store.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { signal } = new AbortController()
const run = () => scoreReceipts.run(app.ctx, signal)
const scoreOf = async (wallet: Address) => {
  const { xp, sales, purchases } = await findScore(app.ctx.db, wallet)
  return [xp, sales, purchases]
}

describe('scoreReceipts', () => {
  test('default', async () => {
    const seller = await aSeller(app)
    const buyer = aWallet()
    await aSoldReceipt(app.ctx, { seller, id: 'a', cents: 1_250, buyer })
    await aSoldReceipt(app.ctx, { seller, id: 'b', cents: 250, buyer })
    await run()
    expect(await scoreOf(buyer)).toEqual([15, 0, 2])
    expect(await scoreOf(seller.wallet)).toEqual([15, 2, 0])
  })

  test('behavior: refunds and reversals take XP back, and a second run changes nothing', async () => {
    const seller = await aSeller(app)
    const { wallet: merchant } = seller
    const buyer = aWallet()
    await aSoldReceipt(app.ctx, { seller, id: 'a', cents: 1_000, buyer })
    await aSoldReceipt(app.ctx, { seller, id: 'b', cents: 700, buyer })
    await run()
    await postRefund(app.ctx, { merchant, id: 'a', key: 'refund:1', cents: 400 })
    await run()
    expect(await scoreOf(buyer)).toEqual([13, 0, 2])
    await postRefund(app.ctx, { merchant, id: 'a', key: 'refund:2', cents: 600 })
    await reversePosting(app.ctx, { merchant, key: 'sale:b:1', at: app.ctx.now() })
    await run()
    await run()
    expect(await scoreOf(buyer)).toEqual([0, 0, 0])
    expect(await scoreOf(merchant)).toEqual([0, 0, 0])
    await reversePosting(app.ctx, { merchant, key: 'refund:2', at: app.ctx.now() })
    await run()
    expect(await scoreOf(buyer)).toEqual([6, 0, 1])
  })

  test('behavior: a manual payment and trade with oneself earn nothing', async () => {
    const seller = await aSeller(app)
    const lineItems = [{ label: 'Tea', priceUsd: 30 }]
    await seller.post('/api/receipts', { id: 'cash', lineItems, totalUsd: 30 })
    await seller.act('/api/receipts/status', { receiptId: 'cash', status: 'paid' })
    await aSoldReceipt(app.ctx, { seller, id: 'own', cents: 5_000, buyer: seller.wallet })
    await run()
    expect(await scoreOf(seller.wallet)).toEqual([0, 0, 0])
  })

  test('behavior: follows the payer when a later look at the chain finds another one', async () => {
    const seller = await aSeller(app)
    const [first, second] = [aWallet(), aWallet()]
    await aSoldReceipt(app.ctx, { seller, id: 'a', cents: 900, buyer: first })
    await run()
    const receipt = await getReceipt(app.ctx, { merchant: seller.wallet, id: 'a' })
    await setBuyerWallet(app.ctx, { receipt, buyerWallet: second })
    await run()
    expect(await scoreOf(first)).toEqual([0, 0, 0])
    expect(await scoreOf(second)).toEqual([9, 0, 1])
    expect(await scoreOf(seller.wallet)).toEqual([9, 1, 0])
  })

  test('behavior: caps XP per buyer, merchant and day, and ranks public users by window', async () => {
    const keys = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()] as const
    const [first, second] = keys.map((key) => knownAddress(privateKeyToAddress(key))) as Address[]
    const seller = await aSeller(app, { privateKey: keys[2] })
    await aSoldReceipt(app.ctx, { seller, id: 'a', cents: 80_000, buyer: first ?? null })
    await aSoldReceipt(app.ctx, { seller, id: 'b', cents: 90_000, buyer: second ?? null })
    await run()
    app.ctx.clock.advance(8 * DAY_MS)
    await aSoldReceipt(app.ctx, { seller, id: 'c', cents: 2_000, buyer: first ?? null })
    await run()
    const [buyer, hidden, shop] = await Promise.all(
      keys.map(async (privateKey, index) =>
        aUser(app, { person: await signIn(app, { privateKey }), isPublic: index !== 1 }),
      ),
    )
    if (!buyer || !hidden || !shop) throw new Error('a user is missing')
    expect(await scoreOf(buyer.wallet)).toEqual([520, 0, 2])
    expect(await buyer.profile()).toMatchObject({ xp: 520, level: 3, metrics: { purchases: 2 } })

    const rank = async (period: 'all' | '30d' | '7d') =>
      (await rankUsers(app.ctx, { metric: 'xp', period, limit: 2 })).map((entry) => [
        entry.rank,
        entry.user.handle,
        entry.value,
      ])
    const whole = [
      [1, shop.handle, 1_020],
      [2, buyer.handle, 520],
    ]
    expect(await rank('all')).toEqual(whole)
    expect(await rank('30d')).toEqual(whole)
    expect((await rank('7d')).map(([, , value]) => value)).toEqual([20, 20])

    await shop.hide()
    expect(await rank('all')).toEqual([[1, buyer.handle, 520]])
    await hidden.put({ isPublic: true })
    expect(await rank('all')).toEqual([
      [1, buyer.handle, 520],
      [2, hidden.handle, 500],
    ])
  })

  test('behavior: the reset of a sandbox takes everything back', async () => {
    const seller = await aSeller(app)
    const buyer = await aUser(app)
    await aSoldReceipt(app.ctx, { seller, id: 'a', cents: 1_250, buyer: buyer.wallet })
    await run()
    await app.ctx.db.transaction((tx) => deleteSales({ ...app.ctx, db: tx }, seller.wallet))
    await run()
    expect(await scoreOf(buyer.wallet)).toEqual([0, 0, 0])
    expect(await buyer.profile()).toMatchObject({ xp: 0, metrics: { purchases: 0 } })
  })
})
