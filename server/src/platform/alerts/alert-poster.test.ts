import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/fixtures/servers/receiver.js'
import { createRecordingLog } from '../../../test/harness.js'
import { testConfig } from '../../../test/test-config.js'
import { unixMs } from '../../lib/time.js'
import { type AlertNotice, type AlertPoster, createAlertPoster } from './alert-poster.js'

const secret = 'a secret of the operator'
const at = unixMs(1_767_268_800_999)

let receiver: Receiver
let poster: AlertPoster | null = null
let record: ReturnType<typeof createRecordingLog>
beforeEach(async () => {
  receiver = await startReceiver({ address: '127.0.0.1' })
  record = createRecordingLog()
})
afterEach(async () => {
  await poster?.close()
  await receiver.close()
})

function start(times: { deadlineMs?: number; retryAfterMs?: number; graceMs?: number } = {}) {
  const config = testConfig({
    ALERT_WEBHOOK_URL: receiver.url('127.0.0.1'),
    ALERT_WEBHOOK_SECRET: secret,
    SERVICE_NAME: 'Acme',
  })
  poster = createAlertPoster({ config, log: record.log, retryAfterMs: 5, graceMs: 50, ...times })
  return poster
}

function aNotice(changes: Partial<AlertNotice> = {}): AlertNotice {
  const what = { name: 'job_failing', key: 'prune', message: 'a job failed' } as const
  return { ...what, status: 'firing', details: {}, at, ...changes }
}

const bodies = () => receiver.hits.map(({ body }) => JSON.parse(body.toString()))
const warnings = () => record.lines.map(({ level, msg, error }) => ({ level, msg, error }))

describe('createAlertPoster', () => {
  test('default', async () => {
    start().post(aNotice({ details: { attempts: 2n } }))
    await expect.poll(() => receiver.hits).toHaveLength(1)

    expect(bodies()).toEqual([
      {
        event: 'alert',
        name: 'job_failing',
        key: 'prune',
        status: 'firing',
        message: 'a job failed',
        details: { attempts: '2' },
        service: 'Acme',
        at,
      },
    ])
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = receiver.hits
    const hmac = (text: string) => createHmac('sha256', secret).update(text)
    const signed = `${headers['webhook-id']}.1767268800.${body}`
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-acme-event': 'alert',
      'x-acme-attempt': '1',
      'x-acme-signature': `sha256=${hmac(String(body)).digest('hex')}`,
      'webhook-timestamp': '1767268800',
      'webhook-signature': `v1,${hmac(signed).digest('base64')}`,
    })
  })

  test('behavior: sends nothing without a URL', async () => {
    const idle = createAlertPoster({ config: testConfig(), log: record.log })
    idle.post(aNotice())
    await idle.close()
    expect(receiver.hits).toEqual([])
  })

  test('behavior: hides secrets', async () => {
    const err = new Error('no way to postgres://me:hunter2@db.test')
    const message = 'key tly_live_hunter2'
    start().post(aNotice({ message, details: { err, apiKey: 'hunter2', note: 'Bearer hunter2' } }))
    await expect.poll(() => receiver.hits).toHaveLength(1)
    expect(String(receiver.hits[0]?.body)).not.toContain('hunter2')
  })

  test('behavior: retries once, with the same id and body', async () => {
    receiver.replyWith((_, response) => response.writeHead(500).end())
    start().post(aNotice())
    await expect
      .poll(warnings)
      .toEqual([{ level: 'warn', msg: 'alert could not be posted', error: 'not_2xx' }])
    const [first, second, ...others] = receiver.hits
    expect(others).toEqual([])
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.headers['x-acme-attempt']).toBe('2')
  })

  test('behavior: sends resolved after firing', async () => {
    let isFirst = true
    receiver.replyWith((_, response) => {
      response.writeHead(isFirst ? 503 : 200).end()
      isFirst = false
    })
    const { post } = start()
    post(aNotice())
    post(aNotice({ status: 'resolved' }))
    await expect.poll(() => receiver.hits).toHaveLength(3)
    expect(bodies().map(({ status }) => status)).toEqual(['firing', 'firing', 'resolved'])
  })

  test('error: does not follow a redirect', async () => {
    const other = await startReceiver({ address: '127.0.0.1' })
    receiver.replyWith((_, response) =>
      response.writeHead(307, { location: other.url('127.0.0.1') }).end(),
    )
    start().post(aNotice())
    await expect.poll(warnings).toMatchObject([{ error: 'not_2xx' }])
    expect(other.hits).toEqual([])
    await other.close()
  })

  test('error: logs a receiver that hangs', async () => {
    receiver.replyWith(() => {})
    start({ deadlineMs: 20 }).post(aNotice())
    await expect.poll(warnings).toMatchObject([{ error: 'timeout' }])
  })

  test('error: drops more than twenty posts', async () => {
    receiver.replyWith(() => {})
    const { post } = start()
    for (let time = 0; time < 22; time += 1) post(aNotice())
    const dropped = { level: 'warn', msg: 'alert not posted: too many posts are waiting' }
    expect(warnings()).toMatchObject([dropped, dropped])
  })

  test('behavior: close waits for the post in flight', async () => {
    let isAnswered = false
    receiver.replyWith((_, response) => {
      isAnswered = true
      response.end()
    })
    const { post, close } = start({ graceMs: 5_000 })
    post(aNotice())
    await close()
    expect(isAnswered).toBe(true)
  })

  test('behavior: close abandons a receiver that hangs and drops the rest', async () => {
    receiver.replyWith(() => {})
    const { post, close } = start({ graceMs: 20 })
    post(aNotice())
    post(aNotice())
    await expect.poll(() => receiver.hits).toHaveLength(1)
    await close()
    post(aNotice())
    await expect.poll(() => receiver.sockets.every(({ destroyed }) => destroyed)).toBe(true)
    expect(receiver.hits).toHaveLength(1)
  })

  test('behavior: close does not wait for a retry', async () => {
    receiver.replyWith((_, response) => response.writeHead(500).end())
    const { post, close } = start({ retryAfterMs: 600_000, graceMs: 600_000 })
    post(aNotice())
    await expect.poll(() => receiver.hits).toHaveLength(1)
    await close()
  })

  test('behavior: does not throw on a value that cannot be serialized', async () => {
    const details = {
      get broken(): never {
        throw new Error('no')
      },
    }
    start().post(aNotice({ details }))
    await expect.poll(warnings).toMatchObject([{ msg: 'alert could not be posted' }])
  })
})
