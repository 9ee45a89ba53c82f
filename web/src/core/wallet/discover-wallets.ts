import { readAnnouncement } from './read-announcement.js'
import type { Wallet } from './wallet.js'

/** Long enough for every installed extension to announce itself, too short to notice. */
const timeoutMs = 300

/** Keeps a script that announces wallets endlessly from filling the page. */
const maxWallets = 12

/**
 * Reports the wallets of this browser, now and whenever another one announces itself (EIP-6963). A
 * wallet in `window.ethereum` counts only while no other is known, under the given name, because it
 * has none. Reports an empty list once when no wallet is found in time.
 *
 * @returns a function that stops the discovery.
 */
export function discoverWallets(
  target: Window,
  {
    injectedName,
    onChange,
  }: { injectedName: string; onChange: (wallets: readonly Wallet[]) => void },
): () => void {
  let wallets: readonly Wallet[] = []
  const uuids = new Set<string>()

  const listen = (event: Event) => {
    if (wallets.length >= maxWallets) return
    const announced = readAnnouncement(event)
    if (!announced) return

    // Wallets announce themselves again on every request, and one wallet may be installed twice.
    const { uuid, wallet } = announced
    if (uuids.has(uuid) || wallets.some(({ id }) => id === wallet.id)) return
    uuids.add(uuid)
    wallets = [...wallets, wallet]
    onChange(wallets)
  }

  target.addEventListener('eip6963:announceProvider', listen)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  const timer = setTimeout(() => {
    if (wallets.length === 0) onChange(findInjected(target, injectedName))
  }, timeoutMs)

  return () => {
    clearTimeout(timer)
    target.removeEventListener('eip6963:announceProvider', listen)
  }
}

function findInjected(target: Window, name: string): readonly Wallet[] {
  const { ethereum: provider } = target as { ethereum?: unknown }
  const info = { uuid: 'injected', rdns: 'injected', name }
  const announcement = readAnnouncement({ detail: { info, provider } })
  return announcement ? [announcement.wallet] : []
}
