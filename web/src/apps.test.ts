import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { apps, widgets } from './apps.js'

const folder = (path: string) => new URL(path, import.meta.url)
/** Parts that apps share. */
const shared = ['core', 'tokens', 'ui', ...Object.keys(widgets)]

describe('apps', () => {
  test('default: every folder is listed, with an entry and pages', () => {
    const folders = readdirSync(folder('./'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !shared.includes(entry.name))
      .map(({ name }) => name)
    expect(Object.keys(apps).toSorted()).toEqual(folders.toSorted())
    for (const name of folders) {
      const files = ['main.tsx', 'render-page.tsx'].map((file) =>
        existsSync(folder(`./${name}/${file}`)),
      )
      expect([name, files]).toEqual([name, [true, true]])
    }
  })

  test.each(Object.entries(apps))('behavior: %s is within its budget', (name, budget) => {
    const client = `../dist/client/${name}/`
    const read = (file: string) => readFileSync(folder(`${client}${file}`))
    const manifest: Record<string, { file: string }> = JSON.parse(read('manifest.json').toString())
    const sizeOf = (entry: string) =>
      gzipSync(read(manifest[entry]?.file ?? ''), { level: 9 }).length
    expect(sizeOf(`src/${name}/main.tsx`)).toBeLessThanOrEqual(budget.maxScriptBytes)
    expect(sizeOf('style.css')).toBeLessThanOrEqual(budget.maxStyleBytes)
  })

  test.each(Object.entries(widgets))(
    'behavior: %s is one file within its budget',
    (name, budget) => {
      const files = readdirSync(folder(`../dist/client/${name}/`))
      expect(files).toEqual([`${name}.js`])
      const script = readFileSync(folder(`../dist/client/${name}/${name}.js`))
      expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(budget.maxScriptBytes)
    },
  )
})
