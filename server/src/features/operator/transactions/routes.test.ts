import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import type { Hex } from '../../../platform/chain/chain.js'
import type { Intent, Outgoing } from '../../../platform/chain/outgoing/outgoing.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import {
  createTransactionSender,
  type SenderOptions,
} from '../../../platform/chain/outgoing/transaction-sender.js'

// The chain runs in another process, on some machines emulated.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const operatorKey = generatePrivateKey()
const relayerKey = generatePrivateKey()
const relayer = privateKeyToAddress(relayerKey)

let chain: TestChain
let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  chain = await startTestChain()
  app = await createTestApp({
    environment: {
      ...chain.environment,
      PLATFORM_ADMINS: privateKeyToAddress(operatorKey),
      RELAYER_PRIVATE_KEY: relayerKey,
      MAX_FEE_GWEI: '1000',
    },
  })
  operator = await signIn(app, { privateKey: operatorKey })
  await chain.call('anvil_setBalance', relayer, '0xde0b6b3a7640000')
})
afterAll(async () => {
  await app.close()
  await chain.close()
})
beforeEach(() => chain.call('evm_setAutomine', false))

const get = (path: string) => app.inject({ url: `/api/admin${path}`, headers: operator.headers })
const post = (path: string, payload?: object) =>
  app.inject({
    method: 'POST',
    url: `/api/admin/transactions/${path}`,
    headers: operator.headers,
    ...(payload && { payload }),
  })
const replace = (id: string, payload: object = { with: 'higher_fee', attempts: 1 }) =>
  post(`${id}/replace`, payload)

/** Runs one round of a sender that never raises fees on its own. */
async function round(options: SenderOptions = {}) {
  const rules = { idleMs: 0, nonceGraceMs: 0, bumpAfterMs: 3_600_000, confirmations: 1 }
  const sender = createTransactionSender(app.ctx, { ...rules, ...options })
  await sender.runRound()
  await sender.stop()
}

/** Plans a transaction of one wei to a new wallet. */
const plan = (intent: Partial<Intent> = {}) =>
  planTransaction(app.ctx, {
    chainId: app.ctx.config.chainId,
    key: `gift:${randomBytes(8).toString('hex')}`,
    purpose: 'deposit.flush',
    merchant: operator.wallet,
    to: aWallet(),
    data: '0x',
    value: 1n,
    gas: 30_000n,
    ...intent,
  })

/** Plans a transaction and sends it to the node, which does not mine it. */
async function aStuckTransaction(intent: Partial<Intent> = {}): Promise<Outgoing> {
  const row = await plan(intent)
  await round()
  return row
}

async function shown(id: string) {
  const response = await get(`/transactions/${id}`)
  expect(response.statusCode).toBe(200)
  return response.json().transaction
}

async function mineAndSettle() {
  await chain.call('evm_mine')
  await round()
  await chain.call('evm_mine')
  await round()
}

const balanceOf = async (wallet: string) =>
  BigInt((await chain.call('eth_getBalance', wallet, 'latest')) as Hex)
const minedCount = async () =>
  Number(await chain.call('eth_getTransactionCount', relayer, 'latest'))

async function lastAudits(limit: number) {
  const { rows } = await app.ctx.db.query<Record<string, unknown>>(
    `select action, target, role, before, after from audit_entries
     where merchant = $1 order by seq desc limit $2`,
    [operator.wallet, limit],
  )
  return rows
}

describe('POST /api/admin/transactions/{id}/replace', () => {
  test('default: signs the work again with a higher fee, and it has one effect', async () => {
    const row = await aStuckTransaction()
    const countBefore = await minedCount()
    const before = await shown(row.id)
    expect(before).toMatchObject({
      state: 'sent',
      attempts: 1,
      actions: ['replace', 'cancel', 'retry'],
    })

    const response = await replace(row.id)
    expect(response.json().transaction).toMatchObject({
      attempts: 1,
      request: { step: 'replace', result: null },
    })
    await round()
    const after = await shown(row.id)
    expect(after).toMatchObject({
      state: 'sent',
      nonce: before.nonce,
      attempts: 2,
      request: { step: 'replace', result: 'signed' },
    })
    const [second, first] = after.newestAttempts
    expect([first.nonce, second.nonce]).toEqual([before.nonce, before.nonce])
    expect(Number(second.maxFeeGwei)).toBeGreaterThanOrEqual(Number(first.maxFeeGwei) * 1.125)
    expect(JSON.stringify(after)).not.toContain('0x02')

    await mineAndSettle()
    expect(await shown(row.id)).toMatchObject({ state: 'final', hash: second.hash, actions: [] })
    expect([await balanceOf(row.to), await minedCount()]).toEqual([1n, countBefore + 1])
  })

  test('behavior: drops the work with an empty transfer under its nonce', async () => {
    const row = await aStuckTransaction()
    const countBefore = await minedCount()
    expect((await replace(row.id, { with: 'empty', attempts: 1 })).statusCode).toBe(200)
    await round()
    expect(await shown(row.id)).toMatchObject({
      attempts: 2,
      newestAttempts: [{ isEmpty: true }, { isEmpty: false }],
      actions: ['replace', 'retry'],
    })

    await mineAndSettle()
    expect(await shown(row.id)).toMatchObject({ state: 'failed', error: 'An operator canceled it' })
    expect([await balanceOf(row.to), await minedCount()]).toEqual([0n, countBefore + 1])
  })

  test('behavior: is mined if its first attempt was faster than the cancellation', async () => {
    const row = await aStuckTransaction()
    await replace(row.id, { with: 'empty', attempts: 1 })
    await mineAndSettle()
    expect(await shown(row.id)).toMatchObject({
      state: 'final',
      request: { step: 'cancel', result: 'It is in a block.' },
    })
    expect(await balanceOf(row.to)).toBe(1n)
  })

  test('behavior: a repeated request signs once and is audited once', async () => {
    const row = await aStuckTransaction()
    await Promise.all([replace(row.id), replace(row.id)])
    await round()
    expect((await replace(row.id)).json().transaction).toMatchObject({ attempts: 2 })
    await round()
    expect(await shown(row.id)).toMatchObject({ attempts: 2 })
    const audits = (await lastAudits(2)).filter(({ target }) => target === row.id)
    expect(audits).toMatchObject([
      {
        action: 'transaction.replace_requested',
        role: 'operator',
        before: { state: 'sent', attempts: 1, requestedStep: null },
        after: { state: 'sent', attempts: 1, requestedStep: 'replace' },
      },
    ])
    await mineAndSettle()
  })

  test('error: stays as it is at MAX_FEE_GWEI', async () => {
    const row = await aStuckTransaction()
    await replace(row.id)
    await round({ maxFeePerGas: 1n })
    expect(await shown(row.id)).toMatchObject({
      attempts: 1,
      request: { result: 'The fee cannot be raised within MAX_FEE_GWEI.' },
    })
    await mineAndSettle()
  })

  test('error: 409 for work that must not be dropped, and in a block', async () => {
    const row = await aStuckTransaction({ purpose: 'payment.authorized', payer: aWallet() })
    const response = await replace(row.id, { with: 'empty', attempts: 1 })
    expect([response.statusCode, response.json().error]).toEqual([409, 'conflict'])
    expect((await shown(row.id)).actions).toEqual(['replace', 'retry'])
    await mineAndSettle()
    expect((await replace(row.id)).statusCode).toBe(409)
    expect(await balanceOf(row.to)).toBe(1n)
  })

  test('error: 404 for an unknown one, 400 for an invalid body', async () => {
    expect((await replace('txn_unknown')).statusCode).toBe(404)
    for (const body of [{}, { with: 'higher_fee' }, { with: 'x', attempts: 1 }]) {
      expect((await replace('txn_unknown', body)).statusCode).toBe(400)
    }
  })
})

describe('POST /api/admin/transactions/{id}/retry', () => {
  test('default: sends the same bytes again', async () => {
    const row = await aStuckTransaction()
    const { hash } = await shown(row.id)
    await chain.call('anvil_dropTransaction', hash)
    expect((await post(`${row.id}/retry`)).json().transaction.request).toMatchObject({
      step: 'resend',
      result: null,
    })
    await round()
    expect(await shown(row.id)).toMatchObject({
      attempts: 1,
      hash,
      request: { result: 'sent again' },
    })
    await mineAndSettle()
    expect(await shown(row.id)).toMatchObject({ state: 'final', hash })
    expect(await balanceOf(row.to)).toBe(1n)
  })

  test('behavior: plans a failed deployment again, under a new nonce', async () => {
    const row = await aStuckTransaction({ purpose: 'split.create' })
    await replace(row.id, { with: 'empty', attempts: 1 })
    await round()
    await mineAndSettle()
    const canceled = await shown(row.id)
    expect(canceled).toMatchObject({ state: 'failed', actions: ['retry'] })

    expect((await post(`${row.id}/retry`)).json().transaction).toMatchObject({ state: 'planned' })
    await round()
    await mineAndSettle()
    const after = await shown(row.id)
    expect(after).toMatchObject({ state: 'final', attempts: 3 })
    expect(after.nonce).toBeGreaterThan(canceled.nonce)
    expect(await balanceOf(row.to)).toBe(1n)
  })

  test('error: 409 for failed work that is planned again, or was reported as failed', async () => {
    for (const purpose of ['deposit.flush', 'x402.settle'] as const) {
      const row = await plan({ purpose })
      await app.ctx.db.query(
        `update outgoing_transactions set state = 'failed', error = 'x', error_since = 0 where id = $1`,
        [row.id],
      )
      expect((await post(`${row.id}/retry`)).statusCode).toBe(409)
    }
  })
})

describe('GET /api/admin/transactions', () => {
  test('default: lists stuck ones and pages of all', async () => {
    const row = await aStuckTransaction({ merchant: '' })
    await app.ctx.db.query('update outgoing_transactions set stuck_since = 1 where id = $1', [
      row.id,
    ])
    const stuck = (await get('/transactions?state=stuck')).json()
    expect(stuck.transactions).toMatchObject([{ id: row.id, wallet: null, isStuck: true }])

    const first = (await get('/transactions?limit=2')).json()
    expect(first.transactions).toHaveLength(2)
    const second = (await get(`/transactions?limit=2&cursor=${first.nextCursor}`)).json()
    const ids = [...first.transactions, ...second.transactions].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(4)
    await replace(row.id)
    expect(await lastAudits(1)).toMatchObject([{ target: row.id }])
    await round()
    await mineAndSettle()
  })

  test.each(['?state=x', '?cursor=x', '?limit=x', '?state=stuck&cursor=1_a'])(
    'error: 400 for %s',
    async (query) => {
      expect((await get(`/transactions${query}`)).statusCode).toBe(400)
    },
  )
})
