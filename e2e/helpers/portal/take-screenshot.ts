import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../browser.js'

/** Saves a screenshot of the whole page in the folder `PORTAL_SHOTS`, if it is set. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['PORTAL_SHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
