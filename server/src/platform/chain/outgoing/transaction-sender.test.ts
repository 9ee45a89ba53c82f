// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import type { Hex } from '../chain.js'
import { walletOf } from '../signing-keys.js'
import { createViemChain } from '../viem-chain.js'
import type { Outgoing } from './outgoing.js'
import { priorityOf } from './signer-roles.js'
import { cancelPlanned, lacksMoney } from './stores/progress-store.js'
import { resetToPlanned } from './stores/reset-store.js'

// The chain runs in another process, on some machines emulated.
vi.setConfig({ testTimeout: 30_000 })

let chain: TestChain
let bench: OutgoingBench
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())
beforeEach(async () => {
  await chain.call('evm_setAutomine', true)
  bench = await createOutgoingBench(chain)
})
afterEach(() => bench.close())

/** A contract that always reverts. */
const reverting = aWallet()
const burning = aWallet()
const linesSaying = (message: string) => bench.lines.filter(({ msg }) => msg === message)

describe('createTransactionSender', () => {
  test('default', async () => {
    const row = await bench.plan({ value: 7n })
    await bench.until(bench.sender(), 'final', [row])

    const [attempt, ...others] = await bench.attempts(row)
    expect(others).toEqual([])
    expect(attempt).toMatchObject({ nonce: 0, gas: 30_000n, outcome: 'accepted', isEmpty: false })
    expect(keccak256(attempt?.raw ?? '0x')).toBe(attempt?.hash)
    expect(await bench.balanceOf(row.to)).toBe(7n)
    expect(await bench.find(row)).toMatchObject({
      signer: bench.signer,
      nonce: 0,
      generation: 1,
      hash: attempt?.hash,
      gasUsed: 21_000n,
      error: null,
    })
    expect(linesSaying('outgoing transaction sent')).toMatchObject([{ level: 'info', nonce: 0 }])
    expect(linesSaying('outgoing transaction mined')).toMatchObject([{ level: 'info', nonce: 0 }])
  })

  test('behavior: sends in order, without gaps, and never logs the key', async () => {
    const rows: Outgoing[] = []
    for (let n = 0; n < 24; n += 1) rows.push(await bench.plan())
    const sender = bench.sender({ pollMs: 20 })
    sender.start()
    sender.wake()
    const states = async () => (await Promise.all(rows.map(bench.find))).map(({ state }) => state)
    await expect.poll(states, { interval: 20, timeout: 25_000 }).toEqual(rows.map(() => 'final'))
    await sender.stop()

    const done = await Promise.all(rows.map(bench.find))
    expect(done.map(({ nonce }) => nonce)).toEqual(rows.map((_row, index) => index))
    expect(await bench.count()).toBe(24)
    expect(JSON.stringify(bench.lines)).not.toContain(bench.privateKey.slice(2))
  })

  test('behavior: commits before it broadcasts', async () => {
    const row = await bench.plan()
    const states: unknown[] = []
    const sender = bench.sender({
      async hook(point) {
        if (point !== 'first:committed') return
        states.push(await bench.find(row), await bench.attempts(row), await bench.count())
      },
    })
    await sender.runRound()

    expect(states).toMatchObject([{ state: 'signed', nonce: 0 }, [{ nonce: 0, outcome: null }], 0])
    expect(await bench.find(row)).toMatchObject({ state: 'sent' })
  })

  test('behavior: concurrent senders never share a nonce', async () => {
    const rows = await Promise.all(Array.from({ length: 10 }, () => bench.plan()))
    let points = 0
    // Senders repeatedly lose their lease during a round, as if they had been paused.
    const hook = async () => {
      points += 1
      if (points % 9 !== 0) return
      await bench.expireLease()
      await sleep(100)
    }
    const senders = [bench.another(), bench.another(), bench.another()].map((ctx) =>
      bench.sender({ pollMs: 20, hook }, ctx),
    )
    for (const sender of senders) sender.start()
    const states = async () => (await Promise.all(rows.map(bench.find))).map(({ state }) => state)
    await expect.poll(states, { interval: 20, timeout: 25_000 }).toEqual(rows.map(() => 'final'))
    await Promise.all(senders.map((sender) => sender.stop()))

    const attempts = (await Promise.all(rows.map(bench.attempts))).flat()
    const nonces = attempts.map(({ nonce }) => nonce).toSorted((a, b) => a - b)
    expect(nonces).toEqual(rows.map((_row, index) => index))
    expect(await bench.count()).toBe(10)
    for (const { to } of rows) expect(await bench.balanceOf(to)).toBe(1n)
  })

  test('behavior: a sender without a lease cannot store what it signed', async () => {
    const row = await bench.plan()
    const other = bench.sender({}, bench.another())
    const sender = bench.sender({
      async hook(point) {
        if (point !== 'first:signed') return
        await bench.expireLease()
        await bench.until(other, 'final', [row])
      },
    })

    expect(await sender.runRound()).toEqual({ kind: 'leased_elsewhere' })
    expect(await bench.attempts(row)).toHaveLength(1)
    expect(await bench.count()).toBe(1)
    expect(await sender.runRound()).toEqual({ kind: 'leased_elsewhere' })
  })

  test('behavior: keeps the lease while a node is slow', async () => {
    const row = await bench.plan()
    const other = bench.sender({}, bench.another())
    const outcomes: unknown[] = []
    const sender = bench.sender({
      leaseMs: 150,
      async hook(point) {
        if (point !== 'first:signed') return
        await sleep(500)
        outcomes.push(await other.runRound())
      },
    })
    outcomes.push(await sender.runRound())
    expect(outcomes).toEqual([{ kind: 'leased_elsewhere' }, { kind: 'ran', moved: 1 }])
    expect(await bench.attempts(row)).toHaveLength(1)
  })

  test('behavior: leaves an intent that another key has signed in the meantime', async () => {
    const row = await bench.plan()
    const key: Hex = `0x${'77'.repeat(32)}`
    const wallet = await walletOf(key)
    await chain.call('anvil_setBalance', wallet, '0xde0b6b3a7640000')
    const other = bench.sender({}, bench.another({ RELAYER_PRIVATE_KEY: key }))
    let isFirst = true
    const sender = bench.sender({
      async hook(point) {
        if (point === 'first:signed' && isFirst) await bench.until(other, 'final', [row])
        isFirst = false
      },
    })

    expect(await sender.runRound()).toMatchObject({ kind: 'ran' })
    expect(await bench.attempts(row)).toMatchObject([{ signer: wallet }])
    expect(await bench.balanceOf(row.to)).toBe(1n)
    const next = await bench.plan()
    await bench.until(sender, 'final', [next])
    expect(await bench.find(next)).toMatchObject({ signer: bench.signer, nonce: 0 })
  })

  test('behavior: does not send an intent that is canceled while it is signed', async () => {
    const row = await bench.plan()
    const cancel = () => cancelPlanned(bench.ctx.db, { id: row.id, error: 'No longer needed' })
    const canceled: boolean[] = []
    const sender = bench.sender({
      async hook(point) {
        if (point === 'first:signed' && canceled.length === 0) canceled.push(await cancel())
      },
    })
    await sender.runRound()
    expect(canceled).toEqual([true])
    expect(await bench.find(row)).toMatchObject({
      state: 'failed',
      error: 'No longer needed',
      nonce: null,
      hash: null,
    })
    expect(await bench.attempts(row)).toEqual([])
    const next = await bench.plan()
    await bench.until(sender, 'final', [next])
    expect(await bench.find(next)).toMatchObject({ nonce: 0 })
    expect(await bench.balanceOf(row.to)).toBe(0n)
  })

  test('behavior: does not cancel a signed or possibly sent transaction', async () => {
    const row = await bench.plan()
    const cancel = () => cancelPlanned(bench.ctx.db, { id: row.id, error: 'No longer needed' })
    const canceled: boolean[] = []
    await bench.round({
      async hook(point) {
        if (point === 'first:committed') canceled.push(await cancel())
      },
    })
    await resetToPlanned(bench.ctx.db, row.id)
    canceled.push(await cancel())
    expect(canceled).toEqual([false, false])
  })

  test('behavior: releases the lease on stop', async () => {
    const [first, second] = [bench.sender(), bench.sender({}, bench.another())]
    await first.runRound()
    expect(await second.runRound()).toEqual({ kind: 'leased_elsewhere' })
    await first.stop()
    expect(await second.runRound()).toEqual({ kind: 'ran', moved: 0 })
  })

  test('behavior: keeps at most sixteen pending', async () => {
    await chain.call('evm_setAutomine', false)
    const rows = await Promise.all(Array.from({ length: 20 }, () => bench.plan()))
    const sender = bench.sender()
    await sender.runRound()
    await sender.runRound()
    const states = (await Promise.all(rows.map(bench.find))).map(({ state }) => state)
    expect(states.filter((state) => state === 'sent')).toHaveLength(16)

    await chain.call('evm_setAutomine', true)
    await chain.call('evm_mine')
    await bench.until(sender, 'final', rows)
  })

  test('behavior: is final with enough confirmations', async () => {
    const row = await bench.plan()
    const sender = bench.sender({ confirmations: 3 })
    await bench.until(sender, 'mined', [row])
    await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'mined' })

    await chain.call('evm_mine')
    await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'mined' })
    await chain.call('evm_mine')
    await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'final' })
  })

  test('behavior: stays reverted when it reverts in its block', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan({})
    const sender = bench.sender()
    await sender.runRound()
    await chain.call('anvil_setCode', row.to, '0x60006000fd')
    await chain.call('evm_mine')
    await bench.until(sender, 'reverted', [row])
    await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'reverted', nonce: 0 })
    expect(await bench.ctx.db.query('select settled_at from outgoing_transactions')).toMatchObject({
      rows: [{ settled_at: expect.any(String) }],
    })
  })

  test('error: fails a transaction that would revert, without a nonce', async () => {
    await chain.call('anvil_setCode', reverting, '0x60006000fd')
    const doomed = await bench.plan({ to: reverting })
    const fine = await bench.plan()
    await bench.until(bench.sender(), 'final', [fine])

    expect(await bench.find(doomed)).toMatchObject({ state: 'failed', nonce: null })
    expect((await bench.find(doomed)).error).toContain('reverted')
    expect(await bench.find(fine)).toMatchObject({ nonce: 0 })
    expect(await bench.attempts(doomed)).toEqual([])
  })

  test('error: fails a transaction above its gas limit, without a nonce', async () => {
    await chain.call('anvil_setCode', burning, '0x5b600056')
    const doomed = await bench.plan({ to: burning, data: '0x01', gas: 50_000n })
    const fine = await bench.plan({ gas: 50_000n })
    await bench.until(bench.sender(), 'final', [fine])
    expect(await bench.find(doomed)).toMatchObject({ state: 'failed', nonce: null })
    expect((await bench.find(doomed)).error).toMatch(/out ?of ?gas/i)
    expect(await bench.attempts(fine)).toMatchObject([{ gas: 50_000n }])
  })

  test('behavior: a transaction that would revert waits for earlier ones', async () => {
    await chain.call('evm_setAutomine', false)
    await chain.call('anvil_setCode', reverting, '0x60006000fd')
    const sender = bench.sender()
    const first = await bench.plan()
    await sender.runRound()
    const second = await bench.plan({ to: reverting })
    await sender.runRound()
    expect(await bench.find(second)).toMatchObject({ state: 'planned', error: null })

    await chain.call('anvil_setCode', reverting, '0x00')
    await chain.call('evm_mine')
    await bench.until(sender, 'final', [first])
    await chain.call('evm_setAutomine', true)
    await bench.until(sender, 'final', [second])
  })

  test('error: waits with an alert while the signer is unfunded', async () => {
    await bench.fund(0n)
    const row = await bench.plan()
    const sender = bench.sender()
    const isShort = async (chainId = row.chainId) => {
      const sql = `select ${lacksMoney({ chainId: '$1', priorities: '$2' })} as is_short`
      const { rows } = await bench.ctx.db.query<{ is_short: boolean }>(sql, [
        chainId,
        [priorityOf('deployments')],
      ])
      return rows[0]?.is_short
    }
    expect(await isShort()).toBe(false)
    for (let round = 0; round < 5; round += 1) await sender.runRound()

    expect(await isShort()).toBe(true)
    expect(await isShort(1)).toBe(false)
    expect(await bench.find(row)).toMatchObject({ state: 'planned', nonce: null })
    expect((await bench.find(row)).error).toMatch(
      /^The signer needs up to 0\.\d+ ether .* has 0 available$/,
    )
    expect(
      linesSaying('the signer has insufficient funds for outgoing transactions'),
    ).toMatchObject([{ level: 'error', alert: 'signer_unfunded', signer: bench.signer }])

    await bench.fund(10n ** 18n)
    await bench.until(sender, 'final', [row])
    expect(await bench.find(row)).toMatchObject({ error: null })
    expect(await isShort()).toBe(false)
    expect(bench.ctx.alerts.list()).toEqual([])
  })

  test('behavior: an unaffordable transaction does not block the others', async () => {
    const dear = await bench.plan({ value: 2n * 10n ** 18n })
    const cheap = await bench.plan()
    await bench.until(bench.sender(), 'final', [cheap])
    expect(await bench.find(dear)).toMatchObject({ state: 'planned' })
  })

  test('behavior: reserves the cost of pending transactions', async () => {
    await chain.call('evm_setAutomine', false)
    const half = 6n * 10n ** 17n
    const [first, second] = [await bench.plan({ value: half }), await bench.plan({ value: half })]
    const sender = bench.sender()
    await sender.runRound()
    await sender.runRound()
    expect(await bench.find(first)).toMatchObject({ state: 'sent' })
    expect(await bench.find(second)).toMatchObject({ state: 'planned' })
  })

  test('error: survives an unavailable chain without loss', async () => {
    const row = await bench.plan()
    const lost = {
      ...bench.ctx,
      chain: createViemChain({ chainRpcUrl: ['http://127.0.0.1:1'], chainId: 84_532 }),
    }
    const sender = bench.sender({}, lost)
    expect(await sender.runRound()).toEqual({ kind: 'failed' })
    expect(await sender.runRound()).toEqual({ kind: 'failed' })
    await sender.stop()

    expect(linesSaying('outgoing transactions wait for the chain')).toMatchObject([
      { level: 'warn' },
    ])
    expect(JSON.stringify(bench.lines)).not.toContain('127.0.0.1:1')
    expect(await bench.find(row)).toMatchObject({ state: 'planned' })
    await bench.until(bench.sender(), 'final', [row])
  })

  test('error: is disabled without a chain or a key', async () => {
    const sender = bench.sender({}, { ...bench.ctx, chain: null })
    sender.start()
    expect(await sender.runRound()).toEqual({ kind: 'disabled' })
    await sender.stop()

    const config = { ...bench.ctx.config, relayerPrivateKey: undefined }
    expect(await bench.sender({}, { ...bench.ctx, config }).runRound()).toEqual({
      kind: 'disabled',
    })
  })
})
