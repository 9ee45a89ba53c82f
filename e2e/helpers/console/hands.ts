/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp

/** How a person works: everything is found by its role and its visible name. */
export type Hands = {
  /** Opens or chooses something. Counts as a click. */
  press(role: Role, name: Name): Promise<void>
  /** Opens the row of a list that contains a text. Counts as a click. */
  openRow(text: RegExp): Promise<void>
  /** Fills a field. */
  write(role: 'textbox' | 'searchbox' | 'combobox', name: Name, text: string): Promise<void>
  /** Chooses from a list of the browser. */
  choose(name: Name, option: string): Promise<void>
  /** Opens a screen by the navigation, which a phone shows behind "More". */
  goTo(screen: string): Promise<void>
  /** How many clicks there were. */
  count(): number
}

const maxTabs = 200

/** Works with a finger. */
export function createFinger(page: Page): Hands {
  let clicks = 0
  const press = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  return {
    press: async (role, name) => press(await findOnTop(page, role, name)),
    openRow: (text) => press(rowOf(page, text)),
    write: async (role, name, text) => (await findOnTop(page, role, name)).fill(text),
    choose: async (name, option) => {
      await (await findOnTop(page, 'combobox', name)).selectOption(option)
    },
    goTo: (screen) =>
      goTo(page, screen, async (role, name) => press(await findOnTop(page, role, name))),
    count: () => clicks,
  }
}

/** Works with the keys of a keyboard alone: Tab, the arrows, Enter and Space. */
export function createKeyboard(page: Page): Hands {
  let clicks = 0
  const press = async (target: Locator, role: Role) => {
    clicks += 1
    await focusByKeys(page, target, role)
    const isChosen = role === 'checkbox' || role === 'radio' || role === 'switch'
    await page.keyboard.press(isChosen ? 'Space' : 'Enter')
  }
  const write = async (target: Locator, text: string) => {
    await focusByKeys(page, target, 'textbox')
    await page.keyboard.type(text, { delay: 30 })
  }
  return {
    press: async (role, name) => press(await findOnTop(page, role, name), role),
    openRow: (text) => press(rowOf(page, text), 'link'),
    write: async (role, name, text) => write(await findOnTop(page, role, name), text),
    // Lists of the browser go to the option whose first letters are typed.
    choose: async (name, option) => write(await findOnTop(page, 'combobox', name), option),
    goTo: (screen) =>
      goTo(page, screen, async (role, name) => press(await findOnTop(page, role, name), role)),
    count: () => clicks,
  }
}

async function goTo(page: Page, screen: string, press: Hands['press']): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await press('button', 'More')
  await press('link', screen)
}

/** Finds a control in the dialog on top, or else on the page. */
async function findOnTop(page: Page, role: Role, name: Name): Promise<Locator> {
  const options = { name, exact: typeof name === 'string' }
  const visible = page.getByRole(role, options).and(page.locator(':visible'))
  await visible.first().waitFor()
  const dialogs = page.locator('dialog[open]')
  const inDialog = dialogs.last().getByRole(role, options)
  const isInDialog = (await dialogs.count()) > 0 && (await inDialog.count()) > 0
  return isInDialog ? inDialog.first() : visible.first()
}

const rowOf = (page: Page, text: RegExp) =>
  page.getByRole('row', { name: text }).getByRole('link').first()

/** Moves the focus to an element. Radio buttons and menus use the arrows. */
async function focusByKeys(page: Page, target: Locator, role: Role): Promise<void> {
  await target.waitFor()
  const key = role === 'menuitem' || role === 'option' ? 'ArrowDown' : 'Tab'
  // Finding an element by its name takes longer than a press of a key.
  let found = await target.elementHandle()
  for (let presses = 0; presses < maxTabs; presses += 1) {
    const state = await found?.evaluate((element) => {
      if (!element.isConnected) return null
      const { activeElement } = document
      const isActive =
        activeElement === element ||
        element.hasAttribute('data-highlighted') ||
        activeElement?.getAttribute('aria-activedescendant') === element.id
      const group = (node: Element | null) =>
        node instanceof HTMLInputElement && node.type === 'radio' ? node.name : null
      const isSameGroup = group(element) !== null && group(element) === group(activeElement)
      return { isActive, isSameGroup }
    })
    if (!state) {
      // The page has drawn the element again.
      found = await target.elementHandle()
      continue
    }
    if (state.isActive) return
    await page.keyboard.press(state.isSameGroup ? 'ArrowRight' : key)
  }
  throw new Error(`The keyboard does not reach ${target}`)
}
