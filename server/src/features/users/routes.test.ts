import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { aSeller } from '../../../test/fixtures/seller.js'
import { aSoldReceipt } from '../../../test/fixtures/sold-receipt.js'
import { aUser, type TestUser } from '../../../test/fixtures/user.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { checksumAddress } from '../../lib/hex.js'
import { scoreBatch } from './scores/score-receipts.js'

let app: TestApp
let key: { 'x-api-key': string }
let ana: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await createTestApp()
  const { apiKey } = await aDeveloper(app.ctx, { scopes: ['users:read'], callsPerMinute: 100_000 })
  key = { 'x-api-key': apiKey }
  await aUser(app, { displayName: 'Zoë Quartz', handle: 'ZoeTea' })
  app.ctx.clock.advance(1_000)
  ana = await aUser(app, { displayName: 'Ana Quartz', handle: 'ana_stone' })
  app.ctx.clock.advance(1_000)
  ben = await aUser(app, { displayName: 'Ben Quartz', handle: 'ben_stone' })
  await aUser(app, { displayName: 'Quartz Private', isPublic: false })
  const seller = await aSeller(app)
  await aSoldReceipt(app.ctx, { seller, id: 'a', cents: 5_000, buyer: ana.wallet })
  await aSoldReceipt(app.ctx, { seller, id: 'b', cents: 2_000, buyer: ben.wallet })
  await aSoldReceipt(app.ctx, { seller, id: 'c', cents: 1_000, buyer: ben.wallet })
  await scoreBatch(app.ctx)
  await ben.follow(ana.handle)
})
afterAll(() => app.close())

const get = (query: string) => app.inject({ url: `/api/users/search?${query}`, headers: key })
const handles = async (query: string): Promise<string[]> =>
  (await get(query)).json().users.map((user: { handle: string }) => user.handle)

describe('GET /api/users/search', () => {
  test('default', async () => {
    const response = await get('q=quartz')
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      users: [
        {
          id: expect.stringMatching(/^usr_/),
          wallet: checksumAddress(ana.wallet),
          displayName: 'Ana Quartz',
          handle: 'ana_stone',
          bio: '',
          avatarUrl: null,
          xp: 50,
          level: 1,
          live: false,
          metrics: { followers: 1, following: 0, sales: 0, purchases: 1 },
          joinedAt: expect.any(Number),
          lastSeenAt: null,
        },
        expect.objectContaining({ handle: 'ben_stone', xp: 30 }),
        expect.objectContaining({ handle: 'ZoeTea', xp: 0 }),
      ],
      meta: { total: 3, limit: 20, offset: 0 },
    })
  })

  test('behavior: matches the beginnings of words, without case and accents', async () => {
    expect(await handles('q=QUA%20zoe')).toEqual(['ZoeTea'])
    expect(await handles('q=%EF%BC%BAo%C3%AB')).toEqual(['ZoeTea'])
    expect(await handles('q=stone')).toEqual(['ana_stone', 'ben_stone'])
    expect(await handles('q=ana_st')).toEqual(['ana_stone'])
    expect(await handles('q=tone')).toEqual([])
    expect(await handles(`q=${ben.wallet}`)).toEqual(['ben_stone'])
    expect(await handles("q=o'quartz%20%26%20!%20:*")).toEqual([])
  })

  test('behavior: filters by XP and metrics', async () => {
    expect(await handles('q=quartz&xpMin=30')).toEqual(['ana_stone', 'ben_stone'])
    expect(await handles('q=quartz&xpMin=1&xpMax=30')).toEqual(['ben_stone'])
    expect(await handles('metric=purchases&metricMin=2')).toEqual(['ben_stone'])
    expect(await handles('q=quartz&metric=followers&metricMin=1')).toEqual(['ana_stone'])
    expect(await handles('q=quartz&metric=following&metricMax=0&sort=name')).toEqual([
      'ana_stone',
      'ZoeTea',
    ])
  })

  test('behavior: sorts and pages', async () => {
    const order = ['ana_stone', 'ben_stone', 'ZoeTea']
    expect(await handles('q=quartz&sort=name')).toEqual(order)
    expect(await handles('q=quartz&sort=name&order=desc')).toEqual(order.toReversed())
    expect(await handles('q=quartz&sort=createdAt')).toEqual(['ben_stone', 'ana_stone', 'ZoeTea'])
    expect(await handles('q=quartz&order=asc')).toEqual(['ZoeTea', 'ben_stone', 'ana_stone'])
    const page = (await get('q=quartz&sort=name&limit=1&offset=1')).json()
    expect(page.meta).toEqual({ total: 3, limit: 1, offset: 1 })
    expect(page.users).toMatchObject([{ handle: 'ben_stone' }])
  })

  test('error: refuses bad parameters', async () => {
    for (const query of [
      'xpMin=a',
      'xpMin=-1',
      'xpMin=5&xpMax=1',
      'metric=views&metricMin=1',
      'metricMin=1',
      'sort=wallet',
      'order=up',
      `q=${'a'.repeat(201)}`,
      'q=a+b+c+d+e+f+g+h+i',
      'q=%21%21',
      'limit=x',
    ]) {
      const response = await get(query)
      expect([query, response.statusCode]).toEqual([query, 400])
    }
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['graphql:read'] })
    const headers = { 'x-api-key': apiKey }
    expect((await app.inject({ url: '/api/users/search', headers })).statusCode).toBe(403)
  })
})
