import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, parseColor, type Rgb } from '../core/theme/contrast.js'
import { tokens } from './tokens.js'
import { tokensCss } from './tokens-css.js'

const { light, dark, sandbox } = tokens
const texts = ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad'] as const
const rgb = (color: string) => parseColor(color) as Rgb

describe('tokens', () => {
  test.each([
    ['light', light],
    ['dark', dark],
  ])('behavior: text is readable on both grounds in %s mode', (_mode, colors) => {
    for (const ground of [colors.paper, colors.surface]) {
      const unreadable = texts.filter((name) => contrast(rgb(colors[name]), rgb(ground)) < 4.5)
      expect([ground, unreadable]).toEqual([ground, []])
    }
    expect(contrast(rgb(colors['on-accent']), rgb(colors.accent))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(rgb(colors.focus), rgb(colors.paper))).toBeGreaterThanOrEqual(3)
  })

  test('behavior: the sandbox bar is readable', () => {
    const pair = [rgb(sandbox['on-sandbox']), rgb(sandbox.sandbox)] as const
    expect(contrast(...pair)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('tokensCss', () => {
  test('default: is the content of tokens.css', () => {
    const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
    expect(css, 'Run npm run generate.').toBe(tokensCss())
  })
})
