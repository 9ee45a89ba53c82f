import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/fixtures/cpu-time.js'
import { ecbXml } from '../../../test/fixtures/servers/rate-server.js'
import { parseEcb } from './ecb-provider.js'

const validXml = ecbXml({ day: '2025-12-31', usd: '1.0832' })
const quoted = { rate: 1_083_200n, quotedAt: Date.UTC(2025, 11, 31, 13, 15) }

describe('parseEcb', () => {
  test('default', () => {
    expect(parseEcb(validXml)).toEqual(quoted)
  })

  test('behavior: accepts double quotes and a missing declaration', () => {
    expect(parseEcb(validXml.replaceAll("'", '"').replace(/^<\?xml.*\n/, ''))).toEqual(quoted)
  })

  test.each([
    ['nothing', ''],
    ['a page', '<!DOCTYPE html><html><body>Sorry</body></html>'],
    ['a truncated file', validXml.slice(0, 500)],
    ['no day', validXml.replace(" time='2025-12-31'", '')],
    ['no dollar', validXml.replace('USD', 'USX')],
    ['two days', validXml.replace('<Cube>', "<Cube><Cube time='2025-12-30'></Cube>")],
    ['two dollars', validXml.replace('JPY', 'USD')],
    [
      'a dollar before the day',
      validXml
        .replace('<Cube>', "<Cube currency='USD' rate='9'/>")
        .replace(/\t+<Cube currency='USD' rate='1.*/, ''),
    ],
    ['a comment', validXml.replace('<Cube>', '<!-- was 9.99 --><Cube>')],
    ['an entity', validXml.replace('<gesmes:E', '<!ENTITY x "1"><gesmes:E')],
    ['an invalid day', ecbXml({ day: '2026-02-30', usd: '1.08' })],
    ['a day in another format', ecbXml({ day: '31.12.2025', usd: '1.08' })],
    ['an invalid rate', ecbXml({ day: '2025-12-31', usd: 'N/A' })],
  ])('error: refuses %s', (_, xml) => {
    expect(parseEcb(xml)).toBeNull()
  })

  test('behavior: parses hostile text of full size quickly', () => {
    for (const part of [
      '<Cube time=',
      '<Cube\t\t\t\t\t\t',
      '<Cube currency="USD" ',
      '<gesmes:Envelope ',
    ]) {
      const text = validXml.replace('<Cube>', part.repeat(65_536 / part.length))
      expect(cpuTimeOf(() => parseEcb(text))).toBeLessThan(500)
    }
  })
})
