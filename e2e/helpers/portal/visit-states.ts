import type { PortalReceipt } from '@tallystick/sdk'
import type { Page } from '../browser.js'
import type { SimulatedPortal } from './open-simulated-portal.js'
import { listStates } from './portal-states.js'

export const widths = [320, 390, 768, 1_280]
export const mainStates = ['generated', 'failed', 'part_paid', 'paid']

type StateVisit = {
  receipt: PortalReceipt
  states?: readonly string[]
  widths?: readonly number[]
  look(page: Page, where: string): Promise<string[]>
}

/** Shows states of a receipt at several widths and lists the findings with their place. */
export async function visitStates(portal: SimulatedPortal, given: StateVisit): Promise<string[]> {
  const states = listStates(given.receipt).filter(({ name }) =>
    (given.states ?? mainStates).includes(name),
  )
  const found: string[] = []
  for (const { name, receipt } of states) {
    await portal.show(receipt)
    for (const width of given.widths ?? widths) {
      await portal.page.setViewportSize({ width, height: 800 })
      const where = `${name.replaceAll(' ', '-')}-${width}`
      found.push(...(await given.look(portal.page, where)).map((one) => `${where}: ${one}`))
    }
  }
  return found
}
