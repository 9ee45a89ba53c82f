import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import { readSignature } from '../../core/wallet/read-signature.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import { useWallets } from '../../ui/use-wallets.js'
import { Address } from '../panels/address.js'
import { Pill } from '../parts/pill.js'

const texts = teamTexts.security

/** Typed data as the service writes it, with the fields that the changes of owners send back. */
export type OwnerMessage = Readonly<Record<string, unknown>> & {
  message: { nonce: string; expiresAt: number }
}

type SignerProps = {
  name: string
  address: string
  typedData: OwnerMessage
  isSigned: boolean
  onSigned(signature: string): void
}

/** Asks one account for its signature of a message, in any wallet of this browser. */
export function Signer({ name, address, typedData, isSigned, onSigned }: SignerProps) {
  const wallets = useWallets() ?? []
  const [isRefused, setRefused] = useState(false)
  const sign = async ({ provider }: Wallet) => {
    setRefused(false)
    try {
      await provider.request({ method: 'eth_requestAccounts' })
      const params = [address, JSON.stringify(typedData)]
      const response = await provider.request({ method: 'eth_signTypedData_v4', params })
      const signature = readSignature(response)
      if (signature) onSigned(signature)
      else setRefused(true)
    } catch {
      setRefused(true)
    }
  }
  return (
    <div class="stack">
      <span class="row">
        <b>{texts.signAs(name)}</b> <Address value={address} />
        {isSigned && <Pill tone="good" word={texts.signed} />}
      </span>
      {!isSigned && (
        <span class="row">
          {wallets.map((wallet) => (
            <button
              key={wallet.id}
              type="button"
              class="button"
              aria-label={`${texts.signWith(wallet.name)}: ${name}`}
              onClick={() => void sign(wallet)}
            >
              {texts.signWith(wallet.name)}
            </button>
          ))}
          {wallets.length === 0 && <span class="soft">{texts.noWallet}</span>}
        </span>
      )}
      {isRefused && (
        <p class="problem-text" role="alert">
          {texts.signRefused}
        </p>
      )}
    </div>
  )
}
