/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '../helpers/browser.js'

type WithAxe = { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }

/** Has to be in the page from its beginning: the page's policy lets nobody add a script later. */
export const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/** What WCAG A and AA have against the page as it is now, each with the elements that it is about. */
export async function listViolations(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async (given) => {
    const results = await (window as unknown as WithAxe).axe.run(document, given)
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary = '' }) => `${html}: ${failureSummary}`),
    }))
  }, options)
  return violations.map(({ id, nodes }) => `${id}\n${nodes.join('\n')}`)
}
