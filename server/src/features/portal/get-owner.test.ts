import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer } from '../../../test/fixtures/buyer.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { checksumAddress, parseAddress } from '../../lib/hex.js'
import { getOwner } from './get-owner.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const notFound = expect.objectContaining({ code: 'not_found' })

describe('getOwner', () => {
  test('default', async () => {
    const { merchant } = await aBuyer(app, { id: 'only-one' })
    expect(await getOwner(app.ctx, { id: 'only-one' })).toBe(merchant)
    for (const recipient of [merchant, checksumAddress(merchant)]) {
      expect(await getOwner(app.ctx, { id: 'only-one', recipient })).toBe(merchant)
    }
  })

  test('behavior: selects by recipient among several merchants', async () => {
    const one = await aBuyer(app, { id: 'shared' })
    const other = await aBuyer(app, { id: 'shared' })
    await expect(getOwner(app.ctx, { id: 'shared' })).rejects.toEqual(notFound)
    for (const { merchant: recipient } of [one, other]) {
      expect(await getOwner(app.ctx, { id: 'shared', recipient })).toBe(recipient)
    }
  })

  test('behavior: accepts every split that the merchant ever had', async () => {
    const seller = await aSeller(app)
    const { merchant } = await aBuyer(app, { id: 'split', seller })
    await aBuyer(app, { id: 'split' })
    const { rows } = await app.ctx.db.query<{ address: string }>(
      `insert into split_contracts (chain_id, address, merchant)
       select chain_id, $2, merchant from splits where merchant = $1 returning address`,
      [merchant, aWallet()],
    )
    const first = await app.ctx.db.query<{ address: string }>(
      'select address from splits where merchant = $1 and version = 1',
      [merchant],
    )
    for (const { address } of [...rows, ...first.rows]) {
      const recipient = checksumAddress(parseAddress(address) ?? merchant)
      expect(await getOwner(app.ctx, { id: 'split', recipient })).toBe(merchant)
    }
  })

  test('behavior: prefers a wallet over a split with the same address', async () => {
    const one = await aBuyer(app, { id: 'both' })
    const other = await aBuyer(app, { id: 'both' })
    await app.ctx.db.query(
      'insert into split_contracts (chain_id, address, merchant) values ($1, $2, $3)',
      [app.ctx.config.chainId, one.merchant, other.merchant],
    )
    expect(await getOwner(app.ctx, { id: 'both', recipient: one.merchant })).toBe(one.merchant)
  })

  test('error: returns 404 for an unknown id or another recipient', async () => {
    const { merchant } = await aBuyer(app, { id: 'known' })
    await expect(getOwner(app.ctx, { id: 'unknown' })).rejects.toEqual(notFound)
    for (const input of [
      { id: 'unknown', recipient: merchant },
      { id: 'known', recipient: aWallet() },
    ]) {
      await expect(getOwner(app.ctx, input)).rejects.toEqual(notFound)
    }
  })

  test.each(['', '0x12', 'merchant', `0x${'g'.repeat(40)}`])(
    'error: rejects %j as recipient',
    async (recipient) => {
      await expect(getOwner(app.ctx, { id: 'known', recipient })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    },
  )
})
