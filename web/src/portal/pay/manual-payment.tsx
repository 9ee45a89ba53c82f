import type { PortalReceipt } from '@tallystick/sdk'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'
import { useTexts } from '../../ui/language.js'

type Props = {
  payment: PortalReceipt['payment']
  /** The amount, asset and network in words. */
  what: string
  /** Payment link for a wallet app. */
  uri: string
}

/**
 * Shows the address for a payment from an exchange or any wallet, and warns of the most common
 * mistakes.
 */
export function ManualPayment({ payment, what, uri }: Props) {
  const { manual } = useTexts()
  const { depositAddress } = payment
  return (
    <details class="more send">
      <summary>{manual.title}</summary>
      <div class="manual">
        <p>{manual.exact(what)}</p>
        <div class="row">
          <p>
            <Hash value={depositAddress} whole />
          </p>
          <CopyButton text={depositAddress} what={manual.address} />
        </div>
        <p class="note">{manual.note}</p>
        <a class="any-wallet" href={uri}>
          {manual.anyWallet}
        </a>
      </div>
    </details>
  )
}
