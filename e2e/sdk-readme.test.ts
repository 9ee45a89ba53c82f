import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient, ServiceError } from '@tallystick/sdk'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { useService } from './helpers/client.js'
import { readBlocks } from './helpers/code-blocks.js'
import { createReader, type Reader } from './helpers/reader.js'
import { findFreePort } from './helpers/tallystick.js'

const service = useService()
let reader: Reader
beforeAll(() => {
  reader = createReader(service.demo)
})
afterAll(() => reader.remove())

describe('a session in the SDK', () => {
  test('default: replaces secrets, which a key may not', async () => {
    const { headers, apiKey } = await service.newSeller()
    const { baseUrl } = service.demo
    const session = { csrfToken: headers['x-csrf-token'], cookie: headers.cookie }
    const { receipts, webhooks } = createClient({ baseUrl, session })
    const created = await webhooks.endpoints.create({ url: 'http://localhost:4001/all' })
    const rotated = await webhooks.endpoints.rotateSecret(created.id, { overlapHours: 0 })
    expect(rotated.secret).not.toBe(created.secret)
    expect(rotated.previousSecretUntil).toBeNull()
    expect(await webhooks.shopSecret.get()).toBeNull()
    expect((await webhooks.shopSecret.rotate()).secret).toMatch(/^whsec_/)
    expect(await receipts.export()).toMatch(/^\w+,/)

    const withKey = createClient({ baseUrl, apiKey })
    await expect(withKey.webhooks.shopSecret.rotate()).rejects.toThrow(ServiceError)
    expect(await withKey.receipts.export({ status: 'paid' })).toMatch(/^\w+,/)
  })
})

describe('sdk/README.md', () => {
  const [settings, firstCall, order, subscribe, verify, receiver, express, testEvent, ...others] =
    readBlocks('sdk/README.md')

  /** Follows blocks as typed in a new terminal, after the settings. Returns what they print. */
  async function follow(...blocks: (typeof settings)[]): Promise<string> {
    const shell = reader.openTerminal()
    const typed = [settings, ...blocks].flatMap((block) => block ?? [])
    const output = await shell.run(reader.type(typed))
    shell.close()
    return output
  }

  /**
   * Runs a receiver of the page until the end of the test. It listens on another port than the page
   * names.
   */
  async function listen(block: typeof settings, replacement: [port: string, by: string]) {
    const code = block?.code.replace(...replacement) ?? ''
    const args = ['--input-type=module', '--eval', code]
    const { PATH = '' } = process.env
    const env = { PATH, TALLYSTICK_KEY: service.demo.apiKey }
    const child = spawn(process.execPath, args, { cwd: reader.folder, env })
    const closed = once(child, 'close')
    onTestFinished(async () => {
      child.kill()
      await closed
    })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    return () => output
  }

  /** Runs the test event of the page until the receiver listens. Returns what it prints. */
  async function send(url: string): Promise<string> {
    const code = testEvent?.code.replace('http://localhost:4000/', url) ?? ''
    const program = testEvent && { ...testEvent, code, file: 'test-event.mjs' }
    return follow(program).catch(() => '')
  }

  test('default: has no other blocks', () => {
    expect(others).toEqual([])
  })

  test('default: makes the first call, creates an order, subscribes and verifies an offer', async () => {
    const output = await follow(firstCall, order, subscribe, verify)
    expect(output).toMatch(/^http\S+\/portal\/rcpt_\S+\ngenerated\n/)
    expect(output).toMatch(/^sub_\w+\nrcpt_\w+ \d+\n$/m)
  })

  test('default: receives a test event with node:http', async () => {
    const port = String(await findFreePort())
    const output = await listen(receiver, ['4000', port])
    await expect.poll(() => send(`http://localhost:${port}/`)).toBe('204\n')
    expect(output()).toBe('ship R-1\n')
  })

  test('default: receives a test event with Express', async () => {
    const port = String(await findFreePort())
    const output = await listen(express, ['4001', port])
    await expect.poll(() => send(`http://localhost:${port}/webhook`)).toBe('204\n')
    expect(output()).toBe('ship R-1\n')
  })
})
