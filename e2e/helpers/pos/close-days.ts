import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { callersOf, type SendRequest, unique } from '../client.js'
import { withoutChain } from '../crash.js'
import {
  findFreePort,
  makeDataDir,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from '../tallystick.js'
import { makeTill, type Till } from './till.js'
import { unlockDevice } from './till-device.js'

/** The killed process may still hold the key of the request. */
const patience = { timeout: 60_000, interval: 200 }

type Close = { number: number; sales: number; received: number }

/** Closes day after day, and kills the service while it does. Days stay numbered without gaps. */
export async function closeDaysUnderKills(kills: number): Promise<void> {
  const dataDir = makeDataDir()
  const port = String(await findFreePort())
  const environment = { ...withoutChain, PORT: port }
  let running = await startTallystick({ dataDir, environment })
  const service = callersOf({ origin: running.origin, demo: await running.ready() })
  try {
    const till = await makeTill(service)
    const send = await unlockDevice(till, { origin: service.origin })
    let paidCents = 0
    for (let kill = 0; kill < kills; kill += 1) {
      paidCents += await sellForCash(send, 100 + kill)
      // The answer is lost at another place each time.
      const key = unique('close')
      const closing = closeDay(send, key).catch(() => null)
      await sleep(kill * 2)
      running.signal('SIGKILL', 'node')
      await Promise.all([running.exited, closing])
      running = await startTallystick({ dataDir, environment })
      await running.ready()
      // As the register does, with the same key.
      await vi.waitFor(() => closeDay(send, key), patience)
    }
    const closes = await listCloses(till)
    const numbers = closes.map(({ number }) => number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: kills }, (_, index) => index + 1))
    expect(closes.map(({ sales }) => sales)).toEqual(closes.map(() => 1))
    const received = closes.reduce((sum, close) => sum + Math.round(close.received * 100), 0)
    expect(received).toBe(paidCents)
  } finally {
    await stopTallystick(running)
    removeDataDir(dataDir)
  }
}

async function sellForCash(send: SendRequest, cents: number): Promise<number> {
  const made = await send<{ receipt: { receiptId: string; totalUsd: number } }>(
    'POST /api/receipts/terminal',
    { body: { amountUsd: cents / 100 } },
  )
  expect(made.status).toBe(200)
  const { receiptId, totalUsd } = made.body.receipt
  const body = { receiptId, status: 'paid' }
  expect((await send('POST /api/receipts/status', { body })).status).toBe(200)
  return Math.round(totalUsd * 100)
}

async function closeDay(send: SendRequest, key: string): Promise<void> {
  const closed = await send('POST /api/day-closes', {
    body: {},
    headers: { 'idempotency-key': key },
  })
  expect([closed.status, closed.body]).toMatchObject([201, {}])
}

async function listCloses({ seller, register }: Till): Promise<Close[]> {
  const path = `GET /api/day-closes?registerId=${register.id}`
  return (await seller.send<{ closes: Close[] }>(path)).body.closes
}
