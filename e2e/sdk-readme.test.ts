import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const blocks = readBlocks('sdk/README.md')
  const [settings, firstCall, order, subscribe, verify, ...webhooks] = blocks
  const [receiver, run, express, runExpress, testEvent, ...others] = webhooks

  /** Opens a terminal with the settings of the page. */
  async function openTerminal() {
    const shell = reader.openTerminal()
    // Other tests may use the port of the page.
    await shell.run(`PORT=${await findFreePort()}`)
    if (settings) await shell.run(settings.code)
    onTestFinished(shell.close)
    return shell
  }

  test('default: has no other blocks', () => {
    expect(others).toEqual([])
  })

  test('default: makes the first call, creates an order, subscribes and verifies an offer', async () => {
    const shell = await openTerminal()
    const programs = [firstCall, order, subscribe, verify].flatMap((block) => block ?? [])
    const output = await shell.run(reader.type(programs))
    expect(output).toMatch(/^http\S+\/portal\/rcpt_\S+\ngenerated\n/)
    expect(output).toMatch(/^sub_\w+\nrcpt_\w+ \d+\n$/m)
  })

  test('default: both receivers accept a test event', async () => {
    if (!receiver || !run || !express || !runExpress || !testEvent) throw new Error('no block')
    const shell = await openTerminal()
    reader.type([receiver, express])
    // The shell creates the files of background commands at an unknown time.
    for (const log of ['receiver.log', 'express.log']) writeFileSync(join(reader.folder, log), '')
    await shell.run(`${run.code}\n${runExpress.code}`)
    const program = { ...testEvent, file: 'test-event.mjs' }
    const toExpress = testEvent.code.replace(
      '{process.env.PORT}/',
      '{+process.env.PORT + 1}/webhook',
    )
    const expressEvent = { ...testEvent, code: toExpress, file: 'express-event.mjs' }
    for (const [event, log] of [
      [program, 'receiver.log'],
      [expressEvent, 'express.log'],
    ] as const) {
      // A receiver takes a moment to listen.
      const send = () => shell.run(`${reader.type([event])} 2> /dev/null || true`)
      await expect.poll(send).toBe('204\n')
      expect(readFileSync(join(reader.folder, log), 'utf8')).toBe('ship R-1\n')
    }
    await shell.run('kill $(jobs -p)')
  })
})
