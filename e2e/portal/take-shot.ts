import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../helpers/browser.js'

/** Keeps a picture of the whole page in the folder that `PORTAL_SHOTS` names, for people to look at. */
export async function takeShot(page: Page, name: string): Promise<void> {
  const folder = process.env['PORTAL_SHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
