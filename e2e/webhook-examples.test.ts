import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeReceipt, type Seller, unique, useService } from './helpers/client.js'
import { nameBlocks } from './helpers/code-blocks.js'
import { type ReceivedRequest, startReceiver } from './helpers/receiver.js'
import { openShell } from './helpers/shell.js'
import { findFreePort, projectDir } from './helpers/tallystick.js'

type Delivery = { deliveryId: string; status: string; attempts: { httpStatus: number }[] }
type SentDelivery = { delivery: { request: { headers: Record<string, string>; body: string } } }
type ReceiverName = 'receiver by hand' | 'receiver with the SDK'
type Running = {
  output(): string
  /** Stops the process. Afterwards `output` is complete. */
  stop(): Promise<void>
}
type Example = Running & { url: string }

const blocks = nameBlocks('docs/webhooks.md', [
  'settings',
  'start',
  'sale',
  'log',
  'endpoint',
  'receiver by hand',
  'receiver with the SDK',
  'fetch',
  'verify',
  'send',
  'stream',
])
const folder = mkdtempSync(join(tmpdir(), 'tallystick-examples-'))
mkdirSync(join(folder, '.data'))
mkdirSync(join(folder, 'node_modules', '@tallystick'), { recursive: true })
symlinkSync(join(projectDir, 'sdk'), join(folder, 'node_modules', '@tallystick', 'sdk'))

const service = useService()
/** Other tests must not see its webhooks. */
let seller: Seller
const running = new Set<Running>()
beforeAll(async () => {
  seller = await service.newSeller()
  const demo = { baseUrl: service.demo.baseUrl, apiKey: seller.apiKey }
  writeFileSync(join(folder, '.data', 'demo.json'), JSON.stringify(demo))
})
afterAll(async () => {
  for (const example of running) await example.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a receiver of the page and reads its URL from its output. */
async function runReceiver(name: ReceiverName): Promise<Example> {
  const file = join(folder, `${unique('receiver')}.mjs`)
  writeFileSync(file, blocks[name])
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [file], {
    env: { PATH, PORT: '0', SECRET: seller.apiKey },
  })
  const example = { url: '', ...watch(child) }
  await waitUntil(() => example.output().includes('\n') || child.exitCode !== null)
  example.url = /^http:\S+/.exec(example.output())?.[0] ?? ''
  if (!example.url) throw new Error(`The receiver printed no URL:\n${example.output()}`)
  return example
}

/** Collects the output of a process, and stops it at the end of the file at the latest. */
function watch(child: ChildProcess): Running {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text
    })
  }
  const closed = new Promise((resolve) => child.once('close', resolve))
  async function stop(): Promise<void> {
    child.kill()
    await closed
  }
  const watched = { output: () => output, stop }
  running.add(watched)
  return watched
}

async function waitUntil(isMet: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!(await isMet())) {
    if (performance.now() > deadline)
      throw new Error('The condition was not met within 15 seconds.')
    await sleep(20)
  }
}

/** Changes a new receipt, so that the service sends an event, and returns its id. */
async function changeReceipt(webhookUrl: string | null): Promise<string> {
  const fields = webhookUrl === null ? {} : { webhook_url: webhookUrl }
  const receiptId = await makeReceipt(seller.program, fields)
  const body = { receiptId, status: 'link_opened' }
  expect((await seller.program('POST /api/receipts/status', { body })).status).toBe(200)
  return receiptId
}

async function findDelivery(receiptId: string): Promise<Delivery> {
  const call = `GET /api/webhooks/deliveries?receiptId=${receiptId}`
  const { body } = await seller.program<{ deliveries: Delivery[] }>(call)
  const [delivery] = body.deliveries
  if (!delivery) throw new Error(`There is no delivery for ${receiptId}.`)
  return delivery
}

/** Returns the body with one bit changed. It is still JSON, with another status. */
function tampered(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  const at = changed.indexOf('link_opened')
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

describe('docs/webhooks.md', () => {
  test('default: the blocks run as typed, from a payment to the stream of events', async () => {
    const shell = openShell({ cwd: folder, env: { PORT: String(await findFreePort()) } })
    onTestFinished(shell.close)
    await shell.run(blocks.settings)
    writeFileSync(join(folder, 'receiver.mjs'), blocks['receiver by hand'])
    // The shell creates the files of background commands at an unknown time.
    for (const log of ['receiver.log', 'events.log']) writeFileSync(join(folder, log), '')
    await shell.run(blocks.start)
    const received = () => shell.run(blocks.log)
    await expect.poll(received).toContain('http')

    await shell.run(blocks.sale)
    const changes = ['tx_mined', 'recipient_validated', 'paid', 'completed']
    const lines = changes.map((to, index) => `HOOK-1: ${changes[index - 1] ?? 'pending'} -> ${to}`)
    await expect.poll(received).toContain(lines.join('\n'))

    const { webhook } = JSON.parse(await shell.run(blocks.endpoint))
    expect(webhook).toMatchObject({
      extendedRetries: true,
      secret: expect.stringMatching(/^whsec_/),
    })
    expect((await seller.program(`DELETE /api/webhooks/${webhook.id}`)).status).toBe(200)

    expect(await shell.run(blocks.fetch + blocks.verify)).toBe('genuine\n')
    expect(await shell.run(blocks.send)).toBe('204\n')

    await shell.run(blocks.stream)
    // It starts with the next event, at an unknown time.
    const show = async () => {
      await changeReceipt(null)
      return readFileSync(join(folder, 'events.log'), 'utf8')
    }
    await expect.poll(show, { interval: 200 }).toContain('event: receipt.status_updated\n')
    await shell.run('kill $(jobs -p)')
  })

  test.each<ReceiverName>(['receiver by hand', 'receiver with the SDK'])(
    'default: the %s accepts a delivery once and refuses a changed one',
    async (name) => {
      const example = await runReceiver(name)
      const receiptId = await changeReceipt(example.url)
      const line = `${receiptId}: pending -> link_opened\n`
      await waitUntil(() => example.output().includes(line))
      await waitUntil(async () => (await findDelivery(receiptId)).status !== 'pending')
      const delivery = await findDelivery(receiptId)
      expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ httpStatus: 204 }] })

      const call = `GET /api/webhooks/deliveries/${delivery.deliveryId}`
      const { headers, body } = (await seller.program<SentDelivery>(call)).body.delivery.request
      const send = async (bytes: Buffer) =>
        (await fetch(example.url, { method: 'POST', headers, body: new Uint8Array(bytes) })).status
      const bytes = Buffer.from(body)
      expect(await send(tampered(bytes))).toBe(401)
      expect(await send(bytes)).toBe(204)
      await example.stop()
      expect(example.output().split(receiptId)).toHaveLength(2)
    },
  )
})

describe('docs/webhooks.md in a shell', () => {
  const tools = ['openssl', 'curl']
  const missingTools = tools.filter(
    (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0,
  )
  const note = `not installed: ${missingTools.join(', ')}`

  /** Runs a script in the folder of the examples, with the variables that the page sets. */
  function runShell(script: string, environment: Record<string, string> = {}): string {
    const { PATH = '' } = process.env
    const { apiKey } = seller
    const env = { PATH, URL: service.origin, KEY: apiKey, SECRET: apiKey, ...environment }
    const run = spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
    expect(run.stderr).toBe('')
    return run.stdout.trim()
  }

  async function capture(): Promise<ReceivedRequest & { receiptId: string }> {
    const receiver = await startReceiver()
    try {
      const receiptId = await changeReceipt(`${receiver.url}/hook`)
      const [webhook] = await receiver.at('/hook', 1)
      if (!webhook) throw new Error('No webhook arrived.')
      return { ...webhook, receiptId }
    } finally {
      await receiver.close()
    }
  }

  test('default: "verify" accepts a delivery and refuses a changed one', async ({ skip }) => {
    skip(missingTools.length > 0, note)
    const { headers, body } = await capture()
    const SIGNATURE = String(headers['x-service-signature'])
    const verify = (bytes: Buffer) => {
      writeFileSync(join(folder, 'body.json'), bytes)
      return runShell(blocks.verify, { SIGNATURE })
    }
    expect(verify(body)).toBe('genuine')
    expect(verify(tampered(body))).toBe('forged')
  })

  test('behavior: "send" reaches the receiver of the page', async ({ skip }) => {
    skip(missingTools.length > 0, note)
    const { receiptId, body } = await capture()
    const example = await runReceiver('receiver by hand')
    writeFileSync(join(folder, 'body.json'), body)
    const send = (environment = {}) =>
      runShell(blocks.send, { PORT: new URL(example.url).port, ...environment })
    expect(send({ SECRET: 'another' })).toBe('401')
    expect(send()).toBe('204')
    await waitUntil(() => example.output().includes(`${receiptId}: pending -> link_opened\n`))
  })
})
