import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import type { Context } from '../../context.js'
import type { Chain, Hex } from '../chain.js'
import { walletOf } from '../signing-keys.js'
import { fillPurpose } from './signer-roles.js'

// The chain runs in another process, on some machines emulated.
vi.setConfig({ testTimeout: 30_000 })

let chain: TestChain
let bench: OutgoingBench
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())
beforeEach(async () => {
  bench = await createOutgoingBench(chain)
})
afterEach(async () => {
  await chain.call('evm_setAutomine', true)
  await bench.close()
})

async function aKey(): Promise<{ privateKey: Hex; wallet: string }> {
  const privateKey: Hex = `0x${randomBytes(32).toString('hex')}`
  const wallet = await walletOf(privateKey)
  await chain.call('anvil_setBalance', wallet, `0x${(10n ** 18n).toString(16)}`)
  return { privateKey, wallet }
}

/** Creates the context of a process that was restarted with another key. */
async function rotate(): Promise<{ ctx: Context; wallet: string }> {
  const { privateKey, wallet } = await aKey()
  return { ctx: bench.another({ RELAYER_PRIVATE_KEY: privateKey }), wallet }
}

describe('key rotation', () => {
  test('behavior: sends pending transactions again with the new key at once', async () => {
    await chain.call('evm_setAutomine', false)
    const rows = [await bench.plan(), await bench.plan()]
    await bench.round()
    for (const { hash } of await Promise.all(rows.map(bench.find))) {
      await chain.call('anvil_dropTransaction', hash)
    }
    await chain.call('evm_setAutomine', true)

    const { ctx, wallet } = await rotate()
    await bench.until(bench.sender({}, ctx), 'final', rows)
    for (const row of rows) {
      expect(await bench.find(row)).toMatchObject({ signer: wallet })
      expect(await bench.balanceOf(row.to)).toBe(1n)
    }
  })

  test('behavior: records a transaction that the former key had mined', async () => {
    const row = await bench.plan()
    await bench.round()
    const { hash } = await bench.find(row)
    const { ctx, wallet } = await rotate()
    await bench.until(bench.sender({}, ctx), 'final', [row])
    expect(await bench.find(row)).toMatchObject({ hash, signer: bench.signer })
    expect(Number(await chain.call('eth_getTransactionCount', wallet, 'latest'))).toBe(0)
  })

  test('behavior: finishes when the transaction of the former key is mined later too', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    await bench.round()
    const { ctx } = await rotate()
    const sender = bench.sender({}, ctx)
    await sender.runRound()
    await sender.runRound()
    expect(await bench.attempts(row)).toHaveLength(2)

    await chain.call('evm_mine')
    await chain.call('evm_setAutomine', true)
    await bench.until(sender, 'final', [row])
    const next = await bench.plan()
    await bench.until(sender, 'final', [next])
  })

  test('behavior: drops transactions that only used up a nonce of the former key', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan({ purpose: fillPurpose, to: aWallet() })
    await bench.round()
    await chain.call('anvil_dropTransaction', (await bench.find(row)).hash)
    const { ctx } = await rotate()
    await bench.until(bench.sender({}, ctx), 'failed', [row])
  })

  test('behavior: leaves the transactions of a process that still runs with the former key', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    const old = bench.sender({ leaseMs: 60_000 })
    await old.runRound()
    const { ctx } = await rotate()
    const sender = bench.sender({}, ctx)
    await sender.runRound()
    expect(await bench.find(row)).toMatchObject({ state: 'sent', signer: bench.signer })

    await old.stop()
    await sender.runRound()
    expect((await bench.find(row)).signer).not.toBe(bench.signer)
  })
})

describe('key rotation, when another process takes over the former key', () => {
  test('behavior: the round of the new key goes on', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    await bench.round()
    const { ctx } = await rotate()
    const real = ctx.chain as Chain
    const findReceipt: Chain['findReceipt'] = async (hash) => {
      await ctx.db.query(
        `update outgoing_signers set owner = 'other', epoch = epoch + 1 where signer = $1`,
        [bench.signer],
      )
      return real.findReceipt(hash)
    }
    const next = await bench.plan()
    const sender = bench.sender({}, { ...ctx, chain: { ...real, findReceipt } })
    expect(await sender.runRound()).toMatchObject({ kind: 'ran' })
    expect(await bench.find(row)).toMatchObject({ state: 'sent', signer: bench.signer })
    expect(await bench.find(next)).toMatchObject({ state: 'sent' })
  })
})

describe('several keys', () => {
  test('behavior: each purpose is signed by its key', async () => {
    const { privateKey, wallet } = await aKey()
    const ctx = bench.another({ RELAYER_SETTLEMENT_PRIVATE_KEY: privateKey })
    const flush = await bench.plan({ purpose: 'deposit.flush' })
    const deployment = await bench.plan({ purpose: 'split.create' })
    await bench.until(bench.sender({}, ctx), 'final', [flush, deployment])
    expect(await bench.find(flush)).toMatchObject({ signer: wallet })
    expect(await bench.find(deployment)).toMatchObject({ signer: bench.signer })
  })

  test('behavior: an unfunded key does not stop the others', async () => {
    const { privateKey, wallet } = await aKey()
    await chain.call('anvil_setBalance', wallet, '0x0')
    const ctx = bench.another({ RELAYER_DEPLOYMENTS_PRIVATE_KEY: privateKey })
    const deployment = await bench.plan({ purpose: 'split.create' })
    const flush = await bench.plan({ purpose: 'deposit.flush' })
    await bench.until(bench.sender({}, ctx), 'final', [flush])
    expect(await bench.find(deployment)).toMatchObject({ state: 'planned' })
    expect(ctx.alerts.list()).toMatchObject([{ name: 'signer_unfunded', key: wallet }])
  })

  test('behavior: urgent transactions are signed first', async () => {
    await chain.call('evm_setAutomine', false)
    const deployments = []
    for (let n = 0; n < 20; n += 1) {
      deployments.push(await bench.plan({ purpose: 'split.create' }))
    }
    const flush = await bench.plan({ purpose: 'deposit.flush' })
    const payment = await bench.plan({ purpose: 'payment.authorized' })
    await bench.round()
    expect(await bench.find(payment)).toMatchObject({ nonce: 0 })
    expect(await bench.find(flush)).toMatchObject({ nonce: 1 })
    const states = await Promise.all(deployments.map(async (row) => (await bench.find(row)).state))
    expect(states.filter((state) => state === 'planned')).toHaveLength(6)
  })
})
