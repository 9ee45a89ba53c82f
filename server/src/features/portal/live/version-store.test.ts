import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { OutgoingState } from '../../../platform/chain/outgoing/outgoing.js'
import { aBuyer, aHash } from '../buyer.properties.js'
import { aTaken, moveTo } from '../gasless/taken.properties.js'
import { listVersions, refKey } from './version-store.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('listVersions', () => {
  test('behavior: another one with every step of what was signed, and the same without', async () => {
    const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
    const refs = [buyer, other]
    const versions = async () => {
      const listed = await listVersions(app.ctx.db, { refs, chainId: 84_532 })
      return [listed.get(refKey(buyer)), listed.get(refKey(other))]
    }
    const seen = [await versions()]
    const id = await aTaken(app.ctx, buyer)
    seen.push(await versions())
    const steps: OutgoingState[] = ['signed', 'sent', 'sent', 'mined', 'reverted']
    for (const state of steps) {
      await moveTo(app.ctx, { id, state, hash: aHash() })
      seen.push(await versions())
    }
    expect(new Set(seen.map(([version]) => version)).size).toBe(steps.length + 2)
    expect(new Set(seen.map(([, version]) => version)).size).toBe(1)
    expect(await versions()).toEqual(seen.at(-1))
  })
})
