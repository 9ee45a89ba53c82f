import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { normalizeResponse, normalizeRoute } from './response-normalizer.mjs'
import { compareRecordings } from './response-recordings.mjs'

const root = mkdtempSync(join(tmpdir(), 'tallystick-responses-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const recorder = fileURLToPath(new URL('record-responses.mjs', import.meta.url))

/** Records the responses of a small service in a process of its own. */
function record(name, body) {
  const folder = join(root, name)
  const program = `
    import { createServer } from 'node:http'
    const server = createServer((request, response) => {
      const id = request.url === '/hook' ? {} : { 'X-Correlation-Id': 'req_1' }
      response.writeHead(200, { ...id, 'content-type': 'application/json' })
      response.write('{"id":"rcpt_' + crypto.randomUUID().replaceAll('-', '') + '",')
      response.end('"createdAt":' + Date.now() + ',${body}}')
    }).listen(0, '127.0.0.1', async () => {
      const origin = 'http://127.0.0.1:' + server.address().port
      for (const path of ['/api/receipts', '/api/receipts/r-17?k=x', '/hook']) {
        await (await fetch(origin + path)).text()
      }
      server.close()
      server.closeAllConnections()
    })`
  execFileSync(process.execPath, ['--import', recorder, '--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, RECORD_RESPONSES: folder },
  })
  return folder
}

describe('recordings', () => {
  const first = record('first', '"status":"paid","message":"Paid."')
  const second = record('second', '"status":"paid","message":"It is paid."')
  const changed = record('changed', '"status":"refunded"')

  test('default', () => {
    expect(readdirSync(first)).toEqual(['GET_api_receipts', 'GET_api_receipts_:id'])
    const place = join(first, 'GET_api_receipts', '200')
    const [name = ''] = readdirSync(place)
    expect(readFileSync(join(place, name), 'utf8').split('\n')).toEqual([
      'GET /api/receipts',
      '200',
      'content-type: application/json',
      '',
      '{',
      ' "id": "<id>",',
      ' "createdAt": "<time>",',
      ' "status": "paid",',
      ' "message": "<message>"',
      '}',
      '',
    ])
  })

  test('behavior: ids, times and messages make no difference', () => {
    expect(compareRecordings(first, second)).toEqual({ same: 2, differences: [] })
  })

  test('error: another value or a missing field is a difference', () => {
    const { same, differences } = compareRecordings(first, changed)
    expect(same).toBe(0)
    expect(differences[0]).toEqual({
      place: 'GET_api_receipts/200',
      lines: ['-  "status": "paid",', '-  "message": "<message>"', '+  "status": "refunded"'],
    })
  })
})

test.each([
  ['/api/receipts/rcpt_4f?x=1', '/api/receipts/:id'],
  ['/api/users/0x12/follow', '/api/users/:id/follow'],
  ['/.well-known/did.json', '/.well-known/did.json'],
  ['/', '/'],
])('normalizeRoute: %s is %s', (url, route) => {
  expect(normalizeRoute(url)).toBe(route)
})

test('normalizeResponse keeps error codes and amounts', () => {
  const body = JSON.stringify({ error: 'PORTAL_LIMIT_AMOUNT_ABOVE_MAX_VALUE', totalUsd: 12.5 })
  const headers = { 'content-type': 'application/json', date: 'today' }
  const text = normalizeResponse({ method: 'GET', route: '/', status: 409, headers, body })
  expect(text).toContain('"error": "PORTAL_LIMIT_AMOUNT_ABOVE_MAX_VALUE"')
  expect(text).toContain('"totalUsd": 12.5')
  expect(text).not.toContain('today')
})

test('behavior: ports, periods and clocks make no difference, but counts do', () => {
  const json = { 'content-type': 'application/json' }
  const normalize = (body) => {
    const response = { method: 'GET', route: '/', status: 200, headers: json }
    return normalizeResponse({ ...response, body: JSON.stringify(body) })
  }
  const recorded = (port, time, key) => ({
    id: `did:web:localhost%3A${port}#${key}`,
    now: time,
    currentPeriodEnd: time,
    periodStart: time,
  })
  const first = recorded(46_125, 1_797_610_713_000, 'TIhKXUpeMjcJpusI')
  const second = recorded(39_267, 1_800_202_965_000, 'XRXd3TksspVXiid-')
  expect(normalize(first)).toBe(normalize(second))
  expect(normalize({ created: 3 })).not.toBe(normalize({ created: 4 }))
})
