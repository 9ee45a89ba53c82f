import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anAcceptedAuthorization,
  lackMoney,
  moveTo,
} from '../../../../test/fixtures/accepted-authorization.js'
import { aListedShop, anAnonymousBuyer } from '../../../../test/fixtures/anonymous-caller.js'
import { aBuyer, aHash, setNativeBalance } from '../../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { OutgoingState } from '../../../platform/chain/outgoing/outgoing.js'
import { listVersions, refKey } from './version-store.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('listVersions', () => {
  test('behavior: changes with every state of a signed payment', async () => {
    const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
    const refs = [buyer, other]
    const versions = async () => {
      const listed = await listVersions(app.ctx.db, { refs, chainId: 84_532, priorities: [0] })
      return [listed.get(refKey(buyer)), listed.get(refKey(other))]
    }
    const history = [await versions()]
    const id = await anAcceptedAuthorization(app.ctx, buyer)
    history.push(await versions())
    const steps: OutgoingState[] = ['signed', 'sent', 'sent', 'mined', 'reverted']
    for (const state of steps) {
      await moveTo(app.ctx, { id, state, hash: aHash() })
      history.push(await versions())
    }
    expect(new Set(history.map(([version]) => version)).size).toBe(steps.length + 2)
    expect(new Set(history.map(([, version]) => version)).size).toBe(1)
    expect(await versions()).toEqual(history.at(-1))
  })

  test('behavior: changes when the merchant is suspended and resumed', async () => {
    const buyer = await aBuyer(app)
    const version = async (suspendedAt: number | null) => {
      await app.ctx.db.query('update merchants set suspended_at = $2 where wallet = $1', [
        buyer.merchant,
        suspendedAt,
      ])
      const input = { refs: [buyer], chainId: 84_532, priorities: [0] }
      return (await listVersions(app.ctx.db, input)).get(refKey(buyer))
    }
    const before = await version(null)
    expect(await version(1)).not.toBe(before)
    expect(await version(null)).toBe(before)
  })

  test('behavior: changes with the native balance', async () => {
    const buyer = await aBuyer(app)
    const version = async () =>
      (await listVersions(app.ctx.db, { refs: [buyer], chainId: 84_532, priorities: [0] })).get(
        refKey(buyer),
      )
    const history = [await version()]
    for (const units of [1n, 2n]) {
      await setNativeBalance(app.ctx, { ...buyer, units })
      history.push(await version())
    }
    expect(new Set(history).size).toBe(3)
    await setNativeBalance(app.ctx, { ...buyer, units: null })
    expect(await version()).toBe(history[0])
  })

  test('behavior: changes when an item of an order without a key sells out or returns', async () => {
    const shop = await aListedShop(app)
    const anonymousBuyer = await anAnonymousBuyer(app, shop)
    const version = async () =>
      (
        await listVersions(app.ctx.db, { refs: [anonymousBuyer], chainId: 84_532, priorities: [0] })
      ).get(refKey(anonymousBuyer))
    const before = await version()
    const { receipt } = (await shop.post('/api/orders', { items: [{ sku: 'T', qty: 1 }] })).json()
    expect(await version()).not.toBe(before)
    await shop.act('/api/receipts/status', { receiptId: receipt.receiptId, status: 'failed' })
    expect(await version()).toBe(before)
  })

  test('behavior: changes for all receipts while the relayer lacks gas', async () => {
    const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
    const version = async () =>
      (await listVersions(app.ctx.db, { refs: [buyer], chainId: 84_532, priorities: [0] })).get(
        refKey(buyer),
      )
    const before = await version()
    const id = await anAcceptedAuthorization(app.ctx, other)
    expect(await version()).toBe(before)
    await lackMoney(app.ctx, id)
    expect(await version()).not.toBe(before)
    await moveTo(app.ctx, { id, state: 'failed', hash: null })
    expect(await version()).toBe(before)
  })
})
