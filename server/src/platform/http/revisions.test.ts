import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'

let app: TestApp
let owner: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  owner = await signIn(app)
})
afterAll(() => app.close())

const put = (payload: object, headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/inventory',
    headers: { ...owner.headers, ...headers },
    payload,
  })

async function anItem(sku: string) {
  const response = await put({ sku, name: 'Tea', priceUsd: 1 })
  expect(response.headers['etag']).toBe('"1"')
  return response.json().item as { id: string; revision: number }
}

describe('revisions of items', () => {
  test('default: each change counts, and an update of an older revision returns 409', async () => {
    const { id, revision } = await anItem('T-1')
    expect(revision).toBe(1)
    const second = await put({ id, priceUsd: 2, expectedRevision: 1 })
    expect(second.json().item).toMatchObject({ priceUsd: 2, revision: 2 })
    const stale = await put({ id, priceUsd: 3, expectedRevision: 1 })
    expect(stale.statusCode).toBe(409)
    expect(stale.headers['etag']).toBe('"2"')
    expect(stale.json()).toMatchObject({
      error: 'conflict',
      current: { id, priceUsd: 2, revision: 2 },
    })
    const unconditional = await put({ id, priceUsd: 4 })
    expect(unconditional.json().item).toMatchObject({ priceUsd: 4, revision: 3 })
  })

  test('behavior: If-Match, with the same change again, and an item sent back as received', async () => {
    const { id } = await anItem('T-2')
    expect((await put({ id, name: 'Chai' }, { 'if-match': '"1"' })).statusCode).toBe(200)
    expect((await put({ id, name: 'Mate' }, { 'if-match': 'W/"1"' })).statusCode).toBe(409)
    const current = (await put({ id, name: 'Mate' }, { 'if-match': '*' })).json().item
    expect(current).toMatchObject({ name: 'Mate', revision: 3 })
    const same = await put(current)
    expect(same.json()).toMatchObject({ item: { revision: 3 }, created: false })
    expect(same.json()).not.toHaveProperty('ignoredFields')
  })

  test.each([
    ['an unquoted tag', {}, '1'],
    ['a list of tags', {}, '"1", "2"'],
    ['a different revision in the body', { expectedRevision: 2 }, '"1"'],
  ])('error: %s', async (_name, fields, header) => {
    const { id } = await anItem('T-3')
    const response = await put({ id, ...fields }, { 'if-match': header })
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
    await app.inject({ method: 'DELETE', url: `/api/inventory?id=${id}`, headers: owner.headers })
  })

  test('behavior: of 200 concurrent edits exactly one wins each round', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const { id } = await anItem('T-4')
    for (const revision of [1, 2]) {
      const edits = await Promise.all(
        Array.from({ length: 200 }, (_value, index) =>
          put({ id, description: `${revision}/${index}`, expectedRevision: revision }),
        ),
      )
      const winners = edits.filter(({ statusCode }) => statusCode === 200)
      const losers = edits.filter(({ statusCode }) => statusCode === 409)
      expect([winners.length, losers.length]).toEqual([1, 199])
      const written = winners[0]?.json().item
      expect(written).toMatchObject({ revision: revision + 1 })
      for (const loser of losers) expect(loser.json().current).toEqual(written)
    }
  })
})

describe('revisions of the shop configuration', () => {
  const url = '/api/shop/config'
  const update = (payload: object, headers = {}) =>
    app.inject({ method: 'POST', url, headers: { ...owner.headers, ...headers }, payload })

  test('default: 0 before the first change, and 409 with the current value', async () => {
    const read = await app.inject({ url, headers: owner.headers })
    expect([read.headers['etag'], read.json().config.revision]).toEqual(['"0"', 0])
    const first = await update({ description: 'Tea and more', expectedRevision: 0 })
    expect(first.json().config).toMatchObject({ revision: 1 })
    const stale = await update({ description: 'Coffee' }, { 'if-match': '"0"' })
    expect(stale.statusCode).toBe(409)
    expect(stale.json().current).toMatchObject({ description: 'Tea and more', revision: 1 })
    expect((await update(first.json().config)).json().config).toEqual(first.json().config)
  })
})
