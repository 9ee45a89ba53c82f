import { describe, expect, test } from 'vitest'
import { aClaimedDelivery } from '../../../../test/fixtures/claimed-delivery.js'
import { HOUR_MS, MINUTE_MS, unixMs } from '../../../lib/time.js'
import { ownQueueOf } from '../delivery.js'
import { classifyAttempt } from './classify-attempt.js'

const at = unixMs(1_000)
const accepted = { httpStatus: 204, error: null, durationMs: 12.6 }
const refused = { httpStatus: 500, error: 'not_2xx', durationMs: 3 } as const

const afterFailure = (attempts: number, extendedRetries = false) =>
  classifyAttempt(aClaimedDelivery({ delivery: { attempts, extendedRetries } }), {
    postOutcome: refused,
    at,
  })

describe('classifyAttempt', () => {
  test('default', () => {
    const claimed = aClaimedDelivery()
    expect(classifyAttempt(claimed, { postOutcome: accepted, at })).toEqual({
      claimed,
      attempt: { at, httpStatus: 204, error: null, durationMs: 13 },
      status: 'delivered',
      afterMs: 0,
      movesTo: null,
    })
  })

  test('behavior: retries once after five seconds', () => {
    expect(afterFailure(0)).toMatchObject({ status: 'pending', afterMs: 5_000, movesTo: null })
    expect(afterFailure(1)).toMatchObject({ status: 'failed' })
    expect(afterFailure(7)).toMatchObject({ status: 'failed' })
  })

  test('behavior: extended retries wait longer each time, in a queue of their own', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) => afterFailure(attempts, true).afterMs)
    expect(waits).toEqual([MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS])
    const { merchant, delivery } = aClaimedDelivery()
    expect(afterFailure(1, true)).toMatchObject({
      status: 'pending',
      movesTo: ownQueueOf({ merchant, ...delivery }),
    })
    expect(afterFailure(6, true)).toMatchObject({ status: 'failed' })
  })

  test('behavior: a delivered delivery stays delivered and is not retried', () => {
    const claimed = aClaimedDelivery({
      delivery: { attempts: 1, extendedRetries: true, wasDelivered: true },
    })
    expect(classifyAttempt(claimed, { postOutcome: refused, at })).toMatchObject({
      status: 'delivered',
    })
  })

  test('behavior: a delivery in its own queue stays there', () => {
    const { merchant, delivery } = aClaimedDelivery()
    const { queueKey } = ownQueueOf({ merchant, ...delivery })
    const claimed = aClaimedDelivery({ queueKey, delivery: { attempts: 2, extendedRetries: true } })
    expect(classifyAttempt(claimed, { postOutcome: refused, at })).toMatchObject({ movesTo: null })
  })
})
