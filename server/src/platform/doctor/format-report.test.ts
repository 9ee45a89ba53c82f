import { describe, expect, test } from 'vitest'
import { good, problem, warning } from './finding.js'
import { formatJson, formatReport } from './format-report.js'

const config = { mode: 'live', chainId: 8_453 } as const
const sections = [
  { title: 'Settings', findings: [good('All settings are valid.')] },
  { title: 'Nodes', findings: [problem('Node 1 is away.', 'Start it.'), warning('Odd.', 'Look.')] },
]

describe('formatReport', () => {
  test('default', () => {
    expect(formatReport({ config, sections })).toEqual([
      'Tallystick, live mode, chain 8453',
      '',
      'Settings',
      '  ok       All settings are valid.',
      '',
      'Nodes',
      '  problem  Node 1 is away.',
      '           -> Start it.',
      '  warning  Odd.',
      '           -> Look.',
      '',
      '1 problem, 1 warning.',
    ])
  })

  test('behavior: says so when there is no problem', () => {
    expect(formatReport({ config, sections: sections.slice(0, 1) }).at(-1)).toBe('No problems.')
  })
})

describe('formatJson', () => {
  test('default', () => {
    const report = JSON.parse(formatJson({ config, sections }))
    expect(report).toEqual({ ok: false, mode: 'live', chainId: 8_453, sections })
    const better = formatJson({ config, sections: sections.slice(0, 1) })
    expect(JSON.parse(better).ok).toBe(true)
  })
})
