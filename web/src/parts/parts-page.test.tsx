import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parts } from './parts-page.js'
import { renderPartsPage } from './render-page.js'

describe('the parts page', () => {
  test('default: shows every part of ui', () => {
    const files = readdirSync(new URL('../ui', import.meta.url))
    const names = files.filter((file) => file.endsWith('.tsx')).map((file) => file.slice(0, -4))
    expect(names.length).toBeGreaterThan(5)
    expect(Object.keys(parts)).toEqual(names.toSorted())
  })

  test('behavior: renders without a browser', () => {
    expect(renderPartsPage().body).toContain('sandbox-bar')
  })
})
