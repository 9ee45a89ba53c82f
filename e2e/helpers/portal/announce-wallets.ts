/// <reference lib="dom" />
import type { Page } from '../browser.js'

export type AnnouncedWallets = {
  /** Returns the methods of all requests, in order. */
  calls(): Promise<string[]>
  /** Rejects all pending requests. */
  reject(): Promise<void>
}

type WalletWindow = { walletCalls: string[]; rejectAll: () => void }

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath fill="%23467" d="M0 0h1v1H0z"/%3E%3C/svg%3E'

/**
 * Adds wallets to a page before it loads. Their requests stay pending until the test rejects them.
 */
export async function announceWallets(
  page: Page,
  names: readonly string[],
): Promise<AnnouncedWallets> {
  await page.addInitScript(addWallets, { names, icon })
  return {
    calls: () => page.evaluate(() => (window as unknown as WalletWindow).walletCalls),
    reject: () => page.evaluate(() => (window as unknown as WalletWindow).rejectAll()),
  }
}

/** Runs in the page. */
function addWallets({ names, icon }: { names: readonly string[]; icon: string }): void {
  const walletCalls: string[] = []
  const pending: ((error: object) => void)[] = []
  const request = ({ method }: { method: string }) => {
    walletCalls.push(method)
    return new Promise((_resolve, reject) => pending.push(reject))
  }
  const announce = () => {
    for (const name of names) {
      const info = { uuid: `uuid-${name}`, rdns: `example.${name}`, name, icon }
      const detail = Object.freeze({ info, provider: { request } })
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  const rejectAll = () => {
    for (const reject of pending.splice(0)) reject({ code: 4001, message: 'User rejected' })
  }
  window.addEventListener('eip6963:requestProvider', announce)
  Object.assign(window, { walletCalls, rejectAll })
}
