import { describe, expect, test, vi } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { unixMs } from '../../lib/time.js'
import type { Chain } from '../chain/chain.js'
import { good } from './finding.js'
import { runSections } from './run-sections.js'
import type { DoctorContext, Section } from './section.js'

const ctx: DoctorContext = {
  config: testConfig(),
  settingsProblems: [],
  hasMasterKey: true,
  db: null,
  chain: null,
  now: () => unixMs(0),
  fetch,
}
const fine: Section = { title: 'Fine', check: () => [good('Fine.')] }

describe('runSections', () => {
  test('default: keeps the order', async () => {
    const slow: Section = {
      title: 'Slow',
      check: () => new Promise((resolve) => setTimeout(() => resolve([good('Slow.')]), 20)),
    }
    const examined = await runSections([slow, fine], ctx)
    expect(examined.map(({ title }) => title)).toEqual(['Slow', 'Fine'])
  })

  test('error: a failed section becomes a problem and does not affect others', async () => {
    const brokenSection: Section = {
      title: 'Broken',
      check: () => {
        throw new Error('no luck')
      },
    }
    const [first, second] = await runSections([brokenSection, fine], ctx)
    expect(first?.findings).toMatchObject([
      { status: 'problem', message: 'Broken could not be checked: no luck.' },
    ])
    expect(second?.findings).toMatchObject([{ status: 'ok' }])
  })

  test('behavior: skips sections whose chain or database does not respond', async () => {
    const findBlock = () => Promise.reject(new Error('away'))
    const chain = { findBlock } as unknown as Chain
    const needy: Section[] = [
      { ...fine, needs: ['chain'] },
      { ...fine, needs: ['database'] },
    ]
    for (const { findings } of await runSections(needy, { ...ctx, chain })) {
      expect(findings).toMatchObject([{ status: 'skipped' }])
    }
  })

  test('error: ends a section that takes too long', async () => {
    vi.useFakeTimers()
    try {
      const stuck: Section = { title: 'Stuck', check: () => new Promise(() => {}) }
      const running = runSections([stuck], ctx)
      await vi.advanceTimersByTimeAsync(20_000)
      expect((await running)[0]?.findings).toMatchObject([
        {
          status: 'problem',
          message: 'Stuck could not be checked: no response within 20 seconds.',
        },
      ])
    } finally {
      vi.useRealTimers()
    }
  })
})
