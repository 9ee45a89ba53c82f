/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '../browser.js'

type WithAxe = { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }

/** Load it with the page, because the page's CSP forbids adding a script later. */
export const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The only rule whose result depends on colors. */
const contrast = { type: 'rule' as const, values: ['color-contrast'] }

/** Lists the violations of WCAG A and AA with their elements, or only those of contrast. */
export async function listViolations(page: Page, only?: 'contrast'): Promise<string[]> {
  const options: RunOptions = {
    runOnly: only ? contrast : rules,
    resultTypes: ['violations'],
    // A selector for each element takes a third of the time.
    selectors: false,
  }
  const violations = await page.evaluate(async (runOptions) => {
    const results = await (window as unknown as WithAxe).axe.run(document, runOptions)
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary = '' }) => `${html}: ${failureSummary}`),
    }))
  }, options)
  return violations.map(({ id, nodes }) => `${id}\n${nodes.join('\n')}`)
}
