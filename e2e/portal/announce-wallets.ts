/// <reference lib="dom" />
import type { Page } from '../helpers/browser.js'

export type AnnouncedWallets = {
  /** The methods that were asked of them, in their order. */
  calls(): Promise<string[]>
  /** Declines whatever they are being asked, as people do. */
  decline(): Promise<void>
}

type Stage = { walletCalls: string[]; declineAll: () => void }

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath fill="%23467" d="M0 0h1v1H0z"/%3E%3C/svg%3E'

/** Puts wallets into a page, before it is loaded, that wait for their owner and answer nothing until they decline. */
export async function announceWallets(
  page: Page,
  names: readonly string[],
): Promise<AnnouncedWallets> {
  await page.addInitScript(putIn, { names, icon })
  return {
    calls: () => page.evaluate(() => (window as unknown as Stage).walletCalls),
    decline: () => page.evaluate(() => (window as unknown as Stage).declineAll()),
  }
}

/** Runs in the page. */
function putIn({ names, icon }: { names: readonly string[]; icon: string }): void {
  const walletCalls: string[] = []
  const waiting: ((error: object) => void)[] = []
  const request = ({ method }: { method: string }) => {
    walletCalls.push(method)
    return new Promise((_resolve, reject) => waiting.push(reject))
  }
  const announce = () => {
    for (const name of names) {
      const info = { uuid: `uuid-${name}`, rdns: `example.${name}`, name, icon }
      const detail = Object.freeze({ info, provider: { request } })
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  const declineAll = () => {
    for (const reject of waiting.splice(0)) reject({ code: 4001, message: 'User rejected' })
  }
  window.addEventListener('eip6963:requestProvider', announce)
  Object.assign(window, { walletCalls, declineAll })
}
