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
export async function visitStates(
  portal: SimulatedPortal,
  stateVisit: StateVisit,
): Promise<string[]> {
  const states = listStates(stateVisit.receipt).filter(({ name }) =>
    (stateVisit.states ?? mainStates).includes(name),
  )
  const problems: string[] = []
  for (const { name, receipt } of states) {
    await portal.show(receipt)
    for (const width of stateVisit.widths ?? widths) {
      await portal.page.setViewportSize({ width, height: 800 })
      const where = `${name.replaceAll(' ', '-')}-${width}`
      problems.push(
        ...(await stateVisit.look(portal.page, where)).map((problem) => `${where}: ${problem}`),
      )
    }
  }
  return problems
}
