import { createClient } from '@tallystick/sdk'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  makeDataDir,
  processesOf,
  removeDataDir,
  startTallystick,
  type Tallystick,
} from './tallystick.js'

const dataDir = makeDataDir()
/** For what has nothing to do with it: it takes seconds to start. */
const withoutChain = { SANDBOX_CHAIN: 'off' }
let running: Tallystick | null = null
async function start(environment: Record<string, string> = {}): Promise<Tallystick> {
  running = await startTallystick({ dataDir, environment })
  return running
}
afterEach(async () => {
  running?.signal('SIGTERM')
  await running?.exited
  running = null
})
afterAll(() => removeDataDir(dataDir))

/** The last processes of a group vanish a moment after npm itself. */
const nothingLeft = () =>
  expect.poll(() => processesOf(dataDir), { timeout: 10_000, interval: 50 }).toEqual([])

async function stopWith(
  ...[name, target]: Parameters<Tallystick['signal']>
): Promise<number | null> {
  const stopping = running
  running = null
  stopping?.signal(name, target)
  const code = await stopping?.exited
  return code ?? null
}

describe('npm start', () => {
  test('default', async () => {
    const { output, ready } = await start()
    const { baseUrl, apiKey, merchantWallet } = await ready()
    const client = createClient({ baseUrl, apiKey })

    expect(await client.health()).toEqual({ status: 'ok' })
    expect(await client.ping()).toMatchObject({
      ok: true,
      wallet: merchantWallet,
      checks: { rates: { ok: true } },
    })
    expect(await client.shopConfig()).toMatchObject({ wallet: merchantWallet, listed: true })
    expect(await client.siteConfig()).toMatchObject({ processingFeePct: 0.5 })
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

  test.each([
    ['SIGTERM', 'npm'],
    // Ctrl-C: the terminal signals the whole group, and npm passes it on once more.
    ['SIGINT', 'group'],
  ] as const)('behavior: %s to %s leaves nothing behind', async (name, target) => {
    await (await start()).ready()
    expect(await stopWith(name, target)).toBe(0)
    await nothingLeft()
  })

  test('behavior: a terminal that is closed leaves nothing behind', async () => {
    await (await start(withoutChain)).ready()
    await stopWith('SIGHUP', 'group')
    await nothingLeft()
  })

  test('behavior: when npm is killed, the rest stops by itself', async () => {
    await (await start()).ready()
    await stopWith('SIGKILL', 'npm')
    await nothingLeft()
  })

  test('error: a second one on the same folder is refused, and the first one stays', async () => {
    const { baseUrl } = await (await start(withoutChain)).ready()
    const second = await startTallystick({ dataDir: `${dataDir}/.` })
    expect(await second.exited).toBe(1)
    expect(second.output()).toMatch(/Another Tallystick \(process \d+\) already uses/)
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200)
  })

  test('error: a port that is taken', async () => {
    const { baseUrl } = await (await start(withoutChain)).ready()
    const otherDir = makeDataDir()
    const second = await startTallystick({
      dataDir: otherDir,
      environment: { ...withoutChain, PORT: new URL(baseUrl).port },
    })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('The port is taken by another program')
    removeDataDir(otherDir)
  })

  test('error: live mode names everything that is missing, at once', async () => {
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
    ]) {
      expect(output()).toContain(`- ${name}: is required in live mode`)
    }
    expect(output()).toContain('- JWT_SECRET: has fewer than 32 characters')
    expect(output()).toContain('- CONFIRMATIONS: must be a whole number')
    expect(output()).not.toContain('short')
  })
})
