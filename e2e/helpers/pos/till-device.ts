import { expect } from 'vitest'
import { createSender, type SendRequest } from '../client.js'
import { makePairingCode, pin, type Till } from './till.js'

/** Pairs a device without a browser, and unlocks it for a cashier. */
export async function unlockDevice(
  till: Till,
  { origin, name = 'Ada' }: { origin: string; name?: keyof Till['cashiers'] },
): Promise<SendRequest> {
  const paired = await fetch(`${origin}/api/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: await makePairingCode(till), name: 'Tablet' }),
  })
  expect(paired.status).toBe(201)
  const { csrfToken } = (await paired.json()) as { csrfToken: string }
  const cookies = paired.headers.getSetCookie().map((line) => line.split(';')[0])
  const send = createSender(origin, { cookie: cookies.join('; '), 'x-csrf-token': csrfToken })
  const body = { cashierId: till.cashiers[name], pin }
  expect((await send('POST /api/devices/unlock', { body })).status).toBe(200)
  return send
}
