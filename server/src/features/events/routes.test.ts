import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish } from '../../../test/fixtures/event.js'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { checksumAddress } from '../../lib/hex.js'
import { insertUnlisted } from './event-store.js'
import { readCursor } from './routes.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (apiKey: string, query = '') =>
  app.inject({ url: `/api/events${query}`, headers: { 'x-api-key': apiKey } })

describe('GET /api/events', () => {
  test('default', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    const [event] = await publish(app.ctx, { merchant })
    const response = await ask(apiKey)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      events: [
        {
          id: event?.id,
          createdAt: app.ctx.now(),
          event: 'receipt.status_updated',
          receiptId: 'R-1',
          status: 'paid',
          previousStatus: 'pending',
          failureCode: null,
          failureCategory: null,
          failureReason: null,
          failureAction: null,
          transactionHash: null,
          buyerWallet: null,
          merchantWallet: checksumAddress(merchant),
          totalUsd: 12,
          customerTotalUsd: 12,
          token: 'USDC',
          timestamp: app.ctx.now(),
          brandKey: 'default',
          onrampSessionId: null,
          isOnrampSessionUnique: false,
          transactionId: null,
          metadata: { note: 'a\nb' },
        },
      ],
      nextCursor: '1',
    })
  })

  test('behavior: a failed payment omits the payment fields and has the failure fields', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    const [event] = await publish(app.ctx, { merchant })
    const body = { event: 'receipt.status_updated', status: 'failed', failureCode: 'X', later: 1 }
    await app.ctx.db.query('update events set body = $2 where merchant = $1', [
      merchant,
      JSON.stringify({ ...JSON.parse(event?.body ?? ''), ...body, buyerWallet: undefined }),
    ])
    const [shown] = (await ask(apiKey)).json().events
    expect(shown).toMatchObject(body)
    expect(shown).not.toHaveProperty('buyerWallet')
    expect(shown).toHaveProperty('transactionHash', null)
  })

  test('behavior: ends a page of large events early', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    const events = await publish(app.ctx, { merchant, count: 80 })
    const large = JSON.stringify({ metadata: { note: 'x'.repeat(16_000) } })
    await app.ctx.db.query(
      'update events set body = (body::jsonb || $2::jsonb)::text where merchant = $1',
      [merchant, large],
    )
    const problems: string[] = []
    let pages = 0
    for (let after = '0'; after !== '80'; pages += 1) {
      const response = await ask(apiKey, `?limit=200&after=${after}`)
      expect(response.body.length).toBeLessThan(600_000)
      after = response.json().nextCursor
      problems.push(...response.json().events.map(({ id }: { id: string }) => id))
    }
    expect(problems).toEqual(events.map(({ id }) => id))
    expect(pages).toBe(3)
  })

  test('behavior: pages through past events, then returns new ones', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    const events = await publish(app.ctx, { merchant, count: 5 })
    const first = (await ask(apiKey, '?limit=3')).json()
    expect(first.nextCursor).toBe('3')
    const second = (await ask(apiKey, '?limit=3&after=3')).json()
    expect(second.nextCursor).toBe('5')
    const ids = [...first.events, ...second.events].map(({ id }) => id)
    expect(ids).toEqual(events.map(({ id }) => id))

    expect((await ask(apiKey, '?after=5')).json()).toEqual({ events: [], nextCursor: '5' })
    const [next] = await publish(app.ctx, { merchant })
    expect((await ask(apiKey, '?after=5')).json()).toMatchObject({
      events: [{ id: next?.id }],
      nextCursor: '6',
    })
  })

  test('behavior: returns 100 events by default and 200 at most', async () => {
    const { apiKey, wallet: merchant } = await aDeveloper(app.ctx)
    await publish(app.ctx, { merchant, count: 201 })
    const counts = await Promise.all(
      ['', '?limit=200', '?limit=1000', '?limit=0'].map(
        async (query) => (await ask(apiKey, query)).json().events.length,
      ),
    )
    expect(counts).toEqual([100, 200, 200, 1])
  })

  test('behavior: returns an empty page without events', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    expect((await ask(apiKey)).json()).toEqual({ events: [], nextCursor: '0' })
  })

  test('behavior: omits events of other merchants and test events', async () => {
    const [first, second] = [await aDeveloper(app.ctx), await aDeveloper(app.ctx)]
    const [event] = await publish(app.ctx, { merchant: first.wallet })
    if (!event) throw new Error('nothing was published')
    const testEvent = { ...event, id: '00000000-0000-4000-8000-000000000000', receiptId: null }
    await insertUnlisted(app.ctx.db, testEvent)
    expect((await ask(first.apiKey)).json().events).toHaveLength(1)
    expect((await ask(second.apiKey)).json().events).toEqual([])
  })

  test('behavior: signed-in users with receipts:read can read events', async () => {
    const person = await signIn(app)
    await publish(app.ctx, { merchant: person.wallet })
    const response = await app.inject({ url: '/api/events', headers: person.headers })
    expect(response.json().events).toHaveLength(1)
  })

  test.each(['?after=x', '?after=-1', '?after=1.5', '?limit=x'])(
    'error: rejects %s',
    async (query) => {
      const { apiKey } = await aDeveloper(app.ctx)
      const response = await ask(apiKey, query)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    },
  )

  test('error: rejects a key without receipts:read', async () => {
    const { apiKey } = await aDeveloper(app.ctx, { scopes: ['receipts:write'] })
    for (const path of ['', '/stream']) {
      const response = await ask(apiKey, path)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ requiredScope: 'receipts:read' })
    }
  })
})

describe('readCursor', () => {
  test('default', () => {
    expect(readCursor('after', '42')).toBe(42)
  })

  test.each([undefined, ''])('behavior: returns null for %j', (text) => {
    expect(readCursor('after', text)).toBeNull()
  })

  test('behavior: parses every event number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (no) => {
        expect(readCursor('after', String(no))).toBe(no)
      }),
      { numRuns: 200 },
    )
  })

  test('error: rejects any other text', () => {
    const others = fc.oneof(
      fc.constantFrom('-1', '1.5', '1e3', ' 1', '0x1', '٣', '9'.repeat(16)),
      fc.string({ minLength: 1 }).filter((text) => !/^\d{1,15}$/.test(text)),
    )
    fc.assert(
      fc.property(others, (text) => {
        expect(() => readCursor('after', text)).toThrow(
          expect.objectContaining({
            code: 'invalid_input',
            message: expect.stringMatching(/^after /),
          }),
        )
      }),
      { numRuns: 200 },
    )
  })
})
