import { useEffect, useState } from 'preact/hooks'
import { discoverWallets } from './discover-wallets.js'
import type { Wallet } from './wallet.js'

/** Returns the wallets of this browser, or null while they may still announce themselves. */
export function useWallets(): readonly Wallet[] | null {
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null)
  useEffect(() => discoverWallets(window, setWallets), [])
  return wallets
}
