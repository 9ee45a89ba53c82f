import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@tallystick/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import {
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  type Tallystick,
} from './helpers/tallystick.js'

const dataDir = makeDataDir()
/** The chain takes seconds to start, so tests that do not need it leave it out. */
const withoutChain = { SANDBOX_CHAIN: 'off' }
let running: Tallystick | null = null
async function start(environment: Record<string, string> = {}): Promise<Tallystick> {
  running = await startTallystick({ dataDir, command: 'npm start', environment })
  return running
}
let firstKey = ''
afterAll(async () => {
  running?.signal('SIGTERM')
  await running?.exited
  removeDataDir(dataDir)
})

/** Waits for the last processes of a group, which exit shortly after npm. */
const expectNoProcesses = () =>
  expect.poll(() => processesOf(dataDir), { timeout: 30_000, interval: 50 }).toEqual([])

/** Lists the files and folders that other users may access. */
function listShared(): string[] {
  return ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter((name) => {
    // The database removes files at any time.
    const stats = lstatSync(join(dataDir, name), { throwIfNoEntry: false })
    return stats !== undefined && (stats.mode & 0o077) !== 0
  })
}

async function stopWith(
  ...[name, target]: Parameters<Tallystick['signal']>
): Promise<number | null> {
  const stopping = running
  running = null
  stopping?.signal(name, target)
  const code = await stopping?.exited
  return code ?? null
}

/**
 * Each test continues with the service that the previous one left running, because a start takes
 * seconds.
 */
describe('npm start', () => {
  test('default', async () => {
    const { output, ready } = await start()
    const { baseUrl, apiKey, merchantWallet } = await ready()
    firstKey = apiKey
    const client = createClient({ baseUrl, apiKey })

    expect(await client.health()).toEqual({ status: 'ok' })
    // The first rounds of its work may still run.
    await expect
      .poll(() => client.ping())
      .toMatchObject({
        ok: true,
        wallet: merchantWallet,
        checks: { rates: { ok: true } },
      })
    expect(await client.shop.get()).toMatchObject({ wallet: merchantWallet, listed: true })
    expect(await client.site.get()).toMatchObject({ processingFeePct: 0.5 })
    expect((await fetch(baseUrl)).headers.get('content-type')).toContain('text/html')
    expect(await (await fetch(`${baseUrl}/openapi.json`)).json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: baseUrl }],
    })
    await expect.poll(output).toContain('Tallystick is running in sandbox mode')
    expect(output()).toContain(apiKey)
    const metricsUrl = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(output())?.[0] ?? ''
    expect(await (await fetch(metricsUrl)).text()).toContain(
      'tallystick_http_request_seconds_count',
    )
  })

  test('behavior: only its user can access its files', () => {
    expect(readdirSync(dataDir)).toEqual(
      expect.arrayContaining(['chain.log', 'chain.pid', 'demo.json', 'postgres', 'postgres.log']),
    )
    expect(listShared()).toEqual([])
  })

  test('behavior: SIGTERM to npm stops every process', async () => {
    expect(await stopWith('SIGTERM', 'npm')).toBe(0)
    await expectNoProcesses()
  })

  test('behavior: a restart keeps the key, and Ctrl-C stops every process', async () => {
    // As an earlier version left them.
    chmodSync(dataDir, 0o755)
    for (const name of ['chain.log', 'chain-state.json', 'postgres.log']) {
      chmodSync(join(dataDir, name), 0o644)
    }
    const { apiKey } = await (await start()).ready()
    expect(apiKey).toBe(firstKey)
    expect(listShared()).toEqual([])
    // The terminal signals the whole group, and npm forwards the signal again.
    expect(await stopWith('SIGINT', 'group')).toBe(0)
    await expectNoProcesses()
  })

  test('behavior: the other processes stop when npm is killed', async () => {
    await (await start()).ready()
    await stopWith('SIGKILL', 'npm')
    await expectNoProcesses()
  })

  test('error: exits when another service uses the folder or the port', async () => {
    const { baseUrl } = await (await start(withoutChain)).ready()
    const otherDir = makeDataDir()
    const onSameFolder = await startTallystick({
      dataDir: `${dataDir}/.`,
      command: 'npm start',
    })
    const onSamePort = await startTallystick({
      dataDir: otherDir,
      environment: { ...withoutChain, PORT: new URL(baseUrl).port },
    })
    expect(await onSameFolder.exited).toBe(1)
    expect(onSameFolder.output()).toMatch(/Another Tallystick \(process \d+\) already uses/)
    expect(await onSamePort.exited).toBe(1)
    expect(onSamePort.output()).toMatch(/Port \d+ is in use by another program/)
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200)
    removeDataDir(otherDir)
  })

  test('behavior: a closed terminal stops every process', async () => {
    await stopWith('SIGHUP', 'group')
    await expectNoProcesses()
  })

  test('error: live mode lists all missing and invalid settings at once', async () => {
    const { exited, output } = await start({
      MODE: 'live',
      JWT_SECRET: 'short',
      CONFIRMATIONS: 'x',
    })
    expect(await exited).toBe(1)
    running = null
    for (const name of [
      'DATABASE_URL',
      'CHAIN_RPC_URL',
      'PLATFORM_WALLET',
      'MASTER_KEY',
      'BASE_URL',
      'TRUSTED_PROXIES',
    ]) {
      expect(output()).toContain(`- ${name}: is required in live mode`)
    }
    expect(output()).toContain('- JWT_SECRET: has fewer than 32 characters')
    expect(output()).toContain('- CONFIRMATIONS: must be a whole number')
    expect(output()).not.toContain('short')
  })
})
