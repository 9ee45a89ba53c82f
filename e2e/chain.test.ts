// @module-tag slow
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from './helpers/demo-chain.js'
import { readJson, signIn } from './helpers/person.js'
import {
  type Demo,
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  type Tallystick,
} from './helpers/tallystick.js'

const dataDir = makeDataDir()
const merchants = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()] as const
/** Allows for a busy machine. An idle one takes 5 s at most. */
const secondStartMs = 30_000
let running: Tallystick | null = null

afterAll(async () => {
  running?.signal('SIGTERM')
  expect(await running?.exited).toBe(0)
  expect(processesOf(dataDir)).toEqual([])
  removeDataDir(dataDir)
})

async function start(): Promise<Demo> {
  running = await startTallystick({ dataDir })
  return running.ready()
}

const readDemo = async () => running?.ready() ?? start()

/** Kills the process of the chain. */
const killChain = () =>
  process.kill(JSON.parse(readFileSync(join(dataDir, 'chain.pid'), 'utf8')).pid, 'SIGKILL')

async function killAll(): Promise<void> {
  killChain()
  running?.signal('SIGKILL', 'group')
  await running?.exited
}

type Split = { address: `0x${string}`; status: string }

async function splitOf(demo: Demo, privateKey: `0x${string}`, body?: object): Promise<Split> {
  const origin = running?.origin ?? ''
  const person = await signIn(origin, { baseUrl: demo.baseUrl, privateKey })
  const options = body ? { method: 'POST', body } : {}
  const response = await person.call(origin, '/api/split/deploy', options)
  return (await readJson<{ split: Split }>(response)).split
}

const pays = (sharesBps: number) => ({
  deploy: 'now',
  recipients: [
    { address: `0x${'1'.repeat(40)}`, sharesBps },
    { address: `0x${'2'.repeat(40)}`, sharesBps: 9_950 - sharesBps },
  ],
})

/** Waits until every split is deployed in the database and has code on the chain. */
async function expectAgreement(demo: Demo, privateKeys: readonly `0x${string}`[]): Promise<void> {
  const { hasCode } = connect(demo)
  for (const privateKey of privateKeys) {
    const seen = async () => {
      const { address, status } = await splitOf(demo, privateKey)
      return { status, hasCode: await hasCode(address).catch(() => null) }
    }
    const expected = { status: 'deployed', hasCode: true }
    await expect.poll(seen, { timeout: 60_000, interval: 200 }).toEqual(expected)
  }
}

describe('the sandbox chain', () => {
  test('default: has every contract and balance of demo.json', async () => {
    const demo = await start()
    const { chain } = demo
    if (!chain) throw new Error('The service has no chain.')
    const { usdc, usdt, eurc, split, splitFactory, gateway } = chain
    const { spendPermissionManager, subscriptionCharger } = chain
    const subscribing = [spendPermissionManager, subscriptionCharger]
    const addresses = [usdc, usdt, eurc, split, splitFactory, gateway, ...subscribing]
    const { hasCode, chainId, balanceOf, buyer } = connect(demo)
    expect(await Promise.all(addresses.map(hasCode))).toEqual(addresses.map(() => true))
    expect(await chainId()).toBe(84_532)
    expect(await balanceOf(buyer)).toBeGreaterThan(1_000_000_000n)
  })

  test('behavior: a restart keeps the chain, and the advanced clock of service and chain', async () => {
    const before = await readDemo()
    const advanceMs = 40 * 86_400_000
    const response = await fetch(`${running?.origin}/api/sandbox/clock`, {
      method: 'POST',
      headers: { 'x-api-key': before.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs }),
    })
    const { now } = await readJson<{ now: number }>(response)
    expect(Math.abs(now - Date.now() - advanceMs)).toBeLessThan(10_000)
    const head = await connect(before).head()

    running?.signal('SIGTERM')
    await running?.exited
    const startedAt = performance.now()
    const demo = await start()
    expect(performance.now() - startedAt).toBeLessThan(secondStartMs)
    expect(demo.chain).toEqual(before.chain)
    const chain = connect(demo)
    expect(await chain.blockHash(head.number)).toBe(head.hash)
    await chain.send('usdc', { args: [chain.buyer, 1n] })
    const { timestampMs } = await chain.head()
    expect(Math.abs(timestampMs - Date.now() - advanceMs)).toBeLessThan(20_000)
  })

  test('behavior: chain and database agree after kill -9 of the service, or of both', async () => {
    let demo = await readDemo()
    await splitOf(demo, merchants[0], pays(5_000))
    running?.signal('SIGKILL', 'group')
    await running?.exited
    demo = await start()
    await expectAgreement(demo, merchants.slice(0, 1))

    await splitOf(demo, merchants[1], pays(6_000))
    await expectAgreement(demo, merchants.slice(0, 2))
    // The chain's last write may be older than this.
    await killAll()
    demo = await start()
    await expectAgreement(demo, merchants.slice(0, 2))
  })

  test('behavior: restarts a killed chain without data loss', async () => {
    const demo = await readDemo()
    killChain()
    await splitOf(demo, merchants[2], pays(7_000))
    await expectAgreement(demo, merchants)
  })

  test('behavior: recovers from a truncated state file and from a missing one', async () => {
    const state = join(dataDir, 'chain-state.json')
    running?.signal('SIGTERM')
    await running?.exited
    writeFileSync(state, readFileSync(state, 'utf8').slice(0, 1_000))
    let demo = await start()
    await expectAgreement(demo, merchants)

    running?.signal('SIGTERM')
    await running?.exited
    for (const name of ['chain-state.json', 'chain-state.previous.json']) {
      rmSync(join(dataDir, name), { force: true })
    }
    demo = await start()
    await expect.poll(() => running?.output()).toContain('the chain was replaced by a new one')
    await expectAgreement(demo, merchants)
  })
})
