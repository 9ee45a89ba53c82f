import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { draftOf } from '../catalog/item/item-draft.js'
import { shopFields, taxFields } from './config-fields.js'

type Schema = { properties?: Record<string, Schema> }

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const { schemas } = (
  JSON.parse(read('server/openapi.json')) as { components: { schemas: Record<string, Schema> } }
).components

/** Fields that say what to change, and are no settings. */
const keys = new Set(['expectedRevision', 'id', 'wallet', 'planId'])

/** Returns the paths of all fields of a body that have a value of their own. */
function settingsOf(schema: Schema | undefined, before = ''): string[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) =>
    field.properties ? settingsOf(field, `${before}${name}.`) : [`${before}${name}`],
  )
}

/** The settings that docs/console.md names as those without a control, by body. */
const apiOnly = new Map<string, string[]>()
for (const [, setting = '', body = ''] of read('docs/console.md').matchAll(
  /^\| `([\w.]+)` \| `(\w+)` \| API only/gm,
)) {
  apiOnly.set(body, [...(apiOnly.get(body) ?? []), setting])
}

/** Returns the settings that a source file of the console writes. */
const namedIn = (files: readonly string[]) => (setting: string) =>
  files.some((file) => new RegExp(`\\b${setting}\\b`).test(read(`web/src/console/${file}`)))

const configPaths: string[] = [...shopFields, ...taxFields].map(({ path }) => path)
// A price in euros is sent as `price` with its `currency`.
const itemFields = [...Object.keys(draftOf(null)), 'price', 'currency']

const areas: readonly [string, (setting: string) => boolean][] = [
  ['ShopConfigChange', (setting) => configPaths.includes(setting)],
  ['UpsertItemBody', (setting) => itemFields.includes(setting)],
  ['CreateBillingPlanBody', namedIn(['subscriptions/plans/plan-dialog.tsx'])],
  ['UpdateBillingPlanBody', namedIn(['subscriptions/plans/plan-dialog.tsx'])],
  ['CustomerBody', namedIn(['customers/note-section.tsx', 'customers/data-section.tsx'])],
  ['RegisterBody', namedIn(['team/register-dialog.tsx'])],
  ['RegisterChangeBody', namedIn(['team/register-dialog.tsx'])],
  // Recipients have an `address` too, which is not that of the contract.
  [
    'SplitDeployment',
    (setting) => setting !== 'address' && namedIn(['payouts/recipients/use-change.ts'])(setting),
  ],
]

describe('settings of the API', () => {
  test.each(areas)(
    'default: each of %s has a control, or is named as API only',
    (body, hasControl) => {
      const settings = settingsOf(schemas[body]).filter((setting) => !keys.has(setting))
      expect(settings.length).toBeGreaterThan(0)
      const without = settings.filter((setting) => !hasControl(setting))
      expect(without.toSorted()).toEqual((apiOnly.get(body) ?? []).toSorted())
    },
  )

  test('behavior: every field of the screens is one of the API', () => {
    const known = settingsOf(schemas['ShopConfigChange'])
    expect(configPaths.filter((path) => !known.includes(path))).toEqual([])
    expect(new Set(configPaths).size).toBe(configPaths.length)
  })
})
