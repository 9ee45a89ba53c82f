import { readAnnouncement } from './read-announcement.js'
import type { Wallet } from './wallet.js'

/** Long enough for every extension that is there; a buyer does not notice it. */
const patienceMs = 300

/** More than anybody has; a script that announces without end fills no page. */
const mostWallets = 12

/**
 * Tells which wallets are there, now and whenever another one announces itself (EIP-6963). One that only puts itself
 * into `window.ethereum`, as older ones do, counts while no other is known. Tells of none once, after a moment.
 *
 * @returns what ends it.
 */
export function discoverWallets(
  target: Window,
  onChange: (wallets: readonly Wallet[]) => void,
): () => void {
  let wallets: readonly Wallet[] = []
  const uuids = new Set<string>()

  const listen = (event: Event) => {
    if (wallets.length >= mostWallets) return
    const announced = readAnnouncement(event)
    if (!announced) return

    // Wallets answer every request anew, and two copies of one would be one button too many.
    const { uuid, wallet } = announced
    if (uuids.has(uuid) || wallets.some(({ id }) => id === wallet.id)) return
    uuids.add(uuid)
    wallets = [...wallets, wallet]
    onChange(wallets)
  }

  target.addEventListener('eip6963:announceProvider', listen)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  const timer = setTimeout(() => {
    if (wallets.length === 0) onChange(findInjected(target))
  }, patienceMs)

  return () => {
    clearTimeout(timer)
    target.removeEventListener('eip6963:announceProvider', listen)
  }
}

function findInjected(target: Window): readonly Wallet[] {
  const { ethereum: provider } = target as { ethereum?: unknown }
  const info = { uuid: 'injected', rdns: 'injected', name: 'Browser wallet' }
  const found = readAnnouncement({ detail: { info, provider } })
  return found ? [found.wallet] : []
}
