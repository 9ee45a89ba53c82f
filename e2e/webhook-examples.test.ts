import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { makeReceipt, unique, useOwnService } from './helpers/client.js'
import { type Received, startReceiver } from './helpers/receiver.js'
import { projectDir } from './helpers/tallystick.js'

type Delivery = { deliveryId: string; status: string; attempts: { httpStatus: number }[] }
type Sent = { delivery: { request: { headers: Record<string, string>; body: string } } }
type Example = {
  url: string
  output(): string
  /** Stops the process. Afterwards `output` is complete. */
  stop(): Promise<void>
}

const page = readFileSync(join(projectDir, 'docs', 'webhooks.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-examples-'))
mkdirSync(join(folder, 'node_modules', '@tallystick'), { recursive: true })
symlinkSync(join(projectDir, 'sdk'), join(folder, 'node_modules', '@tallystick', 'sdk'))

const service = useOwnService({})
const running = new Set<Example>()
afterAll(async () => {
  for (const example of running) await example.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the first block of code under a heading of the page. */
function blockUnder(heading: string): string {
  const [, section] = page.split(`\n### ${heading}\n`)
  const block = /^```\w+\n(.*?)^```$/ms.exec(section ?? '')?.[1]
  if (!block) throw new Error(`docs/webhooks.md has no code under "${heading}"`)
  return block
}

/** Runs a receiver of the page and reads its URL from its output. */
async function runReceiver(heading: string): Promise<Example> {
  const file = join(folder, `${unique('receiver')}.mjs`)
  writeFileSync(file, blockUnder(heading))
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [file], {
    env: { PATH, PORT: '0', SECRET: service.demo.apiKey },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const closed = new Promise((resolve) => child.once('close', resolve))
  async function stop(): Promise<void> {
    child.kill()
    await closed
  }
  const example = { url: '', output: () => output, stop }
  running.add(example)
  await waitUntil(() => output.includes('\n') || child.exitCode !== null)
  example.url = /^http:\S+/.exec(output)?.[0] ?? ''
  if (!example.url) throw new Error(`The receiver printed no URL:\n${output}`)
  return example
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
async function changeReceipt(webhookUrl: string): Promise<string> {
  const receiptId = await makeReceipt(service.program, { webhook_url: webhookUrl })
  const body = { receiptId, status: 'link_opened' }
  expect((await service.program('POST /api/receipts/status', { body })).status).toBe(200)
  return receiptId
}

async function findDelivery(receiptId: string): Promise<Delivery> {
  const call = `GET /api/webhooks/deliveries?receiptId=${receiptId}`
  const { body } = await service.program<{ deliveries: Delivery[] }>(call)
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
  test.each(['Node, by hand', 'Node, with the SDK'])(
    'default: the receiver under "%s" accepts a delivery once and refuses a changed one',
    async (heading) => {
      const example = await runReceiver(heading)
      const receiptId = await changeReceipt(example.url)
      const line = `${receiptId}: pending -> link_opened\n`
      await waitUntil(() => example.output().includes(line))
      await waitUntil(async () => (await findDelivery(receiptId)).status !== 'pending')
      const delivery = await findDelivery(receiptId)
      expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ httpStatus: 204 }] })

      const call = `GET /api/webhooks/deliveries/${delivery.deliveryId}`
      const { headers, body } = (await service.program<Sent>(call)).body.delivery.request
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
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  const note = `not installed: ${missing.join(', ')}`

  /** Runs a script in the folder of the examples, with the variables that the page sets. */
  function runShell(script: string, environment: Record<string, string> = {}): string {
    const { PATH = '' } = process.env
    const { apiKey } = service.demo
    const env = { PATH, URL: service.origin, KEY: apiKey, SECRET: apiKey, ...environment }
    const run = spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
    expect(run.stderr).toBe('')
    return run.stdout.trim()
  }

  async function capture(): Promise<Received & { receiptId: string }> {
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
    skip(missing.length > 0, note)
    const { headers, body } = await capture()
    const SIGNATURE = String(headers['x-service-signature'])
    const verify = (bytes: Buffer) => {
      writeFileSync(join(folder, 'body.json'), bytes)
      return runShell(blockUnder('Shell: verify'), { SIGNATURE })
    }
    expect(verify(body)).toBe('genuine')
    expect(verify(tampered(body))).toBe('forged')
  })

  test('behavior: "fetch" returns the same bytes, which verify', async ({ skip }) => {
    skip(missing.length > 0, note)
    const { receiptId, body } = await capture()
    const { deliveryId: DELIVERY } = await findDelivery(receiptId)
    const script = blockUnder('Shell: fetch what was sent') + blockUnder('Shell: verify')
    expect(runShell(script, { DELIVERY })).toBe('genuine')
    expect(readFileSync(join(folder, 'body.json'))).toEqual(body)
  })

  test('behavior: "send" reaches the receiver of the page', async ({ skip }) => {
    skip(missing.length > 0, note)
    const { receiptId, body } = await capture()
    const example = await runReceiver('Node, by hand')
    writeFileSync(join(folder, 'body.json'), body)
    const send = (environment = {}) =>
      runShell(blockUnder('Shell: send a signed one'), { RECEIVER: example.url, ...environment })
    expect(send({ SECRET: 'another' })).toBe('401')
    expect(send()).toBe('204')
    await waitUntil(() => example.output().includes(`${receiptId}: pending -> link_opened\n`))
  })
})
