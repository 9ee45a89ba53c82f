import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Person, readJson, signIn } from '../person.js'
import {
  makeDataDir,
  type RunningService,
  removeDataDir,
  startTallystick,
  stopTallystick,
  type Tallystick,
} from '../tallystick.js'

export type Answer<Body = Record<string, unknown>> = {
  status: number
  headers: Headers
  body: Body
}

/** Makes a call such as `GET /api/receipts?limit=5` as one certain caller. */
export type Ask = <Body = Record<string, unknown>>(
  call: string,
  input?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Answer<Body>>

/** A running service, and who there is to call it. */
export type Service = RunningService & {
  /** Nobody in particular: no key, no cookie. */
  anyone: Ask
  /** The demo merchant's program, which has a split, and the other merchant's, which has none. */
  program: Ask
  otherProgram: Ask
  /** The demo merchant, signed in. */
  owner: Ask
  signIn(privateKey: `0x${string}`): Promise<Person & { ask: Ask }>
}

export type Line = { label: string; priceUsd: number; amount?: number; qty?: number }
export type Receipt = Record<string, unknown> & {
  receiptId: string
  status: string
  totalUsd: number
  lineItems: Line[]
}
type Item = Record<string, unknown> & { id: string; sku: string }

/** The service that all specifications share. What a test changes for everybody it takes back. */
export function useService(): Service {
  const service = {} as Service

  beforeAll(async () => {
    const response = await fetch(inject('sharedServiceUrl'))
    if (!response.ok) throw new Error(await response.text())
    Object.assign(service, callersOf(await readJson<RunningService>(response)))
  })

  return service
}

/**
 * Runs a service with other settings for the tests of a file or of one `describe`, and makes sure that it ends well.
 * Without a chain, which takes seconds to start, unless the tests are about it.
 */
export function useOwnService(environment: Record<string, string>): Service & { dataDir: string } {
  const service = {} as Service & { dataDir: string }
  let tallystick: Tallystick | null = null

  beforeAll(async () => {
    const dataDir = makeDataDir()
    Object.assign(service, { dataDir })
    const settings = { SANDBOX_CHAIN: 'off', ...environment }
    tallystick = await startTallystick({ dataDir, environment: settings })
    const { origin, ready } = tallystick
    Object.assign(service, callersOf({ origin, demo: await ready() }))
  })

  afterAll(async () => {
    const code = tallystick && (await stopTallystick(tallystick))
    removeDataDir(service.dataDir)
    expect(code).toBe(0)
  })

  return service
}

/** The callers of a running service. */
export function callersOf({ origin, demo }: RunningService): Service {
  const withKey = (apiKey: string) => asking(origin, { 'x-api-key': apiKey })
  const signInHere: Service['signIn'] = async (privateKey) => {
    const person = await signIn(origin, { baseUrl: demo.baseUrl, privateKey })
    return { ...person, ask: asking(origin, person.headers) }
  }
  // At the first call, because not every service lets everybody sign in.
  let owner: Promise<{ ask: Ask }> | null = null
  return {
    origin,
    demo,
    anyone: asking(origin, {}),
    program: withKey(demo.apiKey),
    otherProgram: withKey(demo.otherMerchant.apiKey),
    owner: async (call, input) => {
      owner ??= signInHere(demo.merchantPrivateKey)
      return (await owner).ask(call, input)
    },
    signIn: signInHere,
  }
}

/** Asks as whoever these headers belong to. */
export function asking(origin: string, who: Record<string, string>): Ask {
  return async <Body>(call: string, { body, headers }: Parameters<Ask>[1] = {}) => {
    const [method = '', path = ''] = call.split(' ')
    const hasBody = body !== undefined
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...(hasBody && { 'content-type': 'application/json' }), ...who, ...headers },
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await readJson<Body>(response),
    }
  }
}

/** The HTTP status and the code of an error, such as `400 items_required`. */
export function errorOf({ status, body }: Answer): string {
  return `${status} ${body['error']}`
}

/** A name that nothing else has. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`
}

/** Puts an item for 100 dollars into the catalogue, or whatever `fields` say. */
export async function makeItem(ask: Ask, fields: object = {}): Promise<Item> {
  const item = { sku: unique('SKU'), name: 'Kettle', priceUsd: 100, ...fields }
  const answer = await ask<{ item: Item }>('POST /api/inventory', { body: item })
  expect(answer.status).toBe(200)
  return answer.body.item
}

/** Orders one new item with `terms`, such as a tax rate. */
export async function placeOrder(ask: Ask, terms: object = {}): Promise<Receipt> {
  const { id } = await makeItem(ask)
  const body = { items: [{ id, qty: 1 }], ...terms }
  const answer = await ask<{ receipt: Receipt }>('POST /api/orders', { body })
  expect(answer.status).toBe(200)
  return answer.body.receipt
}

/** Makes a receipt over 25 dollars, or whatever `fields` say, and returns its id. */
export async function makeReceipt(ask: Ask, fields: object = {}): Promise<string> {
  const bill = { lineItems: [{ label: 'Lunch', priceUsd: 25 }], totalUsd: 25 }
  const body = { id: unique('receipt'), ...('lineItems' in fields ? {} : bill), ...fields }
  const answer = await ask<{ id: string }>('POST /api/receipts', { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}
