import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../texts/language.js'
import { discoverWallets } from './discover-wallets.js'
import type { Wallet } from './wallet.js'

/** Returns the wallets of this browser, or null while they may still announce themselves. */
export function useWallets(): readonly Wallet[] | null {
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null)
  const { injected: injectedName } = useTexts().wallet
  useEffect(() => discoverWallets(window, { injectedName, onChange: setWallets }), [injectedName])
  return wallets
}
