import { describe, expect, test } from 'vitest'
import { envExample } from './env-example.js'
import { readSettings } from './read-settings.js'
import type { Setting } from './setting.js'
import { settings } from './settings.js'

const table = Object.values<Setting<unknown>>(settings)

describe('envExample', () => {
  test('default', () => {
    expect(envExample()).toContain(
      '\n# Port to listen on. 0 picks a free port.\n# PORT=3000\n\n# Private port',
    )
  })

  test('behavior: has every setting once, in order', () => {
    const names = [...readExample().keys()]
    expect(names).toEqual(table.map(({ name }) => name))
    expect(envExample().match(/^# [A-Z0-9_]+=/gm)).toHaveLength(names.length)
  })

  test.each(table)('behavior: describes $name', ({ name, about }) => {
    expect(about).not.toContain('\n')
    expect(envExample()).toContain(`# ${about}\n# ${name}=`)
  })

  test('behavior: comments out every line', () => {
    const active = envExample()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# '))
    expect(active).toEqual([])
  })

  test('behavior: holds no secret', () => {
    const secret = /KEY$|SECRET$|PASSWORD$|^DATABASE_(READ_)?URL$|^CHAIN_RPC_URL$/
    const shown = [...readExample()].filter(([name]) => secret.test(name) && name !== 'BRAND_KEY')

    expect(shown.map(([name]) => name)).toEqual(
      expect.arrayContaining(['MASTER_KEY', 'JWT_SECRET', 'RELAYER_PRIVATE_KEY']),
    )
    for (const [name, value] of shown) expect(value, name).toBe('')
  })

  test('behavior: has the default values', () => {
    expect(readSettings(Object.fromEntries(readExample()))).toEqual(readSettings({}))
  })
})

function readExample(): Map<string, string> {
  const lines = [...envExample().matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)]
  return new Map(lines.map(([, name = '', value = '']) => [name, value]))
}
