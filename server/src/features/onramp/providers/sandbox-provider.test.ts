import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecordingLog, createTestApp, type TestApp } from '../../../../test/harness.js'
import { MINUTE_MS, SECOND_MS, toUnixSeconds, unixMs } from '../../../lib/time.js'
import { realNow } from '../../../platform/clock/sandbox-clock.js'
import { failureCodes, providerFailureCodes } from '../../receipts/status/failures.js'
import { type SandboxReport, sandboxProvider, writeSandboxCallback } from './sandbox-provider.js'

const { log, lines } = createRecordingLog()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ log })
})
afterAll(() => app.close())

const named = { merchant: `0x${'1'.repeat(40)}`, id: 'onr_1', sessionId: 'card_1' }

/** Returns how the provider reads its own callback. */
function read(report: Pick<SandboxReport, 'state'> & Record<string, unknown>) {
  return sandboxProvider.readCallback(
    app.ctx,
    writeSandboxCallback(app.ctx, { ...named, ...report }),
  )
}

const outcomeOf = (report: Parameters<typeof read>[0]) => {
  const result = read(report)
  return result.kind === 'event' ? result.event.outcome : result
}

describe('readCallback', () => {
  test('default: reads every code of a card', () => {
    expect(providerFailureCodes).toHaveLength(20)
    for (const code of providerFailureCodes) {
      expect(outcomeOf({ state: 'declined', failureCode: code })).toEqual({
        state: 'declined',
        code,
      })
    }
  })

  test('behavior: any other code is a decline without a reason', () => {
    const others = failureCodes.filter((code) => !providerFailureCodes.includes(code))
    expect(others).toContain('PORTAL_CHAIN_TX_REVERTED')
    for (const failureCode of [...others, 'PORTAL_X', 'constructor', null, 7, {}]) {
      lines.length = 0
      expect(outcomeOf({ state: 'rejected', failureCode })).toEqual({
        state: 'rejected',
        code: 'PORTAL_PAY_CARD_DECLINED',
      })
      expect(JSON.stringify(lines)).toContain('unknown failure code')
    }
  })

  test('error: refuses an event that is more than five minutes ahead', () => {
    const secondsIn = (ms: number) => toUnixSeconds(unixMs(realNow(app.ctx) + ms))
    const report = { state: 'processing' } as const
    expect(read({ ...report, atSeconds: secondsIn(4 * MINUTE_MS) }).kind).toBe('event')
    expect(read({ ...report, atSeconds: secondsIn(5 * MINUTE_MS + 2 * SECOND_MS) })).toEqual({
      kind: 'refused',
      reason: 'The time of the event is more than five minutes ahead.',
    })
  })
})
