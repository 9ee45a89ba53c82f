import { randomBytes } from 'node:crypto'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Person, readJson, signIn } from './person.js'
import {
  makeDataDir,
  type RunningService,
  removeDataDir,
  startTallystick,
  stopTallystick,
  type Tallystick,
} from './tallystick.js'

export type ApiResponse<Body = Record<string, unknown>> = {
  status: number
  headers: Headers
  body: Body
}

/** Sends a request such as `GET /api/receipts?limit=5` with the credentials of one caller. */
export type SendRequest = <Body = Record<string, unknown>>(
  call: string,
  input?: { body?: unknown; headers?: Record<string, string> },
) => Promise<ApiResponse<Body>>

type SignedIn = Person & { send: SendRequest }
/** A merchant that can sell, and a program with its key. */
export type Seller = SignedIn & { apiKey: string; program: SendRequest }

/** A running service and its callers. */
export type Service = RunningService & {
  /** Sends no credentials. */
  anyone: SendRequest
  /** Uses the demo merchant's key. This merchant has a split. */
  program: SendRequest
  /** Uses the other merchant's key. This merchant has no split. */
  otherProgram: SendRequest
  /** Uses a session of the demo merchant. */
  owner: SendRequest
  signIn(privateKey: `0x${string}`): Promise<SignedIn>
  /** Signs in with a new wallet, which makes a new merchant. */
  newMerchant(): Promise<SignedIn>
  /** Makes a new merchant with a split and a developer key. */
  newSeller(): Promise<Seller>
}

export type Line = {
  label: string
  priceUsd: number
  amount?: number
  qty?: number
  thumb?: string
  picture?: string
}
export type Receipt = Record<string, unknown> & {
  receiptId: string
  status: string
  totalUsd: number
  lineItems: Line[]
}
type Item = Record<string, unknown> & { id: string; sku: string }

/**
 * Uses the service that all files of a project share. Files run at the same time, so a test that
 * changes settings or reads whole lists makes a merchant of its own.
 */
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
 * Runs a service with its own settings for the tests of a file or `describe`, and expects a clean
 * exit. The chain is off by default, because it takes seconds to start.
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

export function callersOf({ origin, demo }: RunningService): Service {
  const withKey = (apiKey: string) => createSender(origin, { 'x-api-key': apiKey })
  const signInHere = async (privateKey: `0x${string}`) => {
    const person = await signIn(origin, { baseUrl: demo.baseUrl, privateKey })
    return { ...person, send: createSender(origin, person.headers) }
  }
  const newMerchant = () => signInHere(generatePrivateKey())
  // Signs in at the first request, because some services refuse every sign-in.
  let owner: Promise<{ send: SendRequest }> | null = null
  return {
    origin,
    demo,
    anyone: createSender(origin, {}),
    program: withKey(demo.apiKey),
    otherProgram: withKey(demo.otherMerchant.apiKey),
    owner: async (call, input) => {
      owner ??= signInHere(demo.merchantPrivateKey)
      return (await owner).send(call, input)
    },
    signIn: signInHere,
    newMerchant,
    async newSeller() {
      const merchant = await newMerchant()
      const recipients = [{ address: merchant.wallet, sharesBps: 9_950 }]
      const { status } = await merchant.send('POST /api/split/deploy', { body: { recipients } })
      expect(status).toBe(200)
      const response = await merchant.send<{ apiKey: string }>('POST /api/keys', {
        body: { name: 'Till' },
      })
      const { apiKey } = response.body
      return { ...merchant, apiKey, program: withKey(apiKey) }
    },
  }
}

/** Returns a function that adds `credentials` to the headers of every request. */
export function createSender(origin: string, credentials: Record<string, string>): SendRequest {
  return async <Body>(call: string, { body, headers }: Parameters<SendRequest>[1] = {}) => {
    const [method = '', path = ''] = call.split(' ')
    const hasBody = body !== undefined
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(hasBody && { 'content-type': 'application/json' }),
        ...credentials,
        ...headers,
      },
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await readJson<Body>(response),
    }
  }
}

/** Returns the HTTP status and the code of an error, such as `400 items_required`. */
export function errorOf({ status, body }: ApiResponse): string {
  return `${status} ${body['error']}`
}

/** Returns a name that occurs only once. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`
}

/** Adds an item to the catalog. It costs 100 dollars unless `fields` set another price. */
export async function makeItem(send: SendRequest, fields: object = {}): Promise<Item> {
  const item = { sku: unique('SKU'), name: 'Kettle', priceUsd: 100, ...fields }
  const response = await send<{ item: Item }>('POST /api/inventory', { body: item })
  expect(response.status).toBe(200)
  return response.body.item
}

/** Orders one new item, with `terms` such as a tax rate. */
export async function placeOrder(send: SendRequest, terms: object = {}): Promise<Receipt> {
  const { id } = await makeItem(send)
  const body = { items: [{ id, qty: 1 }], ...terms }
  const response = await send<{ receipt: Receipt }>('POST /api/orders', { body })
  expect(response.status).toBe(200)
  return response.body.receipt
}

/**
 * Creates a receipt and returns its id. The total is 25 dollars unless `fields` set other lines.
 */
export async function makeReceipt(send: SendRequest, fields: object = {}): Promise<string> {
  const bill = { lineItems: [{ label: 'Lunch', priceUsd: 25 }], totalUsd: 25 }
  const body = { id: unique('receipt'), ...('lineItems' in fields ? {} : bill), ...fields }
  const response = await send<{ id: string }>('POST /api/receipts', { body })
  expect(response.status).toBe(201)
  return response.body.id
}
