import { describe, expect, test } from 'vitest'
import { fillGasTable } from './gas-table.js'

const marked = (table: string) =>
  `# Title\n\n<!-- gas: npm run generate -->\n${table}<!-- /gas -->\n\nMore.\n`

describe('fillGasTable', () => {
  test('default', () => {
    const gas = { split: { create: { gas: 81_034, limit: 84_000 }, release: { gas: 5 } } }

    const filled = fillGasTable(marked('old\n'), gas)

    expect(filled).toBe(
      marked(
        [
          '|  | action | gas | limit |',
          '| --- | --- | ---: | ---: |',
          '| split | create | 81,034 | 84,000 |',
          '| split | release | 5 |  |',
          '',
        ].join('\n'),
      ),
    )
    expect(fillGasTable(filled, gas)).toBe(filled)
  })

  test('error: throws on a text without markers', () => {
    expect(() => fillGasTable('# Title', {})).toThrow('no markers')
  })
})
