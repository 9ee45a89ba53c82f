import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from './demo-chain.js'
import { readJson, signIn } from './person.js'
import {
  type Demo,
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  type Tallystick,
} from './tallystick.js'

const dataDir = makeDataDir()
const merchants = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()] as const
/** Generous, for busy machines: an idle one takes 5 s at most. */
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

/** The chain's own process, of which the service keeps a note. */
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
  const answer = await person.call(origin, '/api/split/deploy', options)
  return (await readJson<{ split: Split }>(answer)).split
}

const pays = (sharesBps: number) => ({
  recipients: [
    { address: `0x${'1'.repeat(40)}`, sharesBps },
    { address: `0x${'2'.repeat(40)}`, sharesBps: 9_950 - sharesBps },
  ],
})

/** Soon both sides say the same of every split: the database that it is deployed, the chain that it has code. */
async function expectAgreement(demo: Demo, privateKeys: readonly `0x${string}`[]): Promise<void> {
  const { hasCode } = connect(demo)
  for (const privateKey of privateKeys) {
    const seen = async () => {
      const { address, status } = await splitOf(demo, privateKey)
      return { status, isThere: await hasCode(address).catch(() => null) }
    }
    const expected = { status: 'deployed', isThere: true }
    await expect.poll(seen, { timeout: 20_000, interval: 200 }).toEqual(expected)
  }
}

describe('the sandbox chain', () => {
  test('default: everything in demo.json is there', async () => {
    const demo = await start()
    const { chain } = demo
    if (!chain) throw new Error('there is no chain')
    const { usdc, usdt, eurc, split, splitFactory, gateway } = chain
    const addresses = [usdc, usdt, eurc, split, splitFactory, gateway]
    const { hasCode, chainId, balanceOf, buyer } = connect(demo)
    expect(await Promise.all(addresses.map(hasCode))).toEqual(addresses.map(() => true))
    expect(await chainId()).toBe(84_532)
    expect(await balanceOf(buyer)).toBeGreaterThan(1_000_000_000n)
  })

  test('behavior: started again it is the same chain, and a turned clock stays turned for both', async () => {
    const before = await readDemo()
    const advanceMs = 40 * 86_400_000
    const answer = await fetch(`${running?.origin}/api/sandbox/clock`, {
      method: 'POST',
      headers: { 'x-api-key': before.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs }),
    })
    const { now } = await readJson<{ now: number }>(answer)
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

  test('behavior: kill -9 of the service, then of the chain too: both agree again', async () => {
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

  test('behavior: the chain alone is killed: it is started again, and all is there', async () => {
    const demo = await readDemo()
    killChain()
    await splitOf(demo, merchants[2], pays(7_000))
    await expectAgreement(demo, merchants)
  })

  test('behavior: its file is half a file, and then gone', async () => {
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
    await expect.poll(() => running?.output()).toContain('its past is gone')
    await expectAgreement(demo, merchants)
  })
})
