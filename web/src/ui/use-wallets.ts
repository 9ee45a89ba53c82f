import { useEffect, useState } from 'preact/hooks'
import { discoverWallets } from '../core/wallet/discover-wallets.js'
import type { Wallet } from '../core/wallet/wallet.js'
import { useTexts } from './language.js'

/** Returns the wallets of this browser, or null while they may still announce themselves. */
export function useWallets(): readonly Wallet[] | null {
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null)
  const { injected: injectedName } = useTexts().wallet
  useEffect(() => discoverWallets(window, { injectedName, onChange: setWallets }), [injectedName])
  return wallets
}
