import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp, testNow } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { startTestChain } from '../../../test/test-chain.js'
import { checksumAddress } from '../../lib/hex.js'
import { contracts, splitFactory } from '../../platform/chain/contracts.js'
import {
  type Intent,
  type Outgoing,
  type OutgoingState,
  outgoingStates,
} from '../../platform/chain/outgoing/outgoing.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import { newId } from '../../platform/ids.js'
import { readTransactionQuery, writeCursor } from './routes.js'
import type { OutgoingTransaction } from './schemas.js'

const operatorKey = generatePrivateKey()
let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await createTestApp({
    environment: { PLATFORM_ADMINS: privateKeyToAddress(operatorKey) },
  })
  headers = (await signIn(app, { privateKey: operatorKey })).headers
})
afterAll(() => app.close())

// Operators see all transactions, so every test starts with an empty table.
beforeEach(() => app.ctx.db.query('truncate outgoing_transactions cascade'))

const overview = '/api/chain'
const list = '/api/chain/transactions'
const hash = `0x${'ab'.repeat(32)}`

let keys = 0
const plan = (fields: Partial<Intent> = {}): Promise<Outgoing> =>
  planTransaction(app.ctx, {
    chainId: 84_532,
    key: `test:${keys++}`,
    purpose: 'split.create',
    merchant: '',
    to: aWallet(),
    data: '0xc0ffee',
    value: 0n,
    gas: 400_000n,
    ...fields,
  })

/** Inserts the minimum of columns. */
async function moveTo(state: OutgoingState, { id }: { id: string }): Promise<void> {
  const hasNonce = state !== 'planned' && state !== 'failed'
  const hasBlock = ['mined', 'reverted', 'final'].includes(state)
  await app.ctx.db.query(
    `update outgoing_transactions set state = $2, signer = $3, nonce = $4, block_hash = $5 where id = $1`,
    [id, state, hasNonce ? aWallet() : null, hasNonce ? 0 : null, hasBlock ? hash : null],
  )
}

async function get(query = ''): Promise<{ ids: string[]; nextCursor: string | null }> {
  const response = await app.inject({ url: list + query, headers })
  expect(response.statusCode, response.body).toBe(200)
  const { transactions, nextCursor } = response.json()
  return { ids: transactions.map(({ id }: OutgoingTransaction) => id), nextCursor }
}

describe('GET /api/chain', () => {
  test('default', async () => {
    const chain = await startTestChain()
    try {
      const relayer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
      await chain.call('anvil_setBalance', relayer, '0x14d1120d7b160000')
      await chain.call('anvil_setNonce', relayer, '0x3')
      await chain.call('anvil_setCode', splitFactory.address, '0x00')
      for (const state of outgoingStates) await moveTo(state, await plan())
      await plan()

      const onChain = await app.sibling(chain.environment)
      const response = await onChain.inject({ url: overview, headers })
      const described = {
        address: relayer,
        signs: ['payments', 'settlement', 'cancellations', 'charges', 'deployments'],
        balance: '1.5',
        balanceWei: '1500000000000000000',
        nonce: 3,
        pendingNonce: 3,
      }
      expect(response.statusCode, response.body).toBe(200)
      expect(response.json()).toEqual({
        ok: true,
        chain: {
          chainId: 84_532,
          blockNumber: 0,
          blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          blockTime: expect.any(Number),
          relayer: described,
          relayers: [described],
          contracts: contracts.map(({ name, address }) => ({
            name,
            address: checksumAddress(address),
            isDeployed: name === 'SplitFactory',
          })),
          tokens: expect.arrayContaining([
            { symbol: 'USDC', address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', decimals: 6 },
          ]),
          outgoing: { planned: 2, signed: 1, sent: 1, mined: 1, reverted: 1, final: 1, failed: 1 },
        },
      })
    } finally {
      await chain.close()
    }
  }, 30_000)

  test('behavior: returns null when no chain is configured', async () => {
    const response = await app.inject({ url: overview, headers })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ok: true, chain: null })
  })

  test('error: returns chain_unavailable when the chain is down', async () => {
    // Nothing listens on the discard port.
    const offline = await app.sibling({ CHAIN_RPC_URL: 'http://127.0.0.1:9' })
    const response = await offline.inject({ url: overview, headers })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ error: 'chain_unavailable' })
    expect((await offline.inject({ url: list, headers })).statusCode).toBe(200)
  })
})

describe('GET /api/chain/transactions', () => {
  test('default: returns an empty page', async () => {
    const response = await app.inject({ url: list, headers })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ok: true, transactions: [], nextCursor: null })
  })

  test("default: returns a merchant's transaction", async () => {
    const [merchant, to, signer] = [aWallet(), aWallet(), aWallet()]
    const { id, key, stateSince } = await plan({ merchant, to, value: 10n ** 24n })
    await app.ctx.db.query(
      `update outgoing_transactions set state = 'reverted', signer = $2, nonce = 4, hash = $3,
         generation = 2, bumps = 1, block_number = 9, block_hash = $3, gas_used = 21000,
         error = 'NotEnough()', error_since = 0, stuck_since = 0
       where id = $1`,
      [id, signer, hash],
    )
    const response = await app.inject({ url: list, headers })
    expect(response.json().transactions).toEqual([
      {
        id,
        key,
        purpose: 'split.create',
        merchant: checksumAddress(merchant),
        state: 'reverted',
        to: checksumAddress(to),
        valueWei: `1${'0'.repeat(24)}`,
        signer: checksumAddress(signer),
        nonce: 4,
        hash,
        generation: 2,
        bumps: 1,
        blockNumber: 9,
        gasUsed: 21_000,
        error: 'NotEnough()',
        isStuck: true,
        createdAt: testNow,
        stateSince,
      },
    ])
  })

  test('behavior: hides the signed transaction', async () => {
    const { id } = await plan()
    await moveTo('signed', { id })
    await app.ctx.db.query(
      `insert into outgoing_attempts (transaction_id, generation, chain_id, signer, nonce, raw, hash, gas,
         max_fee_per_gas, max_priority_fee_per_gas, is_empty)
       values ($1, 1, 84532, '0x', 0, '0xdecaf0', $2, 1, 1, 1, false)`,
      [id, hash],
    )
    const { body } = await app.inject({ url: list, headers })
    expect(body).toContain(id)
    expect(body).not.toMatch(/c0ffee|decaf0/)
  })

  test('behavior: pages newest first, even with equal times', async () => {
    const plannedOutgoings: Outgoing[] = []
    for (let index = 0; index < 5; index += 1) {
      plannedOutgoings.push(await plan())
      if (index !== 2) app.ctx.clock.advance(1)
    }
    const expected = plannedOutgoings
      .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)
    expect((await get()).ids).toEqual(expected)

    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { ids, nextCursor } = await get(`?limit=2&cursor=${cursor}`)
      pages.push(ids)
      cursor = nextCursor
    }
    expect(pages).toEqual([expected.slice(0, 2), expected.slice(2, 4), expected.slice(4)])
  })

  test('behavior: returns 50 by default and at most 200', async () => {
    for (let index = 0; index < 201; index += 1) await plan()
    const sizes = ['', '?limit=0', '?limit=200', '?limit=1000'].map(async (query) => {
      const { ids, nextCursor } = await get(query)
      expect(nextCursor).toBe(`${app.ctx.now()}.${ids.at(-1)}`)
      return ids.length
    })
    expect(await Promise.all(sizes)).toEqual([50, 1, 200, 200])
  })

  test('behavior: filters by state', async () => {
    const ids = new Map<OutgoingState, string>()
    for (const state of outgoingStates) {
      const plannedOutgoing = await plan()
      await moveTo(state, plannedOutgoing)
      ids.set(state, plannedOutgoing.id)
    }
    for (const state of outgoingStates) {
      expect(await get(`?state=${state}`)).toEqual({ ids: [ids.get(state)], nextCursor: null })
    }
    expect((await get('?state=')).ids).toHaveLength(outgoingStates.length)
  })

  test.each([
    ['state', 'lost'],
    ['state', 'planned&state=sent'],
    ['limit', 'x'],
    ['cursor', 'x'],
    ['cursor', '5.%00'],
    ['cursor', "5.'%20or%20true%20--"],
    ['cursor', `${'9'.repeat(400)}.txn_1`],
    ['cursor', '5.txn_1&cursor=6.txn_1'],
  ])('error: %s=%s', async (name, value) => {
    const response = await app.inject({ url: `${list}?${name}=${value}`, headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
  })
})

describe.each([overview, list])('GET %s', (url) => {
  test('behavior: is marked as operators only in the API reference', async () => {
    const { paths } = (await app.inject('/openapi.json')).json()
    const expected = { security: [{ session: [] }], 'x-operators-only': true, tags: ['chain'] }
    expect(paths[url].get).toMatchObject(expected)
    expect(paths['/api/auth/me'].get).not.toHaveProperty('x-operators-only')
  })

  test('error: refuses a person who is not an operator', async () => {
    const { headers: otherHeaders } = await signIn(app)
    const response = await app.inject({ url, headers: otherHeaders })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ error: 'forbidden' })
  })

  test('error: refuses a developer key', async () => {
    const { apiKey } = await aDeveloper(app.ctx)
    expect((await app.inject({ url, headers: { 'x-api-key': apiKey } })).statusCode).toBe(403)
  })

  test('error: refuses an anonymous request', async () => {
    const response = await app.inject(url)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ error: 'unauthorized' })
  })
})

const invalid = expect.objectContaining({ code: 'invalid_input' })

describe('readTransactionQuery', () => {
  test('default', () => {
    const expected = { limit: 50, after: null, state: null }
    expect(readTransactionQuery({})).toEqual(expected)
    expect(readTransactionQuery({ limit: '', cursor: '', state: '' })).toEqual(expected)
  })

  test.each(outgoingStates)('behavior: filters by the state %s', (state) => {
    const query = { limit: '7', cursor: '5.txn_1', state }
    const expected = { limit: 7, after: { createdAt: 5, id: 'txn_1' }, state }
    expect(readTransactionQuery(query)).toEqual(expected)
  })

  test.each([
    ['limit', 'x'],
    ['limit', '0x10'],
    ['state', 'lost'],
    ['state', 'Planned'],
    ['state', 'toString'],
    ['cursor', 'txn_1'],
    ['cursor', '5.'],
    ['cursor', '.txn_1'],
    ['cursor', '-5.txn_1'],
    ['cursor', '1e3.txn_1'],
    ['cursor', '5.txn_1\n'],
    ['cursor', '5.txn\0'],
    ['cursor', "5.' or true --"],
    ['cursor', `5.${'x'.repeat(65)}`],
    ['cursor', `${'9'.repeat(16)}.txn_1`],
  ])('error: %s=%j', (name, value) => {
    expect(() => readTransactionQuery({ [name]: value })).toThrow(invalid)
  })

  test('property: bounds the limit', () => {
    fc.assert(
      fc.property(fc.integer(), (limit) => {
        const read = readTransactionQuery({ limit: String(limit) })
        expect(read.limit).toBe(Math.min(200, Math.max(1, limit)))
      }),
      { numRuns: 200 },
    )
  })

  test('property: reads back the cursors it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 - 1 }), (createdAt) => {
        const after = { createdAt, id: newId('txn') }
        expect(readTransactionQuery({ cursor: writeCursor(after) }).after).toEqual(after)
      }),
      { numRuns: 200 },
    )
  })

  test('property: any other text is refused or is a valid cursor', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.stringMatching(/^\d{1,18}\.?\w{0,70}$/),
    )
    fc.assert(
      fc.property(text, (cursor) => {
        let after: ReturnType<typeof readTransactionQuery>['after']
        try {
          after = readTransactionQuery({ cursor }).after
        } catch (error) {
          expect(error).toEqual(invalid)
          return
        }
        expect(Number.isSafeInteger(after?.createdAt)).toBe(true)
        expect(after?.id).toMatch(/^\w{1,64}$/)
      }),
      { numRuns: 100 },
    )
  })
})
