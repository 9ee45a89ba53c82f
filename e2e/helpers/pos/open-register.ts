/// <reference lib="dom" />
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { type Browser, type OpenPage, openPage } from '../browser.js'
import { makePairingCode, pin, type Till } from './till.js'

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

/** A register in a browser, as a cashier uses it: with fingers. */
export type OpenRegister = OpenPage & {
  tap(role: Role, name: Name): Promise<void>
  /** Taps digits on the keypad that is on top. */
  type(digits: string): Promise<void>
  unlock(name: string): Promise<void>
  /** Returns what is on top: the open dialog, or the page. */
  top(): Promise<Locator>
}

export type RegisterOptions = {
  till: Till
  baseUrl: string
  width?: number
  height?: number
  /** Runs in the page before it loads. */
  script?: string
  kind?: 'register' | 'display'
}

/** Opens the page of a register on a device that is not paired. */
export async function openRegisterPage(
  browser: Browser,
  {
    till,
    baseUrl,
    width = 1_280,
    height = 800,
    script,
    kind,
    hash = '',
  }: RegisterOptions & {
    hash?: string
  },
): Promise<OpenRegister> {
  const opened = await openPage(browser, { width, height, hasTouch: true })
  const { page } = opened
  if (script) await page.addInitScript({ content: script })
  const path = kind === 'display' ? '/display' : ''
  await page.goto(`${baseUrl}/pos/${till.register.id}${path}${hash}`)
  const top = async () => {
    const dialog = page.locator('dialog[open]').last()
    return (await dialog.count()) > 0 ? dialog : page.locator('body')
  }
  const inside = (place: Locator, role: Role, name: Name) =>
    place
      .getByRole(role, { name, exact: typeof name === 'string' })
      .and(page.locator(':visible'))
      .first()
  /** Returns the dialog on top if it has the control, or else the page. */
  const placeOf = async (role: Role, name: Name) => {
    const body = page.locator('body')
    await inside(body, role, name).waitFor()
    const place = await top()
    return (await inside(place, role, name).count()) > 0 ? place : body
  }
  const tap = async (role: Role, name: Name) => inside(await placeOf(role, name), role, name).tap()
  const type = async (digits: string) => {
    // All keys are in one place, and to look for it takes longer than a tap.
    const keypad = await placeOf('button', digits.charAt(0))
    for (const digit of digits) await inside(keypad, 'button', digit).tap()
  }
  return {
    ...opened,
    tap,
    type,
    top,
    async unlock(name) {
      await tap('radio', name)
      await type(pin)
      await tap('button', 'Unlock')
      await page.getByRole('button', { name: `${name}, lock the register` }).waitFor()
    },
  }
}

/** Opens the page of a register, and pairs the device by the address that its QR code has. */
export async function openRegister(
  browser: Browser,
  options: RegisterOptions,
): Promise<OpenRegister> {
  const code = await makePairingCode(options.till, options.kind)
  const opened = await openRegisterPage(browser, { ...options, hash: `#pair=${code}` })
  await opened.tap('button', 'Pair device')
  await opened.page.getByRole('button', { name: 'Pair device' }).waitFor({ state: 'detached' })
  return opened
}

/** Saves pictures in the folder `POS_SHOTS`, if it is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['POS_SHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const width = page.viewportSize()?.width
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const dark = colorScheme === 'dark' ? '.dark' : ''
    await page.screenshot({ path: join(folder, `${name}.${width}${dark}.png`) })
  }
}
