/// <reference lib="dom" />
// @module-tag slow
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { listLostMarks } from '../helpers/console/list-lost-marks.js'
import { listPageOverflows } from '../helpers/console/list-page-overflows.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'
import { allPanels, allScreens } from '../helpers/console/screens/all-screens.js'
import { isState, stateNames } from '../helpers/console/screens/screen-states.js'
import { createStatePage } from '../helpers/console/screens/show-state.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'

const looks = [
  [390, 'light'],
  [390, 'dark'],
  [1_280, 'light'],
  [1_280, 'dark'],
] as const

const service = useService()
let browser: Browser
let shopkeeper: Shopkeeper
beforeAll(async () => {
  browser = await launchBrowser()
  shopkeeper = await makeShopkeeper(service)
})
afterAll(() => browser?.close())

describe('screens of the console', () => {
  test('default: every screen is listed with its states', async () => {
    // The list of the app, which the pages load their screens from.
    const list = new URL('../../web/src/console/screens.ts', import.meta.url).pathname
    const { screens } = (await import(list)) as { screens: { name: string }[] }
    expect(Object.keys(allScreens).toSorted()).toEqual(screens.map(({ name }) => name).toSorted())
    for (const [name, { states }] of Object.entries(allScreens)) {
      expect(Object.keys(states).toSorted(), name).toEqual([...stateNames].toSorted())
    }
  })

  test.concurrent.each(Object.entries({ ...allScreens, ...allPanels }))(
    'behavior: %s, in every state',
    async (screenName, screen) => {
      const options = { shopkeeper, path: '/parts', width: 390, script: axeScript }
      const opened = await openConsole(browser, service, options)
      const { page } = opened
      const shown = await createStatePage(page, service.demo.baseUrl)
      const problems: string[] = []
      for (const name of stateNames) {
        const state = screen.states[name]
        if (!isState(state)) continue
        await shown.show(screen, name, state)
        await takePictures(page, `${screenName}-${name}`)
        const found = [
          ...(await listViolations(page)),
          ...(await listEnlarged(page)),
          ...(name === 'many' ? await listInOtherLooks(page) : []),
        ]
        problems.push(...found.map((problem) => `${name}: ${problem}`))
      }
      expect(problems).toEqual([])
      await opened.close()
    },
  )

  test('behavior: every screen says that the device is offline', async () => {
    const options = { shopkeeper, path: '', width: 390, script: axeScript }
    const { page, close } = await openConsole(browser, service, options)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('No connection.').waitFor()
    await takePictures(page, 'home-offline')
    expect(await listViolations(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByText('No connection.').waitFor({ state: 'detached' })
    await close()
  })
})

/** Saves pictures in the folder `CONSOLE_SHOTS`, if it is set. */
async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env['CONSOLE_SHOTS']
  if (!folder) return
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    const path = join(folder, `${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}.png`)
    await page.screenshot({ path })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Lists what does not fit with text at 200 % on a small phone. */
async function listEnlarged(page: Page): Promise<string[]> {
  const resize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value
    }, size)
  await page.setViewportSize({ width: 320, height: 844 })
  await resize('200%')
  const found = await listPageOverflows(page)
  await resize('')
  await page.setViewportSize({ width: 390, height: 844 })
  return found.map((problem) => `320 px, text at 200 %: ${problem}`)
}

/** Lists problems on a desktop, in the dark, in colors of the system, and from right to left. */
async function listInOtherLooks(page: Page): Promise<string[]> {
  const problems: string[] = []
  const add = (look: string, found: string[]) =>
    problems.push(...found.map((problem) => `${look}: ${problem}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  add('dark', await listViolations(page, 'contrast'))
  await page.setViewportSize({ width: 1_280, height: 844 })
  add('1280 px, dark', await listViolations(page))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  add('1280 px, forced colors', await listLostMarks(page))
  await page.emulateMedia({ forcedColors: 'none' })
  add('1280 px', await listViolations(page, 'contrast'))
  await writeLongTexts(page)
  add('1280 px, long texts from right to left', await listPageOverflows(page))
  await page.setViewportSize({ width: 390, height: 844 })
  add('390 px, long texts from right to left', await listPageOverflows(page))
  return problems
}

/** Makes every text 40 % longer and writes from right to left, as other languages do. */
async function writeLongTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent ?? ''
      const isWord = /[a-z]{3}/i.test(words)
      if (isWord) text.textContent = `${words} ${'ñ'.repeat(Math.ceil(words.length * 0.4))}`
    }
  })
}
