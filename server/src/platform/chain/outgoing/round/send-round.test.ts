// @module-tag slow
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '../../../../../test/fixtures/silent-log.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../../test/kill/outgoing-bench.js'
import { startTestChain, type TestChain } from '../../../../../test/test-chain.js'
import type { Context } from '../../../context.js'
import { callAnvil } from '../../anvil/call-anvil.js'
import { findAnvil } from '../../anvil/find-anvil.js'
import { startAnvil } from '../../anvil/start-anvil.js'
import { stateFiles } from '../../anvil/state-files.js'
import type { BroadcastOutcome, Chain, Hex } from '../../chain.js'
import { createViemChain } from '../../viem-chain.js'
import { outgoingCheck } from '../outgoing-check.js'
import { fillPurpose } from '../signer-roles.js'

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

const linesSaying = (message: string) => bench.lines.filter(({ msg }) => msg === message)

type Pool = Record<string, Record<string, { hash: string }>>

/** Lists the signer's transactions in the mempool. */
async function listPooled(): Promise<string[]> {
  const { pending, queued } = (await chain.call('txpool_content')) as Record<string, Pool>
  const ownTransactions = [pending, queued].flatMap((pool) =>
    Object.entries(pool ?? {}).filter(([from]) => from.toLowerCase() === bench.signer),
  )
  return ownTransactions.flatMap(([, byNonce]) => Object.values(byNonce).map(({ hash }) => hash))
}

/** Creates a node that hides receipts until the test shows them. */
function aShyNode(): { ctx: Context; reveal(): void } {
  const { chain: real } = bench.ctx
  if (!real) throw new Error('there is a chain')
  let isHiding = true
  const findReceipt: Chain['findReceipt'] = async (hash) =>
    isHiding ? null : real.findReceipt(hash)
  return {
    ctx: { ...bench.ctx, chain: { ...real, findReceipt } },
    reveal() {
      isHiding = false
    },
  }
}

describe('sendRound', () => {
  test('behavior: resends a slow transaction under its nonce with higher fees', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    await bench.round()
    await bench.round({ bumpAfterMs: 60_000 })
    expect(await bench.attempts(row)).toHaveLength(1)

    await bench.round({ bumpAfterMs: 0 })
    const [first, second] = await bench.attempts(row)
    expect([first?.nonce, second?.nonce]).toEqual([0, 0])
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect(Number(second?.[fee]) / Number(first?.[fee])).toBeGreaterThanOrEqual(1.125)
    }
    expect(await listPooled()).toEqual([second?.hash])
    expect(linesSaying('outgoing transaction sent with higher fees')).toMatchObject([
      { level: 'warn' },
    ])

    await chain.call('evm_mine')
    await bench.until(bench.sender(), 'final', [row])
    expect(await bench.find(row)).toMatchObject({ hash: second?.hash, generation: 2, nonce: 0 })
    expect(await bench.balanceOf(row.to)).toBe(1n)
  })

  test('behavior: bumps to at least the suggested fees', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    await bench.round()
    await chain.call('anvil_setNextBlockBaseFeePerGas', '0x174876e800')
    await chain.call('evm_mine')
    await bench.round({ bumpAfterMs: 0 })
    expect((await bench.attempts(row)).at(-1)?.maxFeePerGas).toBeGreaterThanOrEqual(2n * 10n ** 11n)

    await chain.call('evm_mine')
    await bench.until(bench.sender(), 'final', [row])
  })

  test('behavior: accepts an older attempt in a block', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    await bench.round()
    await bench.round({ bumpAfterMs: 0 })
    const [first, second] = await bench.attempts(row)
    await chain.call('anvil_dropTransaction', second?.hash)
    await chain.call('eth_sendRawTransaction', first?.raw)
    await chain.call('evm_mine')

    await bench.until(bench.sender(), 'final', [row])
    expect(await bench.find(row)).toMatchObject({ hash: first?.hash, generation: 2 })
    expect(await bench.balanceOf(row.to)).toBe(1n)
  })

  test('behavior: bumps only the lowest pending nonce', async () => {
    await chain.call('evm_setAutomine', false)
    const [first, second] = [await bench.plan(), await bench.plan()]
    await bench.round()
    await bench.round({ bumpAfterMs: 0 })
    expect(await bench.attempts(first)).toHaveLength(2)
    expect(await bench.attempts(second)).toHaveLength(1)
  })

  test('error: is stuck after five bumps, and logs it once', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    for (let round = 0; round < 9; round += 1) await bench.round({ bumpAfterMs: 0 })

    expect(await bench.attempts(row)).toHaveLength(6)
    expect(linesSaying('outgoing transaction is stuck: higher fees did not help')).toHaveLength(1)
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: false, stuck: 1, sent: 1 })

    await chain.call('evm_mine')
    await bench.until(bench.sender(), 'final', [row])
    expect(await outgoingCheck(bench.ctx)).toMatchObject({ ok: true, stuck: 0, sent: 0 })
  })

  test('behavior: resends a dropped transaction byte for byte', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    await bench.round()
    const { hash } = await bench.find(row)
    await chain.call('anvil_dropTransaction', hash)
    expect(await listPooled()).toEqual([])

    await bench.round()
    expect(await listPooled()).toEqual([hash])
    expect(await bench.attempts(row)).toHaveLength(1)
    expect(linesSaying('outgoing transaction was dropped and is sent again')).toMatchObject([
      { hash },
    ])

    await bench.round()
    expect(linesSaying('outgoing transaction was dropped and is sent again')).toHaveLength(1)
  })

  test('behavior: resends a transaction that a reorg dropped', async () => {
    const row = await bench.plan()
    const sender = bench.sender({ confirmations: 3 })
    await bench.until(sender, 'mined', [row])
    const before = await bench.find(row)
    await chain.call('evm_setAutomine', false)
    await chain.call('anvil_reorg', 1, [])
    expect(await bench.count()).toBe(0)

    await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'sent', blockHash: null, gasUsed: null })
    await chain.call('evm_mine')
    await bench.until(sender, 'mined', [row])
    const after = await bench.find(row)
    expect(after).toMatchObject({ hash: before.hash, nonce: 0, generation: 1 })
    expect(after.blockHash).not.toBe(before.blockHash)
    expect(await bench.balanceOf(row.to)).toBe(1n)
  })

  test('behavior: follows a transaction to another block', async () => {
    const row = await bench.plan()
    const sender = bench.sender({ confirmations: 3 })
    await bench.until(sender, 'mined', [row])
    const { raw = '0x' } = (await bench.attempts(row))[0] ?? {}
    await chain.call('anvil_reorg', 1, [[raw, 0]])
    expect(await bench.count()).toBe(1)

    await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'sent' })
    await bench.until(sender, 'mined', [row])
    expect(linesSaying('outgoing transaction was dropped from the chain')).toMatchObject([
      { level: 'warn' },
    ])
  })

  test('behavior: resends everything to a chain restored from an older state', async () => {
    const older = await bench.plan()
    const sender = bench.sender()
    await bench.until(sender, 'final', [older])
    const snapshot = await chain.call('evm_snapshot')
    const newer = await Promise.all(Array.from({ length: 5 }, () => bench.plan()))
    await bench.until(sender, 'final', newer)
    const before = await Promise.all(newer.map(bench.find))
    await chain.call('evm_revert', snapshot)
    expect(await bench.count()).toBe(1)

    await sender.runRound()
    expect(linesSaying('the chain has lost blocks: sending again')).toMatchObject([
      { lost: 5, count: 1 },
    ])
    await bench.until(sender, 'final', newer)
    const after = await Promise.all(newer.map(bench.find))
    expect(after.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash))
    expect(await bench.count()).toBe(6)
    for (const { to } of [older, ...newer]) expect(await bench.balanceOf(to)).toBe(1n)
  })

  test('behavior: assigns a new nonce when another transaction used it', async () => {
    const row = await bench.plan()
    const sender = bench.sender({
      nonceGraceMs: 1_500,
      async hook(point) {
        if (point === 'first:committed') await bench.useElsewhere(0)
      },
    })
    await sender.runRound()
    await expect.poll(bench.count).toBe(1)
    for (let round = 0; round < 3; round += 1) await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'sent', nonce: 0, generation: 1 })

    await bench.until(sender, 'final', [row])
    expect((await bench.attempts(row)).map(({ nonce }) => nonce)).toEqual([0, 1])
    expect(await bench.balanceOf(row.to)).toBe(1n)
    expect(await bench.count()).toBe(2)
  })

  test('behavior: skips nonces used by other programs', async () => {
    await bench.useElsewhere(0)
    await bench.useElsewhere(1)
    await expect.poll(bench.count).toBe(2)
    const row = await bench.plan()
    await bench.until(bench.sender(), 'final', [row])
    expect(await bench.find(row)).toMatchObject({ nonce: 2 })
  })

  test('behavior: fills nonce gaps left by a reorg', async () => {
    const snapshot = await chain.call('evm_snapshot')
    await bench.useElsewhere(0)
    await bench.useElsewhere(1)
    await expect.poll(bench.count).toBe(2)
    const row = await bench.plan()
    const sender = bench.sender({ nonceGraceMs: 300 })
    await bench.until(sender, 'final', [row])
    await chain.call('evm_revert', snapshot)
    await bench.fund(10n ** 18n)
    expect(await bench.count()).toBe(0)

    await sender.runRound()
    expect(await bench.count()).toBe(0)
    await bench.until(sender, 'final', [row])
    expect(await bench.count()).toBe(3)
    expect(await bench.balanceOf(row.to)).toBe(1n)
    const { rows } = await bench.ctx.db.query(
      'select nonce, state from outgoing_transactions where purpose = $1 order by nonce',
      [fillPurpose],
    )
    expect(rows).toEqual([
      { nonce: '0', state: 'final' },
      { nonce: '1', state: 'final' },
    ])
  })

  test('behavior: is stuck, not signed again, when the nonce is used by an unknown transaction', async () => {
    const { ctx, reveal } = aShyNode()
    const row = await bench.plan()
    const sender = bench.sender({}, ctx)
    await sender.runRound()
    await expect.poll(bench.count).toBe(1)
    await expect
      .poll(async () => {
        await sender.runRound()
        return (await bench.find(row))?.stuckSince ?? null
      })
      .not.toBeNull()
    expect(await bench.attempts(row)).toHaveLength(1)

    reveal()
    await bench.until(sender, 'final', [row])
    expect(await bench.find(row)).toMatchObject({ nonce: 0, signer: bench.signer })
    expect(await bench.balanceOf(row.to)).toBe(1n)
    expect(await bench.count()).toBe(1)
  })

  test('error: replaces a transaction that every node refuses with an empty one', async () => {
    const [doomed, fine] = [await bench.plan(), await bench.plan()]
    const { chain: real } = bench.ctx
    if (!real) throw new Error('there is a chain')
    const refused: BroadcastOutcome = { kind: 'refused', reason: 'out of fashion' }
    const isDoomed = async (raw: Hex) =>
      (await bench.attempts(doomed)).some((attempt) => attempt.raw === raw && !attempt.isEmpty)
    const picky = {
      ...bench.ctx,
      chain: {
        ...real,
        broadcast: async (raw: Hex) => ((await isDoomed(raw)) ? refused : real.broadcast(raw)),
      },
    }
    await bench.round({}, picky)
    expect(await bench.find(doomed)).toMatchObject({
      state: 'signed',
      nonce: 0,
      error: 'The node rejected it: out of fashion',
    })

    for (let round = 0; round < 6; round += 1) await bench.round({ bumpAfterMs: 0 }, picky)
    const attempts = await bench.attempts(doomed)
    expect(attempts.map(({ isEmpty }) => isEmpty)).toEqual([...Array(6).fill(false), true])
    const sender = bench.sender({}, picky)
    await bench.until(sender, 'failed', [doomed])
    await bench.until(sender, 'final', [fine])

    expect(await bench.find(doomed)).toMatchObject({
      nonce: 0,
      error: 'The node rejected it: out of fashion',
    })
    expect(await bench.balanceOf(doomed.to)).toBe(0n)
    expect(await bench.balanceOf(fine.to)).toBe(1n)
    expect(await bench.count()).toBe(2)
  })
})

describe('sendRound on a sandbox chain', () => {
  test('behavior: resends everything after a restart from an older file', async () => {
    const chainId = 84_532
    const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-chain-'))
    const { state } = stateFiles(dataDir)
    const start = () => startAnvil({ program: findAnvil() ?? '', dataDir, chainId, log: silentLog })
    let anvil = await start()
    const call = (method: string, ...params: unknown[]) => callAnvil(anvil.url, method, ...params)
    const ownOutgoingBench = await createOutgoingBench({
      call,
      environment: { CHAIN_ID: String(chainId) },
    })
    /** The port may differ after each start. */
    async function finish(rows: { id: string }[]): Promise<void> {
      const reached = createViemChain({ chainRpcUrl: [anvil.url], chainId })
      const sender = ownOutgoingBench.sender({}, { ...ownOutgoingBench.ctx, chain: reached })
      // Transactions that were final are not after the restart.
      await sender.runRound()
      await ownOutgoingBench.until(sender, 'final', rows)
      await sender.stop()
    }

    const older = await ownOutgoingBench.plan()
    await finish([older])
    await anvil.stop()
    copyFileSync(state, `${state}.older`)
    anvil = await start()
    const newer = await Promise.all(Array.from({ length: 5 }, () => ownOutgoingBench.plan()))
    await finish(newer)
    await anvil.stop()

    copyFileSync(`${state}.older`, state)
    anvil = await start()
    expect(await ownOutgoingBench.count()).toBe(1)
    await finish([older, ...newer])
    expect(await ownOutgoingBench.count()).toBe(6)
    for (const { to } of [older, ...newer]) expect(await ownOutgoingBench.balanceOf(to)).toBe(1n)
    for (const row of newer) expect(await ownOutgoingBench.attempts(row)).toHaveLength(1)
    await ownOutgoingBench.close()
    await anvil.stop()
    rmSync(dataDir, { recursive: true })
  }, 60_000)
})
