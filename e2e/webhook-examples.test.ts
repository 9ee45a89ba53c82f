import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { type Received, startReceiver } from './receiver.js'
import { makeReceipt, unique, useOwnService } from './spec/client.js'
import { projectDir } from './tallystick.js'

type Delivery = { deliveryId: string; status: string; attempts: { httpStatus: number }[] }
type Sent = { delivery: { request: { headers: Record<string, string>; body: string } } }
type Example = {
  url: string
  output(): string
  /** Ends it; `output` has all of it then. */
  end(): Promise<void>
}

const page = readFileSync(join(projectDir, 'docs', 'webhooks.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-examples-'))
mkdirSync(join(folder, 'node_modules', '@tallystick'), { recursive: true })
symlinkSync(join(projectDir, 'sdk'), join(folder, 'node_modules', '@tallystick', 'sdk'))

const service = useOwnService({})
const running = new Set<Example>()
afterAll(async () => {
  for (const example of running) await example.end()
  rmSync(folder, { recursive: true, force: true })
})

/** The first block of code under a heading of the page. */
function blockUnder(heading: string): string {
  const [, section] = page.split(`\n### ${heading}\n`)
  const block = /^```\w+\n(.*?)^```$/ms.exec(section ?? '')?.[1]
  if (!block) throw new Error(`docs/webhooks.md has no code under "${heading}"`)
  return block
}

/** Runs a receiver of the page as a merchant would, and finds out where it listens. */
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
  async function end(): Promise<void> {
    child.kill()
    await closed
  }
  const example = { url: '', output: () => output, end }
  running.add(example)
  await until(() => output.includes('\n') || child.exitCode !== null)
  example.url = /^http:\S+/.exec(output)?.[0] ?? ''
  if (!example.url) throw new Error(`it does not listen:\n${output}`)
  return example
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not happen within 15 seconds')
    await sleep(20)
  }
}

/** Has the service send a real event, and returns the receipt it is about. */
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
  if (!delivery) throw new Error(`there is no delivery about ${receiptId}`)
  return delivery
}

/** The same with one bit of one byte changed: still JSON, and another status. */
function tampered(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  const at = changed.indexOf('link_opened')
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

describe('docs/webhooks.md', () => {
  test.each(['Node, by hand', 'Node, with the SDK'])(
    'default: the receiver under "%s" takes a real delivery, once, and no other',
    async (heading) => {
      const example = await runReceiver(heading)
      const receiptId = await changeReceipt(example.url)
      const line = `${receiptId}: pending -> link_opened\n`
      await until(() => example.output().includes(line))
      await until(async () => (await findDelivery(receiptId)).status !== 'pending')
      const delivery = await findDelivery(receiptId)
      expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ httpStatus: 204 }] })

      const call = `GET /api/webhooks/deliveries/${delivery.deliveryId}`
      const { headers, body } = (await service.program<Sent>(call)).body.delivery.request
      const send = async (bytes: Buffer) =>
        (await fetch(example.url, { method: 'POST', headers, body: new Uint8Array(bytes) })).status
      const bytes = Buffer.from(body)
      expect(await send(tampered(bytes))).toBe(401)
      expect(await send(bytes)).toBe(204)
      await example.end()
      expect(example.output().split(receiptId)).toHaveLength(2)
    },
  )
})

describe('docs/webhooks.md in a shell', () => {
  const tools = ['openssl', 'curl']
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  const note = `this machine has no ${missing.join(' and no ')}`

  /** In the folder of the examples, with what the page has set before. */
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
      const [got] = await receiver.at('/hook', 1)
      if (!got) throw new Error('nothing came')
      return { ...got, receiptId }
    } finally {
      await receiver.close()
    }
  }

  test('default: "verify" tells a real delivery from one with a changed byte', async ({ skip }) => {
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

  test('behavior: "fetch" brings the same bytes from the service, good to verify', async ({
    skip,
  }) => {
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
    await until(() => example.output().includes(`${receiptId}: pending -> link_opened\n`))
  })
})
