import { describe, expect, test } from 'vitest'
import { aTurn } from '../../../../test/fixtures/claimed-delivery.js'
import { HOUR_MS, MINUTE_MS, unixMs } from '../../../lib/time.js'
import { ownLaneOf } from '../lane.js'
import { judgeAttempt } from './judge-attempt.js'

const at = unixMs(1_000)
const taken = { httpStatus: 204, error: null, durationMs: 12.6 }
const refused = { httpStatus: 500, error: 'not_2xx', durationMs: 3 } as const

const judge = (attempts: number, extendedRetries = false) =>
  judgeAttempt(aTurn({ delivery: { attempts, extendedRetries } }), { posted: refused, at })

describe('judgeAttempt', () => {
  test('default', () => {
    const turn = aTurn()
    expect(judgeAttempt(turn, { posted: taken, at })).toEqual({
      turn,
      attempt: { at, httpStatus: 204, error: null, durationMs: 13 },
      status: 'delivered',
      afterMs: 0,
      movesTo: null,
    })
  })

  test('behavior: once more after five seconds, then never', () => {
    expect(judge(0)).toMatchObject({ status: 'pending', afterMs: 5_000, movesTo: null })
    expect(judge(1)).toMatchObject({ status: 'failed' })
    expect(judge(7)).toMatchObject({ status: 'failed' })
  })

  test('behavior: for those who asked, ever later and out of the way of others', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) => judge(attempts, true).afterMs)
    expect(waits).toEqual([MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS])
    const { merchant, delivery } = aTurn()
    expect(judge(1, true)).toMatchObject({
      status: 'pending',
      movesTo: ownLaneOf({ merchant, ...delivery }),
    })
    expect(judge(6, true)).toMatchObject({ status: 'failed' })
  })

  test('behavior: what was taken once stays so, and is not tried again', () => {
    const turn = aTurn({ delivery: { attempts: 1, extendedRetries: true, wasDelivered: true } })
    expect(judgeAttempt(turn, { posted: refused, at })).toMatchObject({ status: 'delivered' })
  })

  test('behavior: what stands alone already stays there', () => {
    const { merchant, delivery } = aTurn()
    const { lane } = ownLaneOf({ merchant, ...delivery })
    const turn = aTurn({ lane, delivery: { attempts: 2, extendedRetries: true } })
    expect(judgeAttempt(turn, { posted: refused, at })).toMatchObject({ movesTo: null })
  })
})
